// Freed cells without pointers to them are irrelevant: the engine drops them where it is certain that there are none,
// coverage.ts always. Finds what remains of them in a structure.

import type { Predicates } from '../../../src/engines/stack/paper/predicates.js';
import { bit, elementsOf } from '../../../src/logic/tvl/bits.js';
import type { Structure } from '../../../src/logic/tvl/structure.js';
import type { BinaryPredicate } from '../../../src/logic/tvl/vocabulary.js';

/** The nodes that may stand for a freed cell without pointers to it; any heap may be assumed to have such cells. */
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

/** Nodes with a definite edge from or to them, except for expected ones. */
function related(b: BinaryPredicate, s: Structure, expected: (v: number) => number): number {
  let result = 0;
  for (const v of elementsOf(s.nodes)) {
    const row = s.mustRow(b, v) & ~expected(v);
    if (row !== 0) result |= row | bit(v);
  }
  return result;
}
