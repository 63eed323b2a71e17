// Arithmetic on numbers with ranges and forms: what C computes is always among what the domain says.
// One implementation for all engines, so that one suite of laws is enough.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyOf,
  combine,
  compare,
  convert,
  exactly,
  keepsValue,
  type NumberValue,
  negated,
  numberAt,
} from '../../src/numeric/arithmetic.js';
import * as numbers from '../../src/numeric/numbers.js';
import { type Linear, NOTHING_KNOWN } from '../../src/numeric/numbers.js';
import { assumeSum, leastAbove, type Sum } from '../../src/numeric/products.js';
import * as ranges from '../../src/numeric/range.js';
import { Types } from '../../src/types/basic-types.js';
import { type Comparison, NEGATED, SWAPPED } from '../../src/types/operators.js';
import { type IntType, LP64 } from '../../src/types/types.js';
import { elements, KEYS, satisfies, type Valuation, valuation } from './valuations.js';
import '../support/fixed-seed.js';

const types = new Types(LP64);
const small = [types.schar, types.uchar];
const wide = [types.int, types.uint, types.long, types.ulong];
const OPERATORS = ['add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor', 'shl', 'shr'] as const;
const COMPARISONS = Object.keys(NEGATED) as Comparison[];

/** What C makes of the exact result; null where the behaviour is undefined. */
function compute(op: (typeof OPERATORS)[number], a: bigint, b: bigint): bigint | null {
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return b === 0n ? null : a / b;
    case 'rem':
      return b === 0n ? null : a % b;
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'shl':
      return a < 0n || b < 0n || b > 7n ? null : a << b;
    case 'shr':
      return b < 0n || b > 7n ? null : a >> b;
  }
}

const wrapped = (x: bigint, { bits, signed }: IntType): bigint =>
  signed ? BigInt.asIntN(bits, x) : BigInt.asUintN(bits, x);

/** Signed overflow is undefined. */
function inType(exact: bigint | null, type: IntType): bigint | null {
  const result = exact === null ? null : wrapped(exact, type);
  return type.signed && result !== exact ? null : result;
}

/** A number of the program in a valuation: a variable, a constant, or any of a range. */
interface Operand {
  readonly value: NumberValue;
  readonly actual: bigint;
}

const operand = (type: IntType, v: Valuation, n: numbers.Numbers) =>
  fc.oneof(
    fc.constantFrom(...KEYS).map((key): Operand => ({ value: numberAt(n, key, type), actual: BigInt(v.get(key)!) })),
    fc.integer({ min: 0, max: 127 }).map((x): Operand => ({ value: exactly(x), actual: BigInt(x) })),
    fc.tuple(fc.integer({ min: 0, max: 120 }), fc.nat({ max: 7 }), fc.nat({ max: 7 })).map(
      ([low, a, b]): Operand => ({
        value: { range: ranges.range(low, low + Math.max(a, b)), form: null },
        actual: BigInt(low + Math.min(a, b)),
      }),
    ),
  );

/** A type, what is known, a valuation for which it is true and whose numbers are of the type, and two operands. */
const situations = (choice: readonly IntType[]) =>
  fc
    .tuple(fc.constantFrom(...choice), elements, valuation)
    .map(([type, n, v]) => ({ type, n, v: type.signed ? v : withoutSign(v) }))
    .filter(({ n, v }) => satisfies(v, n))
    .chain(({ type, n, v }) =>
      fc.tuple(operand(type, v, n), operand(type, v, n)).map(([left, right]) => ({ type, n, v, left, right })),
    );

const withoutSign = (v: Valuation): Valuation => new Map([...v].map(([k, x]) => [k, Math.abs(x)]));

const at = (form: Linear, v: Valuation): number => form.times * v.get(form.key)! + form.plus;

const factorIn = (v: Valuation, { key, plus }: Sum['product']['left']): number =>
  (key === null ? 0 : v.get(key)!) + plus;

const sumIn = (v: Valuation, { product: { times, left, right }, of, plus }: Sum): number =>
  times * factorIn(v, left) * factorIn(v, right) + (of ? of.times * v.get(of.key)! : 0) + plus;

function holds({ range, form, most, sum }: NumberValue, actual: bigint, v: Valuation): boolean {
  const x = Number(actual);
  if (x < range.low || x > range.high) return false;
  if (sum && sumIn(v, sum) !== x) return false;
  return (!form || at(form, v) === x) && (!most || x <= at(most, v));
}

test('the result of an operator is what C computes, wrapped around where it may', () => {
  fc.assert(
    fc.property(situations([...small, ...wide]), fc.constantFrom(...OPERATORS), ({ type, n, v, left, right }, op) => {
      const actual = inType(compute(op, left.actual, right.actual), type);
      fc.pre(actual !== null);
      return holds(combine(n, op, left.value, right.value, type), actual, v);
    }),
    { numRuns: 6000 },
  );
});

test('so is the opposite', () => {
  fc.assert(
    fc.property(situations([...small, ...wide]), ({ type, n, v, left }) => {
      const actual = inType(-left.actual, type);
      return actual === null || holds(negated(n, left.value, type), actual, v);
    }),
  );
});

test('results of results stay sound', () => {
  const operators = fc.constantFrom(...OPERATORS);
  fc.assert(
    fc.property(situations([types.uchar, types.schar, types.int]), operators, operators, (s, first, second) => {
      const inner = inType(compute(first, s.left.actual, s.right.actual), s.type);
      const outer = inner === null ? null : inType(compute(second, inner, s.right.actual), s.type);
      fc.pre(outer !== null);
      const value = combine(s.n, first, s.left.value, s.right.value, s.type);
      return holds(combine(s.n, second, value, s.right.value, s.type), outer, s.v);
    }),
    { numRuns: 6000 },
  );
});

