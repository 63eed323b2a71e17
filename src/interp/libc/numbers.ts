// Text to numbers: strtol, strtod and related functions, and the parts that scanf needs.
// Pure functions on strings; the library wraps them with end pointers and errno.

export interface ParsedInt {
  readonly value: bigint;
  /** Characters used; 0 when there is no number. */
  readonly used: number;
}

const SPACE = /^[ \t\n\v\f\r]*/;

/** As strtol: space, sign, prefix, digits; base 0 takes its base from the prefix. */
export function parseInteger(text: string, base: number): ParsedInt {
  const space = SPACE.exec(text)![0].length;
  let at = space;
  const sign = text[at] === '-' || text[at] === '+' ? text[at++] : '';
  let radix = base;
  const hex = /^0[xX][0-9a-fA-F]/.test(text.slice(at));
  const binary = /^0[bB][01]/.test(text.slice(at)) && base === 2;
  if ((radix === 0 || radix === 16) && hex) {
    radix = 16;
    at += 2;
  } else if (binary) {
    at += 2;
  } else if (radix === 0) {
    radix = text[at] === '0' ? 8 : 10;
  }
  let value = 0n;
  const first = at;
  for (; at < text.length; at++) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= radix) break;
    value = value * BigInt(radix) + BigInt(digit);
  }
  if (at === first) return { value: 0n, used: 0 };
  return { value: sign === '-' ? -value : value, used: at };
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 122 ? lower - 87 : 99;
}

export interface ParsedFloat {
  readonly value: number;
  readonly used: number;
  /** Of a number in decimal digits, the power of ten of the first one that is not zero. */
  readonly power?: number;
}

const DECIMAL = /^[-+]?(\d+\.?\d*([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?)/;
const HEX = /^([-+]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([-+]?\d+))?/;
const SPECIAL = /^([-+]?)(infinity|inf|nan(\([A-Za-z0-9_]*\))?)/i;

export function parseFloating(text: string): ParsedFloat {
  const space = SPACE.exec(text)![0].length;
  const rest = text.slice(space);
  const hex = HEX.exec(rest);
  if (hex && (hex[2] || hex[3])) return { value: hexValue(hex), used: space + hex[0].length };
  const decimal = DECIMAL.exec(rest);
  if (decimal) return { value: Number(decimal[0]), used: space + decimal[0].length, ...powerOf(decimal[0]) };
  const special = SPECIAL.exec(rest);
  if (!special) return { value: 0, used: 0 };
  const size = /^[-+]?nan/i.test(special[0]) ? Number.NaN : Number.POSITIVE_INFINITY;
  return { value: special[1] === '-' ? -size : size, used: space + special[0].length };
}

/** Nothing for zero. */
function powerOf(decimal: string): { power?: number } {
  const [digits, exponent = '0'] = decimal.toLowerCase().replace(/^[-+]/, '').split('e');
  const [whole = '', fraction = ''] = digits!.split('.');
  const first = (whole + fraction).search(/[1-9]/);
  return first < 0 ? {} : { power: whole.length - 1 - first + Number(exponent) };
}

function hexValue(match: RegExpExecArray): number {
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const mantissa = BigInt(`0x${whole}${fraction}` === '0x' ? '0x0' : `0x${whole}${fraction}`);
  const exponent = Number(power) - 4 * fraction.length;
  const size = scale(mantissa, exponent);
  return sign === '-' ? -size : size;
}

/** mantissa * 2^exponent without rounding twice, for numbers in the normal range. */
function scale(mantissa: bigint, exponent: number): number {
  if (exponent >= 0) return Number(mantissa << BigInt(Math.min(exponent, 5000)));
  const value = Number(mantissa);
  return exponent < -1000 ? value * 2 ** -1000 * 2 ** (exponent + 1000) : value * 2 ** exponent;
}

/** Clamps as strtol does if the number does not fit; `over` says whether it did not. */
export function clampInteger(value: bigint, bits: number, signed: boolean): { value: bigint; over: boolean } {
  const high = signed ? (1n << BigInt(bits - 1)) - 1n : (1n << BigInt(bits)) - 1n;
  const low = signed ? -high - 1n : -high;
  if (value > high) return { value: high, over: true };
  if (value < low) return { value: signed ? low : high, over: true };
  return { value: signed ? value : BigInt.asUintN(bits, value), over: false };
}
