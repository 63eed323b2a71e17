// fold and expand form a Galois connection: fold(b) ⊆ c exactly if b ⊆ expand(c).
// On random sets of vectors over two groups of flags, and flags that both leave unchanged.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expand, fold } from '../../../src/engines/fold/paper/definition-one.js';
import { Bdd, negate, type Ref, type Variable } from '../../../src/logic/bdd/bdd.js';
import '../../support/fixed-seed.js';

const GROUP = 3;

/** A set of vectors, given as numbers whose bits are the flags. */
function setOf(bdd: Bdd, variables: readonly Variable[], vectors: readonly number[]): Ref {
  return vectors.reduce((set, vector) => {
    const one = variables.reduce((all, v, bit) => {
      const f = bdd.literal(v);
      return bdd.and(all, (vector >> bit) & 1 ? f : negate(f));
    }, 0);
    return bdd.or(set, one);
  }, 1);
}

function setUp() {
  const bdd = new Bdd();
  const make = () => Array.from({ length: GROUP }, () => bdd.addVariable());
  return { bdd, i: make(), j: make(), rest: [bdd.addVariable(), bdd.addVariable()] };
}

const vectors = (bits: number) => fc.array(fc.nat(2 ** bits - 1), { maxLength: 12 });

test('fold and expand form a Galois connection', () => {
  fc.assert(
    fc.property(vectors(2 * GROUP + 2), vectors(GROUP + 2), (many, few) => {
      const { bdd, i, j, rest } = setUp();
      const b = setOf(bdd, [...i, ...j, ...rest], many);
      const c = setOf(bdd, [...i, ...rest], few);
      expect(bdd.entails(fold(bdd, b, i, j), c)).toBe(bdd.entails(b, expand(bdd, c, i, j)));
      expect(bdd.entails(b, expand(bdd, fold(bdd, b, i, j), i, j))).toBe(true);
      expect(bdd.entails(fold(bdd, expand(bdd, c, i, j), i, j), c)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
