// Sums with one product of two numbers, such as i·m + j: how they are computed, and how far they stay below a known product.
// Beside the linear forms of arithmetic.ts; offsets into matrices are such sums.

import { assumeAtMost, difference, type Key, type Linear, type Numbers, rangeOf, withProduct } from './numbers.js';
import type { Product, Term } from './product-facts.js';

/** product + of.times · of.key + plus; without `of`, product + plus */
export interface Sum {
  readonly product: {
    readonly times: number;
    readonly left: Factor;
    readonly right: Factor;
  };
  readonly of: { readonly key: Key; readonly times: number } | null;
  readonly plus: number;
}

/** key + plus, or the constant plus */
interface Factor {
  readonly key: Key | null;
  readonly plus: number;
}

/** What products are made from: a value with a linear form or a sum. */
interface Summand {
  readonly form: Linear | null;
  readonly sum?: Sum | null;
}

/** (a · x + b) · (c · y + d) = a·c · (x + b/a) · (y + d/c), where both divide. */
export function productOf(a: Linear | null, b: Linear | null): Sum | null {
  const [left, right] = [factor(a), factor(b)];
  if (!left || !right) return null;
  return sound({ product: { times: a!.times * b!.times, left, right }, of: null, plus: 0 });
}

const factor = (f: Linear | null): Term | null =>
  f && f.times > 0 && f.plus % f.times === 0 ? { key: f.key, plus: f.plus / f.times } : null;

export const scaleSum = (s: Sum | null, by: number | null): Sum | null =>
  s && by !== null && by > 0
    ? sound({
        product: { ...s.product, times: s.product.times * by },
        of: s.of && { key: s.of.key, times: s.of.times * by },
        plus: s.plus * by,
      })
    : null;

export const moveSum = (s: Sum | null, by: number | null): Sum | null =>
  s && by !== null ? sound({ ...s, plus: s.plus + by }) : null;

/** a + b, where one of them is a product, or known to be one, and the other a linear form. */
export function addToSum(n: Numbers, a: Summand, b: Summand): Sum | null {
  return withForm(sumOf(n, a), b.form) ?? withForm(sumOf(n, b), a.form) ?? constantRow(a.form, b.form);
}

/** c·t · x + t · y, where x is the length of a row: the product of the constant c and x, and y behind it. */
function constantRow(a: Linear | null, b: Linear | null): Sum | null {
  const row = a && b && b.times > 0 ? rowOf(a, b.times) : null;
  return withForm(row, b);
}

function withForm(s: Sum | null, form: Linear | null): Sum | null {
  if (!s || s.of || !form) return null;
  return sound({ ...s, of: { key: form.key, times: form.times }, plus: s.plus + form.plus });
}

/** times · x + plus as a sum in units: the product of the constant times/unit and x. */
export function rowOf({ key, times, plus }: Linear, unit: number): Sum | null {
  if (times <= 0 || times % unit !== 0) return null;
  return { product: { times: unit, left: { key: null, plus: times / unit }, right: { key, plus: 0 } }, of: null, plus };
}

/** The value as a sum; that of a key that is known to be a product is one. */
export function sumOf(n: Numbers, { form, sum }: Summand): Sum | null {
  if (sum) return sum;
  const fact = form && n.products.find((p) => p.key === form.key);
  if (!fact) return null;
  return sound({ product: { ...fact, times: fact.times * form.times }, of: null, plus: form.plus });
}

/** The product that the value is, if it is nothing else. */
export function productIn(n: Numbers, value: Summand): Product | null {
  const sum = sumOf(n, value);
  return sum && !sum.of && sum.plus === 0 ? keyed(sum) : null;
}

/** The product, if both factors are numbers of the program. */
function keyed({ product: { times, left, right } }: Sum): Product | null {
  if (left.key === null || right.key === null) return null;
  return { times, left: { ...left, key: left.key }, right: { ...right, key: right.key } };
}

/** n ∧ key = sum, if that is a product; it is at least a factor if the other one is at least 1. */
export function assumeSum(n: Numbers, key: Key, sum: Sum): Numbers {
  const product = sum.of || sum.plus !== 0 ? null : keyed(sum);
  if (!product || key === product.left.key || key === product.right.key) return n;
  const { times, left, right } = product;
  const pairs = [
    [left, right],
    [right, left],
  ] as const;
  return pairs.reduce(
    (m, [factor, other]) => {
      const isMore = times >= 1 && least(n, other) >= 1 && least(n, factor) >= 0;
      return (isMore ? assumeAtMost(m, factor.key, key, -factor.plus) : m) ?? m;
    },
    withProduct(n, key, product),
  );
}

