// Abstract arithmetic on values with a range and a linear form: operators, conversions and comparisons.
// Between the expressions of an engine and the domain in numbers.ts; knows types, not memory.

import type { BinaryOp } from '../ir/instr.js';
import { type CType, isInteger } from '../types/types.js';
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
import * as ranges from './range.js';
import { type Range, rangeOfType, singleOf } from './range.js';

/** A value in `range` that also equals `form`, a linear form of another number, if that is not null. */
export interface NumberValue {
  readonly range: Range;
  readonly form: Linear | null;
}

export const exactly = (value: number): NumberValue => ({ range: ranges.constant(value), form: null });

export const anyOf = (type: CType): NumberValue => ({ range: rangeOfType(type), form: null });

export const numberAt = (n: Numbers, key: Key, type: CType): NumberValue => ({
  range: narrow(n, key, rangeOfType(type)),
  form: { key, times: 1, plus: 0 },
});

/** left op right, computed in `type`; a result that may overflow wraps, and only the range of the type is kept. */
export function combine(n: Numbers, op: BinaryOp, left: NumberValue, right: NumberValue, type: CType): NumberValue {
  return within(n, operate(op, left, right), type);
}

function operate(op: BinaryOp, left: NumberValue, right: NumberValue): NumberValue {
  const [a, b] = [left.range, right.range];
  const known = singleOf(b);
  switch (op) {
    case 'add':
      return { range: ranges.add(a, b), form: moved(left.form, known) ?? moved(right.form, singleOf(a)) };
    case 'sub':
      return { range: ranges.subtract(a, b), form: known === null ? null : moved(left.form, -known) };
    case 'mul':
      return { range: ranges.multiply(a, b), form: stretched(left.form, known) ?? stretched(right.form, singleOf(a)) };
    case 'div':
      return { range: ranges.divide(a, b), form: null };
    case 'rem':
      return { range: ranges.remainder(a, b), form: null };
    case 'and':
      return { range: ranges.bitAnd(a, b), form: null };
    case 'shr':
      return { range: a.low >= 0 ? { low: 0, high: a.high } : ranges.ANYTHING, form: null };
    case 'eq':
    case 'ne':
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge':
      return { range: ranges.TRUTH, form: null };
    default:
      return { range: ranges.ANYTHING, form: null };
  }
}

const moved = (f: Linear | null, by: number | null): Linear | null =>
  f && by !== null ? { ...f, plus: f.plus + by } : null;

const stretched = (f: Linear | null, by: number | null): Linear | null =>
  f && by !== null && by > 0 ? { key: f.key, times: f.times * by, plus: f.plus * by } : null;

/** a + b without wrap-around, as for offsets. */
export const plus = (a: NumberValue, b: NumberValue): NumberValue => operate('add', a, b);

/** The value converted to the type: kept if it fits, else the range of the type. */
export function convert(value: NumberValue, type: CType): NumberValue {
  const all = rangeOfType(type);
  const { low, high } = value.range;
  const fits = isInteger(type) && low >= all.low && high <= all.high && Number.isFinite(low) && Number.isFinite(high);
  return fits ? value : anyOf(type);
}

/** The result of an operator in the type: kept if it fits, else the range of the type. */
function within(n: Numbers, value: NumberValue, type: CType): NumberValue {
  if (!isInteger(type)) return { range: ranges.ANYTHING, form: null };
  const all = rangeOfType(type);
  const { low, high } = value.range;
  const lowFits = low >= all.low && low !== -Infinity;
  const highFits = (high <= all.high && high !== Infinity) || staysBelow(n, value.form, all);
  return lowFits && highFits ? { range: ranges.meet(value.range, all), form: value.form } : anyOf(type);
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

/** n ∧ a op b; null if unsatisfiable. */
export function compare(n: Numbers, op: BinaryOp, a: NumberValue, b: NumberValue): Numbers | null {
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
    default:
      return n;
  }
}

/** n ∧ a - b ≤ c */
function atMost(n: Numbers, a: NumberValue, b: NumberValue, c: number): Numbers | null {
  if (a.range.low - b.range.high > c) return null;
  const [x, y] = [unit(a.form), unit(b.form)];
  let result: Numbers | null = n;
  if (x) result = assumeAtMost(result, x.key, null, b.range.high + c - x.plus);
  if (result && y) result = assumeAtMost(result, null, y.key, c - a.range.low + y.plus);
  if (result && x && y && x.key !== y.key) result = assumeAtMost(result, x.key, y.key, c - x.plus + y.plus);
  return result;
}

const unit = (form: Linear | null): Linear | null => (form?.times === 1 ? form : null);

function differ(n: Numbers, a: NumberValue, b: NumberValue): Numbers | null {
  const [left, right] = [singleOf(a.range), singleOf(b.range)];
  if (left !== null && right !== null) return left === right ? null : n;
  const known = right ?? left;
  const open = right === null ? b : a;
  const form = unit(open.form);
  if (known === null || !form) return n;
  const excluded = known - form.plus;
  if (excluded === 0) return assumeNonzero(n, form.key);
  const [low, high] = [open.range.low - form.plus, open.range.high - form.plus];
  if (low === excluded) return assumeRange(n, form.key, { low: excluded + 1, high });
  return high === excluded ? assumeRange(n, form.key, { low, high: excluded - 1 }) : n;
}
