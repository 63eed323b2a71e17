// strtol, strtod and related functions as natives, on strings of bytes and of wide characters.
// Used by stdlib-h.ts and wchar-h.ts; the parsing itself is in numbers.ts.

import type { NativeRun } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import { type Int, normalize } from '../wide.js';
import { EINVAL, ERANGE, refuse, setErrno } from './errno.js';
import { clampInteger, type ParsedFloat, parseFloating, parseInteger } from './numbers.js';
import { readText, writePointer } from './strings.js';
import { readWide, textOfWide, WIDTH } from './wide-strings.js';

/** How a string is read, one character of text for each of its own, and how many bytes these have. */
interface StringForm {
  readonly read: (m: Machine, s: Int) => string;
  readonly width: number;
}

export const BYTES: StringForm = { read: readText, width: 1 };
export const WIDE: StringForm = { read: (m, s) => textOfWide(readWide(m, s)), width: WIDTH };

function storeEnd(m: Machine, end: Value | undefined, start: Value, bytes: number): void {
  if (end !== undefined && end !== 0) writePointer(m, end as Int, (start as number) + bytes);
}

/** strtol and related functions; bits 0 means those of `long`. */
export const integerParser =
  (width: number, sign: 'signed' | 'unsigned', form: StringForm = BYTES): NativeRun =>
  (m, [s, end, base]) => {
    const bits = width === 0 ? m.target.longSize * 8 : width;
    const radix = Number(base ?? 10);
    if (radix < 0 || radix === 1 || radix > 36) return refuse(m, EINVAL, 0);
    const parsed = parseInteger(form.read(m, s as Int), radix);
    storeEnd(m, end, s!, parsed.used * form.width);
    const { value, over } = clampInteger(parsed.value, bits, sign === 'signed');
    if (over) setErrno(m, ERANGE);
    return normalize(value);
  };

/** A floating type: how numbers are rounded to it, its least normal number, the power of ten of its largest number. */
interface Floating {
  readonly round: (n: number) => number;
  readonly least: number;
  readonly most: number;
}

/** The range of `long double` is wider than that of the doubles that stand for its numbers. */
export const TYPES = {
  double: { round: (n) => n, least: 2.2250738585072014e-308, most: 308 },
  float: { round: Math.fround, least: 1.1754943508222875e-38, most: 38 },
  longDouble: { round: (n) => n, least: 0, most: 4932 },
} as const satisfies Record<string, Floating>;

function isOutOfRange({ power }: ParsedFloat, rounded: number, { least, most }: Floating): boolean {
  if (power === undefined) return false;
  if (rounded === 0) return power < -most;
  return Math.abs(rounded) === Number.POSITIVE_INFINITY ? power >= most : Math.abs(rounded) < least;
}

export const floatParser =
  (type: Floating, form: StringForm = BYTES): NativeRun =>
  (m, [s, end]) => {
    const parsed = parseFloating(form.read(m, s as Int));
    storeEnd(m, end, s!, parsed.used * form.width);
    const rounded = type.round(parsed.value);
    if (isOutOfRange(parsed, rounded, type)) setErrno(m, ERANGE);
    return rounded;
  };
