// Abstract arithmetic on values with a range and a linear form: operators, conversions and comparisons.
// Between the expressions of an engine and the domain in numbers.ts; knows types, not memory.

import { type BinaryOp, type Comparison, isComparison } from '../types/operators.js';
import { isInteger } from '../types/questions.js';
import type { CType } from '../types/types.js';
import {
  assumeAtMost,
  assumeNonzero,
  assumeRange,
  difference,
  type Key,
  type Linear,
  type Numbers,
  narrow,
  rangeOf,
} from './numbers.js';
import { addToSum, knownSum, moveSum, productOf, type Sum, scaleSum } from './products.js';
import * as ranges from './range.js';
import { type Range, rangeOfType, singleOf } from './range.js';

/** A value in `range` that also equals `form`, a linear form of another number, or `sum`; without a form it may be at most `most`. */
export interface NumberValue {
  readonly range: Range;
  readonly form: Linear | null;
  readonly most?: Linear | null;
  /** The same value as a sum with a product. */
  readonly sum?: Sum | null;
}

const ranged = (range: Range): NumberValue => ({ range, form: null });

export const UNKNOWN_NUMBER: NumberValue = ranged(ranges.ANYTHING);
export const EITHER_TRUTH: NumberValue = ranged(ranges.TRUTH);

export const exactly = (value: number): NumberValue => ranged(ranges.constant(value));

export const anyOf = (type: CType): NumberValue => ranged(rangeOfType(type));

export const numberAt = (n: Numbers, key: Key, type: CType): NumberValue => ({
  range: narrow(n, key, rangeOfType(type)),
  form: { key, times: 1, plus: 0 },
});

/** left op right, computed in `type`; a result that may overflow wraps, and only the range of the type is kept. */
export function combine(n: Numbers, op: BinaryOp, left: NumberValue, right: NumberValue, type: CType): NumberValue {
  const value = operate(op, left, right);
  // Also of a constant: the first row of a matrix is a row like the others.
  const sum = value.form && op !== 'mul' ? null : sumOf(n, op, left, right);
  return named(n, within(n, sum ? { ...value, sum } : value, type));
}

/** A product that some key is known to be has the form of that key. */
const named = (n: Numbers, value: NumberValue): NumberValue =>
  value.sum && !value.form ? { ...value, form: knownSum(n, value.sum) } : value;

function sumOf(n: Numbers, op: BinaryOp, left: NumberValue, right: NumberValue): Sum | null {
  const [a, b] = [singleOf(left.range), singleOf(right.range)];
  switch (op) {
    case 'add':
      return moveSum(left.sum ?? null, b) ?? moveSum(right.sum ?? null, a) ?? addToSum(n, left, right);
    case 'sub':
      return moveSum(left.sum ?? null, opposite(b));
    case 'mul':
      return scaleSum(left.sum ?? null, b) ?? scaleSum(right.sum ?? null, a) ?? productOf(left.form, right.form);
    default:
      return null;
  }
}

/** -value, computed in `type`. */
export const negated = (n: Numbers, { range }: NumberValue, type: CType): NumberValue =>
  within(n, ranged(ranges.negate(range)), type);

/** a + b of numbers that do not wrap, such as offsets. */
export const plus = (a: NumberValue, b: NumberValue): NumberValue => operate('add', a, b);

/** The product in a + b, such as that of an address in a row of a matrix. */
export const sumIn = (n: Numbers, a: NumberValue, b: NumberValue): Sum | null => sumOf(n, 'add', a, b);

/** What the operator gives if nothing wraps. */
function operate(op: BinaryOp, left: NumberValue, right: NumberValue): NumberValue {
  const [a, b] = [left.range, right.range];
  switch (op) {
    case 'add':
      return {
        range: ranges.add(a, b),
        form: moved(left.form, singleOf(b)) ?? moved(right.form, singleOf(a)),
        most: moved(left.form, b.high),
      };
    case 'sub':
      return {
        range: ranges.subtract(a, b),
        form: moved(left.form, opposite(singleOf(b))),
        most: moved(left.form, -b.low),
      };
    case 'mul':
      return {
        range: ranges.multiply(a, b),
        form: stretched(left.form, singleOf(b)) ?? stretched(right.form, singleOf(a)),
      };
    case 'div':
      return { range: ranges.divide(a, b), form: null, most: a.low >= 0 && b.low >= 1 ? left.form : null };
    case 'rem':
      return { range: ranges.remainder(a, b), form: null, most: b.low >= 1 ? moved(right.form, -1) : null };
    case 'and':
      return ranged(ranges.bitAnd(a, b));
    case 'shl':
      return ranged(ranges.shiftLeft(a, b));
    case 'shr':
      return a.low < 0 ? UNKNOWN_NUMBER : { range: { low: 0, high: a.high }, form: null, most: left.form };
    default:
      return isComparison(op) ? EITHER_TRUTH : UNKNOWN_NUMBER;
  }
}

const opposite = (by: number | null): number | null => (by === null ? null : -by);

const moved = (f: Linear | null, by: number | null): Linear | null =>
  f && by !== null ? representable({ ...f, plus: f.plus + by }) : null;

const stretched = (f: Linear | null, by: number | null): Linear | null =>
  f && by !== null && by > 0 ? representable({ key: f.key, times: f.times * by, plus: f.plus * by }) : null;

