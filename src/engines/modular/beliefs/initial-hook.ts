// Belief: all values of a function pointer behave like its initial value.
// Asked by globals.ts for global pointers that the program sets: free_hook = free, on_failure = print_and_abort.

import type { FunctionSymbol } from '../../../ir/program.js';
import type { Belief } from './belief.js';

export const initialHook: Belief = {
  name: 'initial-hook',
  why: 'A replacement of a library function does the same, and a replacement of a function that never returns does not return.',
  stage: 'path',
  effect: 'silences',
};

/** What is known of the initial value of a hook. */
interface Start {
  readonly initial: FunctionSymbol;
  readonly isModel: boolean;
  /** The candidate targets of the pointer. */
  readonly targets: readonly FunctionSymbol[];
  readonly mostTargets: number;
}

/** Does the function stand for all values of the hook? Also if there are too many candidates, or it is not one of them. */
export const standsForAll = ({ initial, isModel, targets, mostTargets }: Start): boolean =>
  initial.attributes.noreturn || isModel || targets.length > mostTargets || !targets.includes(initial);
