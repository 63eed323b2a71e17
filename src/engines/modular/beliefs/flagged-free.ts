// Belief: a function that frees an object only if a number in its record is set does not free what is not on the heap.
// Asked by effects.ts where a callee frees memory of a variable.

import { isKnown } from '../domain/symbols.js';
import type { Outcome, Summary } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const flaggedFree: Belief = {
  name: 'flagged-free',
  why: 'The number says whether the object is on the heap; whoever made it set it accordingly.',
  stage: 'call',
  effect: 'silences',
};

/** Is the cell freed only if a number in it, or in the record that leads to it, has certain values? */
export function isFlagged({ outcomes }: Summary, { state }: Outcome, name: number): boolean {
  const holder = state.symbols.holderOf(name);
  const isFlag = (symbol: number): boolean => {
    const info = state.symbols.info(symbol);
    if (info.kind === 'term') return [info.left, info.right].some((v) => !isKnown(v) && isFlag(v.symbol));
    return info.kind === 'input' && info.type.kind !== 'pointer' && (info.of === name || info.of === holder);
  };
  const others = outcomes.filter((o) => o.state.cells.get(name)?.status !== 'freed');
  return others.length > 0 && [...state.facts.keys()].some(isFlag);
}