test('a sum is at least as far below a known product as is said', () => {
  const operators = fc.constantFrom('add', 'sub', 'mul');
  fc.assert(
    fc.property(situations([types.uint, types.int]), operators, operators, (s, first, second) => {
      const value = combine(s.n, first, s.left.value, s.right.value, s.type);
      const { sum } = combine(s.n, second, value, s.left.value, s.type);
      const sums = [sum, value.sum].filter((x) => !!x);
      return s.n.products.every((p) => sums.every((x) => s.v.get(p.key)! - sumIn(s.v, x) >= leastAbove(s.n, p, x)));
    }),
    { numRuns: 6000 },
  );
});

test('an element of a matrix is inside', () => {
  const [rows, columns, i, j, size] = [10, 20, 30, 40, 50];
  const matrix = assumeSum(NOTHING_KNOWN, size, {
    product: { times: 1, left: { key: rows, plus: 1 }, right: { key: columns, plus: 0 } },
    of: null,
    plus: 0,
  });
  const element = (n: numbers.Numbers, row: number, column: number) => {
    const at = (key: number) => numberAt(n, key, types.int);
    return combine(n, 'add', combine(n, 'mul', at(row), at(columns), types.int), at(column), types.int).sum!;
  };
  const below = [
    ...KEYS.map((key) => ['ge', key, exactly(0)] as const),
    ...KEYS.map((key) => ['le', key, exactly(100)] as const),
    ['le', i, numberAt(matrix, rows, types.int)] as const,
    ['lt', j, numberAt(matrix, columns, types.int)] as const,
  ].reduce((n, [op, key, bound]) => compare(n, op, numberAt(n, key, types.int), bound)!, matrix);
  const [whole] = below.products;
  expect(leastAbove(below, whole!, element(below, i, j))).toBe(1);
  expect(leastAbove(below, whole!, element(below, j, i))).toBe(-Infinity);
});

test('a conversion that is said to keep the value does', () => {
  fc.assert(
    fc.property(situations([...small, ...wide]), fc.constantFrom(...small, ...wide), ({ type, v, left }, to) =>
      holds(convert(left.value, type, to), wrapped(left.actual, to), v),
    ),
    { numRuns: 3000 },
  );
});

test('a number without end may turn negative, unless somebody knows a bound', () => {
  const large: NumberValue = { range: { low: 5, high: Infinity }, form: { key: 10, times: 1, plus: 0 } };
  expect(keepsValue(large, types.ulong, types.long)).toBe(false);
  expect(keepsValue(large, types.ulong, types.long, () => true)).toBe(true);
  expect(keepsValue(large, types.ulong, types.ulong)).toBe(true);
  expect(keepsValue(large, types.ulong, types.uint, () => true)).toBe(false);
  expect(keepsValue(large, types.double, types.long)).toBe(false);
});

test('what is compared is what remains', () => {
  fc.assert(
    fc.property(situations([...small, ...wide]), fc.constantFrom(...COMPARISONS), ({ n, v, left, right }, op) => {
      fc.pre(isTrue(op, left.actual, right.actual));
      const after = compare(n, op, left.value, right.value);
      return after !== null && satisfies(v, after);
    }),
    { numRuns: 6000 },
  );
});

function isTrue(op: Comparison, a: bigint, b: bigint): boolean {
  const table = { eq: a === b, ne: a !== b, lt: a < b, le: a <= b, gt: a > b, ge: a >= b };
  return table[op];
}

test('comparisons: one or its negation, and the same from the other side', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COMPARISONS), fc.bigInt(), fc.bigInt(), (op, a, b) => {
      const [x, y] = [a % 3n, b % 3n];
      return isTrue(op, x, y) !== isTrue(NEGATED[op], x, y) && isTrue(op, x, y) === isTrue(SWAPPED[op], y, x);
    }),
  );
});

test('a sum that stays below another number of a narrow type is kept, one that may wrap is not', () => {
  const known = numbers.assumeAtMost(NOTHING_KNOWN, 10, 20, -1)!;
  const i = numberAt(known, 10, types.uint);
  expect(combine(known, 'add', i, exactly(1), types.uint)).toEqual(anyOf(types.uint));
  const bounded = numbers.assumeRange(known, 20, { low: 0, high: 100 })!;
  const j = numberAt(bounded, 10, types.uint);
  expect(combine(bounded, 'add', j, exactly(1), types.uint).form).toEqual({ key: 10, times: 1, plus: 1 });
});

test('numbers of which one is at most the other, and that differ, are one apart at least', () => {
  const known = numbers.assumeAtMost(NOTHING_KNOWN, 10, 20, 0)!;
  const [x, y] = [numberAt(known, 10, types.int), numberAt(known, 20, types.int)];
  expect(numbers.difference(compare(known, 'ne', x, y)!, 10, 20)).toBe(-1);
  expect(numbers.difference(compare(known, 'ne', y, x)!, 10, 20)).toBe(-1);
});

test('coefficients that a double cannot tell apart are dropped', () => {
  const at52 = (range: ranges.Range): NumberValue => ({ range, form: { key: 10, times: 1, plus: 2 ** 52 } });
  const sum = combine(NOTHING_KNOWN, 'add', at52(ranges.range(0, 10)), exactly(2 ** 52), types.long);
  expect(sum.range).toEqual({ low: 2 ** 52, high: 2 ** 52 + 10 });
  expect(sum.form).toBeNull();
});
