// Laws of the kernel of three-valued logic: evaluation, focus, blur and join are sound with respect to embedding.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOf } from '../../../src/logic/tvl/bits.js';
import { Blur, merge } from '../../../src/logic/tvl/blur.js';
import { CONTRADICTION, RuleBook } from '../../../src/logic/tvl/coerce.js';
import { functional } from '../../../src/logic/tvl/constraints.js';
import { embedsBy } from '../../../src/logic/tvl/embed.js';
import { focusRow, focusSet } from '../../../src/logic/tvl/focus.js';
import * as f from '../../../src/logic/tvl/formula.js';
import { joinInto } from '../../../src/logic/tvl/join.js';
import { Structure } from '../../../src/logic/tvl/structure.js';
import { Vocabulary } from '../../../src/logic/tvl/vocabulary.js';
import '../../support/fixed-seed.js';

const vocabulary = new Vocabulary();
const p = vocabulary.property('p');
const q = vocabulary.property('q');
const o = vocabulary.observation('o');
const e = vocabulary.relation('e');
const NODES = 6;

/** Random two-valued structures whose relation `e` is a partial function. */
const concrete: fc.Arbitrary<Structure> = fc
  .record({
    size: fc.integer({ min: 1, max: NODES }),
    sets: fc.array(fc.nat({ max: 63 }), { minLength: 3, maxLength: 3 }),
    targets: fc.array(fc.nat({ max: NODES }), { minLength: NODES, maxLength: NODES }),
  })
  .map(({ size, sets, targets }) => {
    const s = new Structure(vocabulary);
    for (let i = 0; i < size; i++) s.addNode();
    [p, q, o].forEach((r, i) => {
      s.set(r, sets[i]! & s.nodes, sets[i]! & s.nodes);
    });
    for (let v = 0; v < size; v++) {
      const row = targets[v]! < size ? 1 << targets[v]! : 0;
      s.setRow(e, v, row, row);
    }
    return s;
  });

/** The image of each node, by the values of the abstraction predicates. */
function byName(small: Structure, large: Structure): Map<number, number> {
  const name = (s: Structure, v: number) => [p, q].map((r) => `${(s.must(r) >>> v) & 1}${(s.may(r) >>> v) & 1}`).join();
  const nodes = new Map(elementsOf(large.nodes).map((w) => [name(large, w), w]));
  return new Map(elementsOf(small.nodes).map((v) => [v, nodes.get(name(small, v))!]));
}

const formulas: [string, () => f.SetFormula][] = [
  ['¬p ∧ o', () => f.both(f.not(f.holds(p)), f.holds(o))],
  ['image', () => f.image(f.holds(p), f.related(e))],
  ['preimage', () => f.preimage(f.related(e), f.holds(o))],
  ['reach', () => f.image(f.holds(p), f.star(f.related(e)))],
  ['shared', () => f.twice(f.related(e))],
  ['cyclic', () => f.diagonal(f.compose(f.related(e), f.star(f.related(e))))],
  ['domain', () => f.domain(f.meet(f.related(e), f.complement(f.same())))],
  ['some', () => f.some(f.without(f.range(f.related(e)), f.holds(q)))],
  ['product', () => f.range(f.union(f.product(f.holds(p), f.holds(o)), f.restrict(f.holds(q), f.related(e))))],
];

describe('the kernel', () => {
  it('blur gives an embedding', () => {
    fc.assert(
      fc.property(concrete, (s) => {
        const { structure } = new Blur(vocabulary).blur(s);
        expect(embedsBy(s, structure, byName(s, structure))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(formulas)('evaluation is conservative: %s', (_, make) => {
    fc.assert(
      fc.property(concrete, (s) => {
        const { structure } = new Blur(vocabulary).blur(s);
        const [exact, abstract] = [make(), make()];
        exact.evaluate(s);
        abstract.evaluate(structure);
        expect(exact.must).toBe(exact.may);
        for (const [v, w] of byName(s, structure)) {
          if ((abstract.must >>> w) & 1) expect((exact.must >>> v) & 1).toBe(1);
          if (!((abstract.may >>> w) & 1)) expect((exact.must >>> v) & 1).toBe(0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('the focused structures together describe what the structure described', () => {
    fc.assert(
      fc.property(concrete, fc.nat({ max: NODES - 1 }), (s, chosen) => {
        const u = chosen % elementsOf(s.nodes).length;
        s.set(q, 1 << u, 1 << u);
        const { structure } = new Blur(vocabulary).blur(s);
        const at = byName(s, structure).get(u)!;
        const focused = focusRow(structure, e, at)!;
        expect(focused.some((t) => embedsSomehow(s, t))).toBe(true);
        expect(focusSet(structure, o)!.some((t) => embedsSomehow(s, t))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('join is an upper bound', () => {
    fc.assert(
      fc.property(concrete, concrete, (a, b) => {
        const [x, y] = [new Blur(vocabulary).blur(a), new Blur(vocabulary).blur(b)];
        if (x.names !== y.names) return;
        joinInto(x.structure, y.structure);
        expect(embedsBy(a, x.structure, byName(a, x.structure))).toBe(true);
        expect(embedsBy(b, x.structure, byName(b, x.structure))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('coerce never discards a structure that describes a memory state', () => {
    const rules = new RuleBook([functional(e)], vocabulary);
    fc.assert(
      fc.property(concrete, (s) => {
        const { structure } = new Blur(vocabulary).blur(s);
        expect(rules.coerce(structure)).toBe(true);
        expect(embedsBy(s, structure, byName(s, structure))).toBe(true);
      }),
      { numRuns: 2000 },
    );
    const bad = new Structure(vocabulary);
    for (let i = 0; i < 3; i++) bad.addNode();
    bad.setRow(e, 0, 0b110, 0b110);
    expect(functional(e).apply(bad)).toBe(CONTRADICTION);
  });

  it('merging nothing is the identity', () => {
    fc.assert(
      fc.property(concrete, (s) => {
        const groups = elementsOf(s.nodes).map((v) => 1 << v);
        expect(merge(s, groups).unary).toEqual(s.unary);
        expect(merge(s, groups).binary).toEqual(s.binary);
      }),
    );
  });
});

/** Tries every map from nodes to nodes. */
function embedsSomehow(small: Structure, large: Structure): boolean {
  const from = elementsOf(small.nodes);
  const to = elementsOf(large.nodes);
  const search = (i: number, map: Map<number, number>): boolean =>
    i === from.length
      ? embedsBy(small, large, map) === true
      : to.some((w) => search(i + 1, new Map(map).set(from[i]!, w)));
  return search(0, new Map());
}
