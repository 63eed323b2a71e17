// Belief: a pointer to a function does what the function does that it starts as.
// Asked by globals.ts for global pointers that the program sets: free_hook = free, on_failure = print_and_abort.

import type { FunctionSymbol } from '../../../ir/program.js';
import type { Belief } from './belief.js';

export const initialHook: Belief = {
  name: 'initial-hook',
  why: 'What takes the place of a library function does the same, and what takes the place of one that never returns does not return.',
  stage: 'path',
  effect: 'silences',
};

/** What is known of the function that a hook starts as. */
interface Start {
  readonly initial: FunctionSymbol;
  readonly isModel: boolean;
  /** All that the pointer may lead to by its type. */
  readonly targets: readonly FunctionSymbol[];
  readonly mostTargets: number;
}

/** Does the function stand for all that the hook may be set to? Also where those are too many, or it is not among them. */
export const standsForAll = ({ initial, isModel, targets, mostTargets }: Start): boolean =>
  initial.attributes.noreturn || isModel || targets.length > mostTargets || !targets.includes(initial);
