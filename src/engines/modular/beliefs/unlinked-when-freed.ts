// Belief: a function that frees an element, and writes to memory found through it, unlinks it from its list or tree.
// Asked by calls/effects.ts when a callee frees a cell of its caller: fields that pointed to it become unknown.

import type { Outcome, Summary } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const unlinkedWhenFreed: Belief = {
  name: 'unlinked-when-freed',
  why: 'Neighbours of an element are written when it is unlinked; a summary does not always know which field led to it.',
  stage: 'call',
  effect: 'silences',
};

/** Cached, since it is asked at every call of a function that frees something. */
const relinking = new WeakMap<Summary['outcomes'], Map<number, boolean>>();

export function relinks({ outcomes }: Summary, name: number): boolean {
  const answers = relinking.get(outcomes) ?? new Map<number, boolean>();
  relinking.set(outcomes, answers);
  const known = answers.get(name);
  if (known !== undefined) return known;
  const answer = outcomes.some((outcome) => relinksAround(outcome, name));
  answers.set(name, answer);
  return answer;
}

/** Is a pointer written to a cell that was found through this one? */
function relinksAround({ state }: Outcome, name: number): boolean {
  const { symbols } = state;
  const isBehind = (cell: number): boolean => {
    const holder = symbols.holderOf(cell);
    return holder !== null && (holder === name || isBehind(holder));
  };
  for (const cell of state.cells.values())
    if (isBehind(cell.name))
      for (const [key, field] of cell.fields) if (field.isPointer && cell.before.get(key) !== field) return true;
  return false;
}
