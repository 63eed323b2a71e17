// Belief: a callee that finds a cell by an index of its own finds another one at each call.
// Asked by calls/arguments.ts before a use after free or a double free of such a cell is reported.

import type { Symbols } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const someElement: Belief = {
  name: 'some-element',
  why: 'Elements of arrays at unknown indices are one field of a summary; two calls rarely mean the same element.',
  stage: 'report',
  effect: 'silences',
};

/** Was the cell found behind an element at an index that only the callee knows? */
export function isSomeElement(symbols: Symbols, name: number): boolean {
  let info = symbols.info(name);
  while (info.kind === 'input') {
    if (typeof info.key === 'string' && info.key.startsWith('[')) return true;
    info = symbols.info(info.of);
  }
  return false;
}
