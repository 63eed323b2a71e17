// Belief: a loop that ends without having found anything does not say that there is nothing to be found.
// Asked at the exits of loops by procedure.ts; the null that ends the loop carries the doubt.

import type { Block } from '../../../ir/instr.js';
import type { State } from '../domain/state.js';
import type { Belief } from './belief.js';

export const endOfSearch: Belief = {
  name: 'end-of-search',
  why: 'for (p = first; p; p = p->next) has to end somewhere; who wrote it may know that the element is there, or the list not empty.',
  stage: 'path',
  effect: 'silences',
};

/** What must be known of the loops of a procedure. */
interface LoopExits {
  leftBy(from: number, to: number): readonly number[];
  hasOtherExits(head: number, exit: number): boolean;
}

/** Is a loop left here that has other exits, or that has not been gone round at all? */
export function isSearch(loops: LoopExits, from: Block, to: Block, { rounds }: State): boolean {
  if (from.terminator.kind !== 'branch') return false;
  return loops.leftBy(from.id, to.id).some((h) => loops.hasOtherExits(h, from.id) || (h === from.id && !rounds.get(h)));
}
