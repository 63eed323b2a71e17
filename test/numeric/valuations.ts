// Random elements of the numeric domain, and concrete valuations of their keys to hold them against.
// Shared by the tests of the domain and of the arithmetic on it.

import fc from 'fast-check';
import * as numbers from '../../src/numeric/numbers.js';
import { NOTHING_KNOWN, type Numbers } from '../../src/numeric/numbers.js';
import type { Product, Term } from '../../src/numeric/product-facts.js';
import { assumeSum } from '../../src/numeric/products.js';
import * as ranges from '../../src/numeric/range.js';

export const KEYS = [10, 20, 30, 40];
export const key = fc.constantFrom(...KEYS);
export const small = fc.integer({ min: -6, max: 6 });

export type Operation =
  | { readonly kind: 'at-most'; readonly a: number | null; readonly b: number | null; readonly c: number }
  | { readonly kind: 'nonzero'; readonly a: number }
  | { readonly kind: 'set'; readonly a: number; readonly low: number; readonly width: number }
  | { readonly kind: 'copy'; readonly a: number; readonly b: number; readonly c: number }
  | { readonly kind: 'multiply'; readonly a: number; readonly b: number; readonly times: number; readonly c: number }
  | { readonly kind: 'product'; readonly a: number; readonly x: Term; readonly y: Term; readonly times: number }
  | { readonly kind: 'forget'; readonly a: number };

const term: fc.Arbitrary<Term> = fc.record({ key, plus: fc.integer({ min: -1, max: 2 }) });
const maybeKey = fc.option(key, { nil: null });
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('at-most' as const), a: maybeKey, b: maybeKey, c: small }),
  fc.record({ kind: fc.constant('nonzero' as const), a: key }),
  fc.record({ kind: fc.constant('set' as const), a: key, low: small, width: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constant('copy' as const), a: key, b: key, c: small }),
  fc.record({ kind: fc.constant('multiply' as const), a: key, b: key, times: fc.constantFrom(2, 4), c: small }),
  fc.record({ kind: fc.constant('product' as const), a: key, x: term, y: term, times: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('forget' as const), a: key }),
);

const ANY = ranges.ANYTHING;

export function apply(n: Numbers, o: Operation): Numbers | null {
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
    case 'product':
      return setProduct(n, o.a, { times: o.times, left: o.x, right: o.y });
    case 'forget':
      return numbers.forget(n, [o.a]);
  }
}

/** a := product, where the factors are other numbers than a */
function setProduct(n: Numbers, a: number, product: Product): Numbers {
  if (a === product.left.key || a === product.right.key) return n;
  return assumeSum(numbers.forget(n, [a]), a, { product, of: null, plus: 0 });
}

/** A random reachable element: operations that would empty it are left out. */
export const elements = fc
  .array(operation, { maxLength: 8 })
  .map((list) => list.reduce((n, o) => apply(n, o) ?? n, NOTHING_KNOWN));

export type Valuation = Map<number, number>;

/** Does the valuation satisfy everything that is said? */
export function satisfies(v: Valuation, n: Numbers): boolean {
  for (const a of KEYS) {
    const r = numbers.rangeOf(n, a);
    if (v.get(a)! < r.low || v.get(a)! > r.high) return false;
    if (v.get(a) === 0 && numbers.isNonzero(n, a)) return false;
    const of = numbers.multipleOf(n, a);
    if (of && v.get(a) !== of.times * v.get(of.key)! + of.plus) return false;
    for (const b of KEYS) if (v.get(a)! - v.get(b)! > numbers.difference(n, a, b)) return false;
  }
  return n.products.every((p) => v.get(p.key) === productIn(v, p));
}

export const productIn = (v: Valuation, { times, left, right }: Product): number =>
  times * (v.get(left.key)! + left.plus) * (v.get(right.key)! + right.plus);

export const valuation = fc
  .tuple(small, small, small, small)
  .map((values): Valuation => new Map(KEYS.map((k, i) => [k, values[i]!])));
