// Kleene's three values: the laws of the information order, and monotone logic.
// Mirrors src/lattice/kleene.ts.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { and, join, type Kleene, leq, not, or } from '../../src/lattice/kleene.js';
import { checkLaws } from '../support/laws.js';
import '../support/fixed-seed.js';

const values = fc.constantFrom<Kleene>(0, 0.5, 1);

test('the information order is a lattice of height two', () => {
  checkLaws({ leq, join, widen: join }, values);
  expect(join(0, 1)).toBe(0.5);
});

test('and, or and not are monotone in the information order', () => {
  fc.assert(
    fc.property(values, values, values, values, (a, b, c, d) => {
      fc.pre(leq(a, c) && leq(b, d));
      return leq(and(a, b), and(c, d)) && leq(or(a, b), or(c, d)) && leq(not(a), not(c));
    }),
  );
});
