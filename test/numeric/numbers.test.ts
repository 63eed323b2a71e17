// The numeric domain: lattice laws, and soundness of every operation against concrete valuations.
// Mirrors src/numeric.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as numbers from '../../src/numeric/numbers.js';
import { NOTHING_KNOWN, type Numbers } from '../../src/numeric/numbers.js';
import * as ranges from '../../src/numeric/range.js';
import { checkLaws } from '../support/laws.js';
import '../support/fixed-seed.js';
import {
  apply,
  elements,
  KEYS,
  type Operation,
  operation,
  productIn,
  satisfies,
  small,
  type Valuation,
  valuation,
} from './valuations.js';

/** The effect of the operation on a concrete valuation; null if it is excluded. */
function run(v: Valuation, o: Operation, choice: number): Valuation | null {
  const at = (k: number | null) => (k === null ? 0 : v.get(k)!);
  switch (o.kind) {
    case 'at-most':
      return o.a === o.b || at(o.a) - at(o.b) <= o.c ? v : null;
    case 'nonzero':
      return at(o.a) !== 0 ? v : null;
    case 'set':
      return new Map(v).set(o.a, o.low + (choice % (o.width + 1)));
    case 'copy':
      return new Map(v).set(o.a, at(o.b) + o.c);
    case 'multiply':
      return new Map(v).set(o.a, o.times * at(o.b) + o.c);
    case 'product':
      return o.a === o.x.key || o.a === o.y.key
        ? v
        : new Map(v).set(o.a, productIn(v, { times: o.times, left: o.x, right: o.y }));
    case 'forget':
      return new Map(v).set(o.a, choice);
  }
}

const lattice = { leq: numbers.leq, join: numbers.join, widen: numbers.widen };

test('the domain obeys the laws of lattices', () => checkLaws(lattice, elements, 500));

test('every operation keeps every valuation that it does not exclude', () => {
  const steps = fc.array(fc.tuple(operation, fc.nat({ max: 6 })), { maxLength: 10 });
  fc.assert(
    fc.property(valuation, steps, (start, list) => {
      let v: Valuation | null = start;
      let n: Numbers | null = NOTHING_KNOWN;
      for (const [o, choice] of list) {
        v = run(v, o, choice);
        if (v === null) return true;
        n = apply(n, o);
        if (n === null || !satisfies(v, n)) return false;
      }
      return true;
    }),
    { numRuns: 2000 },
  );
});

test('join and widening keep the valuations of both operands', () => {
  fc.assert(
    fc.property(elements, elements, valuation, (a, b, v) => {
      if (!satisfies(v, a) && !satisfies(v, b)) return true;
      return satisfies(v, numbers.join(a, b)) && satisfies(v, numbers.widen(a, b));
    }),
    { numRuns: 2000 },
  );
});

test('chains of widenings are finite', () => {
  let n = numbers.assign(NOTHING_KNOWN, 10, ranges.constant(0), null);
  for (let i = 1; i < 10; i++)
    n = numbers.widen(n, numbers.join(n, numbers.assign(NOTHING_KNOWN, 10, ranges.constant(i), null)));
  expect(numbers.rangeOf(n, 10)).toEqual({ low: 0, high: Infinity });
});

test('renaming keeps all constraints', () => {
  fc.assert(
    fc.property(elements, valuation, (n, v) => {
      const renamed = numbers.rename(n, (k) => 100 - k);
      const moved: Valuation = new Map([...v].map(([k, x]) => [100 - k, x]));
      const back = numbers.rename(renamed, (k) => 100 - k);
      return numbers.equal(n, back) && (!satisfies(v, n) || moved.size === KEYS.length);
    }),
  );
});

test('interval arithmetic contains concrete arithmetic', () => {
  const span = fc.tuple(small, fc.nat({ max: 4 }), fc.nat({ max: 4 }));
  const operators: [(a: ranges.Range, b: ranges.Range) => ranges.Range, (a: number, b: number) => number][] = [
    [ranges.add, (a, b) => a + b],
    [ranges.subtract, (a, b) => a - b],
    [ranges.multiply, (a, b) => a * b],
    [ranges.divide, (a, b) => (b === 0 ? 0 : Math.trunc(a / b))],
    [ranges.remainder, (a, b) => (b === 0 ? 0 : a % b)],
    [ranges.bitAnd, (a, b) => a & b],
  ];
  fc.assert(
    fc.property(span, span, fc.constantFrom(...operators), ([a, aw, ax], [b, bw, bx], [abstract, concrete]) => {
      const [x, y] = [a + Math.min(aw, ax), b + Math.min(bw, bx)];
      fc.pre(y !== 0);
      const r = abstract(ranges.range(a, a + aw), ranges.range(b, b + bw));
      const value = concrete(x, y);
      return value >= r.low && value <= r.high;
    }),
    { numRuns: 3000 },
  );
});
