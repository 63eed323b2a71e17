// Belief: a key that is looked for is seldom the very key that is found.
// Raised by facts.ts where a comparison finds two names for one cell and they are followed as two.

import type { Cell, State } from '../domain/state.js';
import type { Symbolic } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const twoNames: Belief = {
  name: 'two-names',
  why: 'Where two pointers were found equal and are followed as two, what was learnt of one is not known of the other.',
  stage: 'path',
  effect: 'silences',
};

/** Is an argument, or a cell that has escaped, compared with a pointer that was found in memory? */
export function areTwoNames(state: State, a: Symbolic, b: Symbolic, cell: Cell | undefined): boolean {
  const { symbols } = state;
  const isGiven = ({ symbol }: Symbolic): boolean =>
    symbols.info(symbol).kind === 'parameter' && symbols.boundsOf(symbol).high === Infinity;
  const isFound = ({ symbol }: Symbolic): boolean => symbols.holderOf(symbol) !== null;
  return cell?.escaped === true || (isGiven(a) && isFound(b)) || (isGiven(b) && isFound(a));
}