/** The least value of a key that is known to be a product, by those of its factors; 0 if none is known. */
export function leastProduct(n: Numbers, key: Key): number {
  const lows = n.products.filter((p) => p.key === key).map((p) => [p.times, least(n, p.left), least(n, p.right)]);
  return Math.max(0, ...lows.map((low) => (low.every((x) => x >= 0) ? low.reduce((x, y) => x * y) : 0)));
}

/** The key as a multiple of another that is known to be the same product with a smaller coefficient. */
export function multipleOfProduct(n: Numbers, key: Key): Linear | null {
  const fact = n.products.find((p) => p.key === key);
  const part =
    fact && n.products.find((p) => p.times < fact.times && fact.times % p.times === 0 && isEqual(n, p, fact));
  return part ? { key: part.key, times: fact.times / part.times, plus: 0 } : null;
}

/** Infinite and rounded coefficients say nothing. */
const sound = (s: Sum): Sum | null =>
  [s.product.times, s.product.left.plus, s.product.right.plus, s.plus, s.of?.times ?? 0].every(Number.isSafeInteger)
    ? s
    : null;

/** The key that is known to be the same product, and what the sum adds to it. */
export function knownSum(n: Numbers, s: Sum | null): Linear | null {
  if (!s || s.of) return null;
  const same = n.products.find((p) => p.times === s.product.times && isEqual(n, p, s.product));
  return same ? { key: same.key, times: 1, plus: s.plus } : null;
}

const isEqual = (n: Numbers, a: Sum['product'], b: Sum['product']): boolean =>
  (equals(n, a.left, b.left) && equals(n, a.right, b.right)) ||
  (equals(n, a.left, b.right) && equals(n, a.right, b.left));

const equals = (n: Numbers, a: Factor, b: Factor): boolean => most(n, a, b) <= 0 && most(n, b, a) <= 0;

/** The greatest value of a - b. */
function most(n: Numbers, a: Factor, b: Factor): number {
  if (a.key !== null && b.key !== null) return difference(n, a.key, b.key) + a.plus - b.plus;
  return greatest(n, a) - least(n, b);
}

const least = (n: Numbers, { key, plus }: Factor): number => (key === null ? 0 : rangeOf(n, key).low) + plus;
const greatest = (n: Numbers, { key, plus }: Factor): number => (key === null ? 0 : rangeOf(n, key).high) + plus;

/** The least value of whole - sum; -∞ if none is known. */
export function leastAbove(n: Numbers, whole: Product, s: Sum): number {
  if (whole.times !== s.product.times || whole.times <= 0) return -Infinity;
  const { left: x, right: y } = s.product;
  const { left: a, right: b } = whole;
  const orders: Rows[] = [
    { count: a, length: b, row: x, step: y },
    { count: a, length: b, row: y, step: x },
    { count: b, length: a, row: x, step: y },
    { count: b, length: a, row: y, step: x },
  ];
  return Math.max(...orders.map((rows) => leastInRows(n, rows, s)));
}

/** The whole has `count` rows of `length`; the sum begins `step` · `row` behind the first one. */
interface Rows {
  readonly count: Term;
  readonly length: Term;
  readonly row: Factor;
  readonly step: Factor;
}

/**
 * With 0 ≤ row ≤ count - g, 0 ≤ g, step ≤ length and 0 ≤ length:
 *   count·length - row·step ≥ (count - row)·length ≥ g·length
 * and behind that, with 1 ≤ g:
 *   g·length - k = (g - 1)·length + (length - k)
 */
function leastInRows(n: Numbers, { count, length, row, step }: Rows, { product: { times }, of, plus }: Sum): number {
  const g = -most(n, row, count);
  const shortest = least(n, length);
  if (!(g >= 0) || !(shortest >= 0) || !(least(n, row) >= 0) || !(most(n, step, length) <= 0)) return -Infinity;
  if (!of) return times * g * shortest - plus;
  if (g < 1 || of.times !== times) return -Infinity;
  return times * ((g - 1) * shortest - most(n, { key: of.key, plus: 0 }, length)) - plus;
}
