// Belief: a search loop that ends without a match does not show that there is no match.
// Asked by procedure.ts at loop exits; the null that ends the loop carries the doubt.

import type { Block } from '../../../ir/instr.js';
import type { State } from '../domain/state.js';
import type { Belief } from './belief.js';

export const endOfSearch: Belief = {
  name: 'end-of-search',
  why: 'for (p = first; p; p = p->next) has to end; the programmer may know that the element exists, or that the list is not empty.',
  stage: 'path',
  effect: 'silences',
};

/** The queries on the loops of a procedure. */
interface LoopExits {
  leftBy(from: number, to: number): readonly number[];
  hasOtherExits(head: number, exit: number): boolean;
}

/** Does the edge leave a loop that has other exits, or before its first iteration? */
export function isSearch(loops: LoopExits, from: Block, to: Block, { rounds }: State): boolean {
  if (from.terminator.kind !== 'branch') return false;
  return loops.leftBy(from.id, to.id).some((h) => loops.hasOtherExits(h, from.id) || (h === from.id && !rounds.get(h)));
}
