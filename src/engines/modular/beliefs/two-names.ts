// Belief: a key that is searched for is rarely the same object as the key that is found.
// Raised by facts.ts where two pointers are found equal and not unified.

import type { Cell, State } from '../domain/state.js';
import type { Symbolic } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const twoNames: Belief = {
  name: 'two-names',
  why: 'If two pointers were found equal and are not unified, facts about one are not known of the other.',
  stage: 'path',
  effect: 'silences',
};

/** Is an argument, or an escaped cell, compared with a pointer that was read from memory? */
export function areTwoNames(state: State, a: Symbolic, b: Symbolic, cell: Cell | undefined): boolean {
  const { symbols } = state;
  const isGiven = ({ symbol }: Symbolic): boolean =>
    symbols.info(symbol).kind === 'parameter' && symbols.boundsOf(symbol).high === Infinity;
  const isFound = ({ symbol }: Symbolic): boolean => symbols.holderOf(symbol) !== null;
  return cell?.escaped === true || (isGiven(a) && isFound(b)) || (isGiven(b) && isFound(a));
}
