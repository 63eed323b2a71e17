// The domain of `stack`: three-valued structures under embedding, blur as an upper closure, canonical names, joins.
// Beside kernel.test.ts, which tests every operator against two-valued structures.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementsOf } from '../../../src/logic/tvl/bits.js';
import { Blur } from '../../../src/logic/tvl/blur.js';
import { embedsBy } from '../../../src/logic/tvl/embed.js';
import { joinInto } from '../../../src/logic/tvl/join.js';
import { Structure } from '../../../src/logic/tvl/structure.js';
import { Vocabulary } from '../../../src/logic/tvl/vocabulary.js';
import '../../support/fixed-seed.js';

const vocabulary = new Vocabulary();
const unary = [vocabulary.property('p'), vocabulary.property('q'), vocabulary.observation('o')];
const e = vocabulary.relation('e');
const NODES = 6;
const ALL = (1 << NODES) - 1;
const bits = fc.nat({ max: ALL });
const pair = fc.tuple(bits, bits);

/** Random structures with values 0, 1/2 and 1. */
const structures: fc.Arbitrary<Structure> = fc
  .record({
    size: fc.integer({ min: 1, max: NODES }),
    summary: bits,
    sets: fc.array(pair, { minLength: unary.length, maxLength: unary.length }),
    rows: fc.array(pair, { minLength: NODES, maxLength: NODES }),
  })
  .map(({ size, summary, sets, rows }) => {
    const s = new Structure(vocabulary);
    for (let i = 0; i < size; i++) s.addNode();
    s.summary = summary & s.nodes;
    unary.forEach((p, i) => {
      s.set(p, sets[i]![0] & sets[i]![1] & s.nodes, (sets[i]![0] | sets[i]![1]) & s.nodes);
    });
    for (let v = 0; v < size; v++)
      s.setRow(e, v, rows[v]![0] & rows[v]![1] & s.nodes, (rows[v]![0] | rows[v]![1]) & s.nodes);
    return s;
  });

const blur = (s: Structure) => new Blur(vocabulary).blur(s);

/** The image of each node under blur. */
function blurMap(s: Structure): Map<number, number> {
  const groups = new Blur(vocabulary).groupsOf(s);
  return new Map(groups.flatMap((group, i) => elementsOf(group).map((v) => [v, i])));
}

const identity = (s: Structure): Map<number, number> => new Map(elementsOf(s.nodes).map((v) => [v, v]));
const textOf = (s: Structure): string => `${s.nodes} ${s.summary} ${s.unary} ${s.binary}`;

/** The same structure with its nodes numbered in reverse. */
function reversed(s: Structure): Structure {
  const count = elementsOf(s.nodes).length;
  const turn = (set: number): number => elementsOf(set).reduce((sum, v) => sum | (1 << (count - 1 - v)), 0);
  const t = new Structure(vocabulary);
  for (let i = 0; i < count; i++) t.addNode();
  t.summary = turn(s.summary);
  for (const p of unary) t.set(p, turn(s.must(p)), turn(s.may(p)));
  for (let v = 0; v < count; v++) t.setRow(e, count - 1 - v, turn(s.mustRow(e, v)), turn(s.mayRow(e, v)));
  return t;
}

/** A structure with less information: some values become 1/2. */
function weaker(s: Structure, set: number, row: number): Structure {
  const t = s.copy();
  for (const p of unary) t.set(p, s.must(p) & ~set, s.may(p) | (set & s.nodes));
  for (const v of elementsOf(s.nodes)) t.setRow(e, v, s.mustRow(e, v) & ~row, s.mayRow(e, v) | (row & s.nodes));
  return t;
}

describe('embedding', () => {
  test('is reflexive, and transitive through blur', () => {
    fc.assert(
      fc.property(structures, bits, bits, (s, set, row) => {
        const less = weaker(s, set, row);
        const { structure } = blur(less);
        expect(embedsBy(s, s, identity(s))).toBe(true);
        expect(embedsBy(s, less, identity(s))).toBe(true);
        expect(embedsBy(less, structure, blurMap(less))).toBe(true);
        expect(embedsBy(s, structure, blurMap(less))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('holds in both directions between equal structures only', () => {
    fc.assert(
      fc.property(structures, bits, bits, (s, set, row) => {
        const less = weaker(s, set, row);
        expect(embedsBy(less, s, identity(s)) === true).toBe(textOf(s) === textOf(less));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('blur', () => {
  test('is an upper bound and idempotent', () => {
    fc.assert(
      fc.property(structures, (s) => {
        const once = blur(s);
        const twice = blur(once.structure);
        expect(embedsBy(s, once.structure, blurMap(s))).toBe(true);
        expect([textOf(twice.structure), twice.names]).toEqual([textOf(once.structure), once.names]);
      }),
      { numRuns: 1000 },
    );
  });

  test('gives names and an order that do not depend on the numbers of nodes', () => {
    fc.assert(
      fc.property(structures, (s) => {
        const [a, b] = [blur(s), blur(reversed(s))];
        expect([textOf(a.structure), a.names]).toEqual([textOf(b.structure), b.names]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('join', () => {
  /** Structures with equal canonical names: one, and others with less information about observations. */
  const family = structures.chain((s) => {
    const { structure } = blur(s);
    const other = fc.tuple(bits, bits, bits).map(([set, row, summary]) => {
      const t = structure.copy();
      t.summary |= summary & t.nodes;
      const o = unary[2]!;
      t.set(o, structure.must(o) & ~set, structure.may(o) | (set & structure.nodes));
      for (const v of elementsOf(t.nodes))
        t.setRow(e, v, structure.mustRow(e, v) & ~row, structure.mayRow(e, v) | (row & t.nodes));
      return t;
    });
    return fc.array(other, { minLength: 2, maxLength: 6 });
  });

  test('is an upper bound that changes only if it must', () => {
    fc.assert(
      fc.property(family, ([a, b]) => {
        const into = a!.copy();
        const grown = joinInto(into, b!);
        for (const one of [a!, b!]) expect(embedsBy(one, into, identity(one))).toBe(true);
        expect(grown).toBe(textOf(into) !== textOf(a!));
        expect(grown).toBe(embedsBy(b!, a!, identity(b!)) !== true);
      }),
      { numRuns: 1000 },
    );
  });

  test('is commutative and associative, and chains of joins are finite', () => {
    fc.assert(
      fc.property(family, (members) => {
        const sum = (list: readonly Structure[]): Structure => {
          const into = list[0]!.copy();
          for (const s of list.slice(1)) joinInto(into, s);
          return into;
        };
        const all = sum(members);
        expect(textOf(sum([...members].reverse()))).toBe(textOf(all));
        expect(members.some((s) => joinInto(all, s))).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
