// Linear bounds of a product from the ranges of its factors (McCormick's envelope).
// Linear facts about nonlinear atoms, for solve.ts.

import { atMost, type Constraint } from './constraint.js';
import { type Atom, add, constant, ofAtom, scale, type Term } from './term.js';

interface Range {
  low: bigint | null;
  high: bigint | null;
}

/** For every product x·y in the facts. */
export function productFacts(facts: readonly Constraint[]): Constraint[] {
  const products = new Map<string, readonly [Atom, Atom, Atom]>();
  for (const { term } of facts)
    for (const { atom } of term.parts)
      if (atom.kind === 'product' && atom.factors.length === 2)
        products.set(atom.key, [atom, atom.factors[0]!, atom.factors[1]!]);
  if (products.size === 0) return [];
  const ranges = rangesIn(facts);
  return [...products.values()].flatMap(([p, x, y]) => envelope(p, x, y, ranges));
}

/** x - l >= 0 and y - m >= 0 give (x - l)(y - m) >= 0, that is x·y >= m·x + l·y - l·m; likewise for the other corners. */
function envelope(product: Atom, x: Atom, y: Atom, ranges: ReadonlyMap<string, Range>): Constraint[] {
  const [a, b] = [x, y].map((atom) => ranges.get(atom.key) ?? { low: null, high: null }) as [Range, Range];
  const corner = (l: bigint | null, m: bigint | null, order: (plane: Term, p: Term) => Constraint): Constraint[] =>
    l === null || m === null
      ? []
      : [order(add(add(scale(ofAtom(x), m), scale(ofAtom(y), l)), constant(-l * m)), ofAtom(product))];
  const above = atMost;
  const below = (plane: Term, p: Term): Constraint => atMost(p, plane);
  return [
    ...corner(a.low, b.low, above),
    ...corner(a.high, b.high, above),
    ...corner(a.low, b.high, below),
    ...corner(a.high, b.low, below),
  ];
}

/** Bounds of single atoms. */
function rangesIn(facts: readonly Constraint[]): Map<string, Range> {
  const ranges = new Map<string, Range>();
  for (const { kind, term } of facts) {
    const [only] = term.parts;
    if (kind === 'ne' || term.parts.length !== 1 || !only || (only.times !== 1n && only.times !== -1n)) continue;
    const range = ranges.get(only.atom.key) ?? { low: null, high: null };
    ranges.set(only.atom.key, range);
    const bound = -term.constant * only.times; // times·x + c <= 0
    if (kind === 'eq' || only.times === 1n) range.high = range.high === null || bound < range.high ? bound : range.high;
    if (kind === 'eq' || only.times === -1n) range.low = range.low === null || bound > range.low ? bound : range.low;
  }
  return ranges;
}
