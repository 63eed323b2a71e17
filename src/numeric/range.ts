// Intervals of integers: [low, high], where an infinite end means unbounded.
// The values of expressions in the numeric domain; bounds beyond exact doubles count as infinite.

import { integerOf, isInteger } from '../types/questions.js';
import type { CType } from '../types/types.js';

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Beyond this, doubles no longer represent every integer. */
const EXACT = 2 ** 53;

export const ANYTHING: Range = { low: -Infinity, high: Infinity };
export const ZERO: Range = { low: 0, high: 0 };
export const TRUTH: Range = { low: 0, high: 1 };

/** Rounds outwards: a bound that a double cannot represent becomes infinite. */
export function range(low: number, high: number): Range {
  return {
    low: low > -EXACT ? Math.min(low, EXACT) : -Infinity,
    high: high < EXACT ? Math.max(high, -EXACT) : Infinity,
  };
}

export const constant = (value: number): Range => range(value, value);

/** The single value of the range, or null. */
export const singleOf = (r: Range): number | null => (r.low === r.high ? r.low : null);

export const isEmpty = (r: Range): boolean => r.low > r.high;

export const includes = (outer: Range, inner: Range): boolean => outer.low <= inner.low && inner.high <= outer.high;

export const meet = (a: Range, b: Range): Range => ({ low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) });

export const hull = (a: Range, b: Range): Range => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });

export const add = (a: Range, b: Range): Range => range(a.low + b.low, a.high + b.high);

export const negate = (a: Range): Range => ({ low: -a.high, high: -a.low });

export const subtract = (a: Range, b: Range): Range => add(a, negate(b));

/** 0 · ∞ is 0 here: an infinite end stands for some finite number. */
const times = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);

export function multiply(a: Range, b: Range): Range {
  const ends = [times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)];
  return range(Math.min(...ends), Math.max(...ends));
}

/** C's division truncates towards zero. A zero divisor is ignored: this domain does not check for it. */
export function divide(a: Range, b: Range): Range {
  if (b.low <= 0 && b.high >= 0) {
    const most = Math.max(Math.abs(a.low), Math.abs(a.high));
    return { low: a.low >= 0 && b.low >= 0 ? 0 : -most, high: most };
  }
  const quotient = (x: number, y: number) => (Number.isFinite(y) ? Math.trunc(x / y) : 0);
  const ends = [quotient(a.low, b.low), quotient(a.low, b.high), quotient(a.high, b.low), quotient(a.high, b.high)];
  return range(Math.min(...ends), Math.max(...ends));
}

/** C's remainder: the sign of the dividend, the magnitude below that of the divisor. */
export function remainder(a: Range, b: Range): Range {
  const bound = Math.max(Math.abs(b.low), Math.abs(b.high)) - 1;
  if (a.low >= 0 && b.low > 0 && a.high < b.low) return a;
  return { low: a.low >= 0 ? 0 : Math.max(-bound, a.low), high: a.high <= 0 ? 0 : Math.min(bound, a.high) };
}

/** x & y of nonnegative numbers is at most the smaller. */
export function bitAnd(a: Range, b: Range): Range {
  if (a.low >= 0 && b.low >= 0) return { low: 0, high: Math.min(a.high, b.high) };
  if (a.low >= 0) return { low: 0, high: a.high };
  if (b.low >= 0) return { low: 0, high: b.high };
  return ANYTHING;
}

/** x << y where y is known, as multiplication by a power of two. */
export function shiftLeft(a: Range, b: Range): Range {
  const by = singleOf(b);
  return by !== null && by >= 0 && by < 31 ? multiply(a, constant(2 ** by)) : ANYTHING;
}

/** The values of a type; types of 64 bits and more are unbounded except for the sign. */
export function rangeOfType(type: CType): Range {
  if (!isInteger(type)) return ANYTHING;
  const { bits, signed } = integerOf(type);
  if (bits === 1) return TRUTH;
  return signed ? range(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) : range(0, 2 ** bits - 1);
}

/** The values of a bit-field of this type and width. */
export function rangeOfBits(type: CType, width: number): Range {
  if (!isInteger(type) || width < 1) return rangeOfType(type);
  const { bits, signed } = integerOf(type);
  if (bits === 1) return TRUTH;
  return signed ? range(-(2 ** (width - 1)), 2 ** (width - 1) - 1) : range(0, 2 ** width - 1);
}

/** The range, or top if it says no more than the type does. */
export function informative(r: Range, type: CType): Range {
  const all = rangeOfType(type);
  return includes(r, all) ? ANYTHING : meet(r, all);
}
