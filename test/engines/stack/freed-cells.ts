// Freed cells to which nothing points concern nobody: the engine drops them where it is certain that nothing does, and
// coverage.ts always. What is left of them in a structure is found here.

import type { Predicates } from '../../../src/engines/stack/paper/predicates.js';
import { bit, elementsOf } from '../../../src/logic/tvl/bits.js';
import type { Structure } from '../../../src/logic/tvl/structure.js';
import type { BinaryPredicate } from '../../../src/logic/tvl/vocabulary.js';

/** The nodes that may stand for a freed cell to which nothing points: every heap may be thought to have one for each. */
export function forgettableIn(p: Predicates, s: Structure): number {
  const sizes = [...p.sizes.values()];
  const open = new Set([p.heap, p.freed, p.boxed, ...sizes]);
  let result = s.may(p.heap) & s.may(p.freed) & sizes.reduce((set, q) => set | s.may(q), 0);
  for (const q of p.vocabulary.unary) if (!open.has(q)) result &= ~s.must(q);
  for (const { path } of p.directions) {
    for (const v of elementsOf(result)) result &= s.mayRow(path, v) & bit(v) ? -1 : ~bit(v);
  }
  const paths = new Set(p.directions.map((d) => d.path));
  for (const b of p.vocabulary.binary) result &= ~related(b, s, (v) => (paths.has(b) ? bit(v) : 0));
  return result;
}

/** Nodes with an edge for certain, from there or to there, but for those that are expected. */
function related(b: BinaryPredicate, s: Structure, expected: (v: number) => number): number {
  let result = 0;
  for (const v of elementsOf(s.nodes)) {
    const row = s.mustRow(b, v) & ~expected(v);
    if (row !== 0) result |= row | bit(v);
  }
  return result;
}