/** Infinite and rounded coefficients say nothing. */
const representable = (f: Linear): Linear | null =>
  Number.isSafeInteger(f.times) && Number.isSafeInteger(f.plus) ? f : null;

/** The result of an operator in the type: kept if it fits, else the range of the type. */
function within(n: Numbers, value: NumberValue, type: CType): NumberValue {
  if (!isInteger(type)) return UNKNOWN_NUMBER;
  const all = rangeOfType(type);
  const { low, high } = value.range;
  const lowFits = all.low === -Infinity || (low >= all.low && low !== -Infinity);
  const highFits = (high <= all.high && high !== Infinity) || staysBelow(n, value.form, all);
  return lowFits && highFits ? { ...value, range: ranges.meet(value.range, all) } : anyOf(type);
}

/**
 * key + plus does not overflow, because it is at most some other number of the program. Signed numbers may not
 * overflow, and no number exceeds the widest unsigned type; for other types the other number must fit the type itself.
 */
function staysBelow(n: Numbers, form: Linear | null, type: Range): boolean {
  if (form?.times !== 1) return false;
  const mayWrap = type.low === 0 && type.high !== Infinity;
  return n.zone.keys.some(
    (other) =>
      other !== form.key &&
      difference(n, form.key, other) <= -form.plus &&
      (!mayWrap || rangeOf(n, other).high <= type.high),
  );
}

// ---- conversions -----------------------------------------------------------------------------------------------

/** Is the form, and so the value, below what a signed number of the machine can be? */
export type IsBounded = (form: Linear | null) => boolean;

/** The value of type `from` converted to `to`: kept if it fits for sure. */
export const convert = (value: NumberValue, from: CType, to: CType): NumberValue =>
  keepsValue(value, from, to) ? value : anyOf(to);

/** Does the conversion keep the value? A range without end fits only into a type at least as wide and as signed. */
export function keepsValue(value: NumberValue, from: CType, to: CType, isBounded: IsBounded = () => false): boolean {
  if (!isInteger(from) || !isInteger(to)) return false;
  const [source, target] = [rangeOfType(from), rangeOfType(to)];
  const { low, high } = value.range;
  if (!ranges.includes(target, value.range)) return false;
  const narrows = (low === -Infinity || high === Infinity) && to.size < from.size;
  const mayTurnNegative = high === Infinity && source.low === 0 && target.low < 0;
  return (!narrows && !mayTurnNegative) || isBounded(value.form);
}

// ---- comparisons -----------------------------------------------------------------------------------------------

/** n ∧ a op b; null if unsatisfiable. */
export function compare(n: Numbers, op: Comparison, a: NumberValue, b: NumberValue): Numbers | null {
  switch (op) {
    case 'lt':
      return atMost(n, a, b, -1);
    case 'le':
      return atMost(n, a, b, 0);
    case 'gt':
      return atMost(n, b, a, -1);
    case 'ge':
      return atMost(n, b, a, 0);
    case 'eq': {
      const below = atMost(n, a, b, 0);
      return below && atMost(below, b, a, 0);
    }
    case 'ne':
      return differ(n, a, b);
  }
}

/** n ∧ a - b ≤ c */
function atMost(n: Numbers, a: NumberValue, b: NumberValue, c: number): Numbers | null {
  if (a.range.low - b.range.high > c) return null;
  const [x, y] = [unit(a.form), unit(b.form) ?? unit(b.most ?? null)];
  let result: Numbers | null = n;
  if (x) result = assumeAtMost(result, x.key, null, b.range.high + c - x.plus);
  if (result && y) result = assumeAtMost(result, null, y.key, c - a.range.low + y.plus);
  if (result && x && y && x.key !== y.key) result = assumeAtMost(result, x.key, y.key, c - x.plus + y.plus);
  return result;
}

const unit = (form: Linear | null): Linear | null => (form?.times === 1 ? form : null);

function differ(n: Numbers, a: NumberValue, b: NumberValue): Numbers | null {
  const [x, y] = [unit(a.form), unit(b.form)];
  if (x && y && x.key !== y.key) return moveApart(n, x, y);
  const [left, right] = [singleOf(a.range), singleOf(b.range)];
  if (left !== null && right !== null) return left === right ? null : n;
  const known = right ?? left;
  const open = right === null ? b : a;
  const form = unit(open.form);
  if (known === null || !form) return n;
  const excluded = known - form.plus;
  return excluded === 0 ? assumeNonzero(n, form.key) : trimEnd(n, form, open.range, excluded);
}

/** x ≠ y where one is at most the other: it is less. */
function moveApart(n: Numbers, x: Linear, y: Linear): Numbers | null {
  const [above, below] = [y.plus - x.plus, x.plus - y.plus];
  if (difference(n, x.key, y.key) <= above) return assumeAtMost(n, x.key, y.key, above - 1);
  if (difference(n, y.key, x.key) <= below) return assumeAtMost(n, y.key, x.key, below - 1);
  return n;
}

/** key ≠ excluded, where key + plus is in the range: at an end of the range that makes it shorter. */
function trimEnd(n: Numbers, { key, plus }: Linear, r: Range, excluded: number): Numbers | null {
  const [low, high] = [r.low - plus, r.high - plus];
  if (low === excluded) return assumeRange(n, key, { low: excluded + 1, high });
  return high === excluded ? assumeRange(n, key, { low, high: excluded - 1 }) : n;
}
