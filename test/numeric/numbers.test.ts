// The numeric domain: lattice laws, and soundness of every operation against concrete valuations.
// Mirrors src/numeric.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as numbers from '../../src/numeric/numbers.js';
import { NOTHING_KNOWN, type Numbers } from '../../src/numeric/numbers.js';
import * as ranges from '../../src/numeric/range.js';
import { checkLaws } from '../support/laws.js';

const KEYS = [10, 20, 30, 40];
const key = fc.constantFrom(...KEYS);
const small = fc.integer({ min: -6, max: 6 });

type Operation =
  | { readonly kind: 'at-most'; readonly a: number | null; readonly b: number | null; readonly c: number }
  | { readonly kind: 'nonzero'; readonly a: number }
  | { readonly kind: 'set'; readonly a: number; readonly low: number; readonly width: number }
  | { readonly kind: 'copy'; readonly a: number; readonly b: number; readonly c: number }
  | { readonly kind: 'multiply'; readonly a: number; readonly b: number; readonly times: number; readonly c: number }
  | { readonly kind: 'forget'; readonly a: number };

const maybeKey = fc.option(key, { nil: null });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('at-most' as const), a: maybeKey, b: maybeKey, c: small }),
  fc.record({ kind: fc.constant('nonzero' as const), a: key }),
  fc.record({ kind: fc.constant('set' as const), a: key, low: small, width: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant('copy' as const), a: key, b: key, c: small }),
  fc.record({ kind: fc.constant('multiply' as const), a: key, b: key, times: fc.constantFrom(2, 4), c: small }),
  fc.record({ kind: fc.constant('forget' as const), a: key }),
);

const ANY = ranges.ANYTHING;

function apply(n: Numbers, o: Operation): Numbers | null {
  switch (o.kind) {
    case 'at-most':
      return o.a === o.b ? n : numbers.assumeAtMost(n, o.a, o.b, o.c);
    case 'nonzero':
      return numbers.assumeNonzero(n, o.a);
    case 'set':
      return numbers.assign(n, o.a, ranges.range(o.low, o.low + o.width), null);
    case 'copy':
      return numbers.assign(n, o.a, ANY, { key: o.b, times: 1, plus: o.c });
    case 'multiply':
      return numbers.assign(n, o.a, ANY, { key: o.b, times: o.times, plus: o.c });
    case 'forget':
      return numbers.forget(n, [o.a]);
  }
}

/** A random nonempty element: operations that would empty it are skipped. */
const elements = fc
  .array(operation, { maxLength: 8 })
  .map((list) => list.reduce((n, o) => apply(n, o) ?? n, NOTHING_KNOWN));

type Valuation = Map<number, number>;

/** Does the valuation satisfy all constraints? */
function satisfies(v: Valuation, n: Numbers): boolean {
  for (const a of KEYS) {
    const r = numbers.rangeOf(n, a);
    if (v.get(a)! < r.low || v.get(a)! > r.high) return false;
    if (v.get(a) === 0 && numbers.isNonzero(n, a)) return false;
    const of = numbers.multipleOf(n, a);
    if (of && v.get(a) !== of.times * v.get(of.key)! + of.plus) return false;
    for (const b of KEYS) if (v.get(a)! - v.get(b)! > numbers.difference(n, a, b)) return false;
  }
  return true;
}

const valuation = fc
  .tuple(small, small, small, small)
  .map((values): Valuation => new Map(KEYS.map((k, i) => [k, values[i]!])));

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
