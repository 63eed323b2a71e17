// The values of literals: numbers with their suffixes, characters and strings with their escapes.
// Used by the parser, which knows the types they get.

import type { Types } from '../types/basic-types.js';
import type { CType, IntType } from '../types/types.js';

export type NumberLiteral =
  | { readonly kind: 'int'; readonly value: bigint; readonly type: IntType; readonly imaginary: boolean }
  | { readonly kind: 'float'; readonly value: number; readonly type: CType; readonly imaginary: boolean };

const smallDecimal = /^[0-9]{1,9}$/;

/** The value and type of a pp-number, or null if it is not a number of C. */
export function readNumber(text: string, types: Types): NumberLiteral | null {
  if (smallDecimal.test(text) && (text.length === 1 || text[0] !== '0')) {
    return { kind: 'int', value: BigInt(Number(text)), type: types.int, imaginary: false };
  }
  const digits = text.replaceAll("'", '');
  return readInteger(digits, types) ?? readFloat(digits, types);
}

function readInteger(text: string, types: Types): NumberLiteral | null {
  const match =
    /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uUlLiIjJ]*|[uU]?(?:wb|WB)|[uU]?[iI](?:8|16|32|64))$/.exec(
      text,
    );
  if (!match) return null;
  const digits = match[1]!;
  const suffix = match[2]!.toLowerCase();
  const octal = /^0[0-7]+$/.test(digits);
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  const isSized = /i\d/.test(suffix);
  const imaginary = /[ij]/.test(suffix) && !isSized;
  const type = isSized ? sizedType(suffix, types) : integerType(value, suffix, /^[1-9]/.test(digits), types);
  return { kind: 'int', value: BigInt.asUintN(type.bits, value), type, imaginary };
}

/** Microsoft's `1i64`, `1ui8`. */
function sizedType(suffix: string, types: Types): IntType {
  const signed = { 8: types.schar, 16: types.short, 32: types.int, 64: types.llong }[suffix.replace(/\D+/, '')]!;
  return types.withSign(signed, !suffix.startsWith('u'));
}

/** C17 6.4.4.1: the first of the candidate types that can represent the value. */
function integerType(value: bigint, suffix: string, decimal: boolean, types: Types): IntType {
  const unsigned = suffix.includes('u');
  const longs = suffix.split('l').length - 1;
  const ranks: [IntType, IntType][] = [
    [types.int, types.uint],
    [types.long, types.ulong],
    [types.llong, types.ullong],
  ];
  for (const [s, u] of ranks.slice(longs)) {
    if (!unsigned && value < 1n << BigInt(s.bits - 1)) return s;
    if ((unsigned || !decimal) && value < 1n << BigInt(u.bits)) return u;
  }
  return unsigned || !decimal || value < 1n << 64n ? types.ullong : types.uint128;
}

function readFloat(text: string, types: Types): NumberLiteral | null {
  const match =
    /^(0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?[0-9]+|[0-9]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?)([a-zA-Z0-9]*)$/.exec(text);
  if (!match || !/[0-9]/.test(match[1]!)) return null;
  const suffix = match[2]!.toLowerCase();
  const imaginary = /[ij]/.test(suffix);
  const type = floatType(suffix.replace(/[ij]/, ''), types);
  if (!type) return null;
  const value = /^0[xX]/.test(match[1]!) ? hexFloat(match[1]!) : Number(match[1]);
  const kept =
    type.size === 4 ? Math.fround(value) : type.size > 8 && mayDiffer(match[1]!, value) ? oddly(value) : value;
  return { kind: 'float', value: kept, type, imaginary };
}

/** Can a long double have other digits than the double that the text is read as? */
function mayDiffer(text: string, value: number): boolean {
  const digits = text.replace(/^0[xX]|[pP].*/g, '').replace(/^([0-9.]*)[eE].*/, '$1');
  return digits.length > 12 || (value === 0 && /[1-9a-fA-F]/.test(digits));
}

/** A neighbour of the double that no one can take for the exact value of the constant. */
const oddly = (value: number): number => (value === 0 ? Number.MIN_VALUE : value * (1 + Number.EPSILON));

function floatType(suffix: string, types: Types): CType | null {
  switch (suffix) {
    case '':
    case 'd':
    case 'f64':
    case 'f32x':
    case 'dd':
      return types.double;
    case 'f':
    case 'f32':
    case 'df':
      return types.float;
    case 'l':
    case 'f64x':
    case 'w':
      return types.longDouble;
    case 'f16':
    case 'bf16':
      return types.float16;
    case 'q':
    case 'f128':
    case 'dl':
      return types.float128;
    default:
      return null;
  }
}

function hexFloat(text: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/.exec(
    text,
  )!;
  const mantissa = BigInt(`0x${whole}${fraction || ''}` === '0x' ? '0' : `0x${whole}${fraction}`);
  return scale(mantissa, Number(exponent) - 4 * fraction.length);
}

/** mantissa × 2^exponent, rounded once. */
function scale(mantissa: bigint, exponent: number): number {
  const bits = mantissa.toString(2).length;
  if (exponent >= 0 || bits <= 53)
    return Number(mantissa) * 2 ** Math.max(-1074, exponent) * 2 ** Math.min(0, exponent + 1074);
  const excess = BigInt(bits - 64 > 0 ? bits - 64 : 0);
  const sticky = excess > 0n && mantissa & ((1n << excess) - 1n) ? 1n : 0n;
  return Number((mantissa >> excess) | sticky) * 2 ** (exponent + Number(excess));
}

// ---- characters and strings ------------------------------------------------------------------------------------

/** `''`, `L`, `u`, `U` or `u8`: the text before the first quote. */
export function readPrefix(bytes: Uint8Array, at: number): string {
  let i = at;
  while (bytes[i] !== 34 && bytes[i] !== 39) i++;
  return String.fromCharCode(...bytes.subarray(at, i));
}

/** The element type of a character or string literal with this prefix. */
export function characterType(prefix: string, types: Types): IntType {
  switch (prefix) {
    case 'L':
      return types.wchar;
    case 'u':
      return types.ushort;
    case 'U':
      return types.uint;
    default:
      return types.char;
  }
}

const simpleEscapes: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
  E: 27,
  '0': 0,
};

/**
 * Code units of the literal bytes[at, end), quotes and prefix included: bytes for narrow literals, code points for
 * wide ones (the caller stores them by element size).
 */
export function readUnits(bytes: Uint8Array, at: number, end: number, elementSize: number, into: number[]): void {
  let i = at;
  while (bytes[i] !== 34 && bytes[i] !== 39) i++;
  const last = end - 1;
  i++;
  while (i < last) {
    const c = bytes[i]!;
    if (c === 92) {
      i = readEscape(bytes, i + 1, elementSize, into);
    } else if (c >= 0x80 && elementSize > 1) {
      const [point, length] = decodeUtf8(bytes, i);
      pushPoint(point, elementSize, into);
      i += length;
    } else {
      into.push(c);
      i++;
    }
  }
}

/** Reads one escape after its backslash; returns its end. */
function readEscape(bytes: Uint8Array, at: number, elementSize: number, into: number[]): number {
  const c = String.fromCharCode(bytes[at]!);
  if (c >= '0' && c <= '7') {
    let value = 0;
    let i = at;
    for (; i < at + 3 && bytes[i]! >= 48 && bytes[i]! <= 55; i++) value = value * 8 + bytes[i]! - 48;
    into.push(value);
    return i;
  }
  if (c === 'x' || c === 'u' || c === 'U') {
    const most = c === 'x' ? 64 : c === 'u' ? 4 : 8;
    let i = at + 1;
    let value = 0;
    for (; i < at + 1 + most; i++) {
      const digit = Number.parseInt(String.fromCharCode(bytes[i]!), 16);
      if (Number.isNaN(digit)) break;
      value = (value * 16 + digit) % 2 ** 32;
    }
    if (c === 'x') into.push(value);
    else pushPoint(value, elementSize, into);
    return i;
  }
  into.push(simpleEscapes[c] ?? bytes[at]!);
  return at + 1;
}

function pushPoint(point: number, elementSize: number, into: number[]): void {
  if (elementSize === 1) into.push(...new TextEncoder().encode(String.fromCodePoint(Math.min(point, 0x10ffff))));
  else if (elementSize === 2 && point > 0xffff) into.push(0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
  else into.push(point);
}

function decodeUtf8(bytes: Uint8Array, at: number): [number, number] {
  const c = bytes[at]!;
  const length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
  if (length === 1) return [c, 1];
  let point = c & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) point = (point << 6) | (bytes[at + i]! & 0x3f);
  return [point, length];
}

/** Code units as little-endian bytes, a terminator added. */
export function encodeUnits(units: readonly number[], elementSize: number): Uint8Array {
  const out = new Uint8Array((units.length + 1) * elementSize);
  if (elementSize === 1) {
    out.set(units);
    return out;
  }
  const view = new DataView(out.buffer);
  units.forEach((u, i) => {
    if (elementSize === 2) view.setUint16(2 * i, u, true);
    else view.setUint32(4 * i, u, true);
  });
  return out;
}

/** The value of a character constant: one unit, or several packed as gcc packs them. */
export function characterValue(units: readonly number[], type: IntType): bigint {
  if (type.size > 1) return BigInt.asIntN(64, BigInt(units.at(-1) ?? 0));
  if (units.length === 1) return type.signed ? BigInt.asIntN(8, BigInt(units[0]!)) : BigInt(units[0]! & 255);
  return BigInt.asIntN(
    32,
    units.reduce((value, u) => (value << 8n) | BigInt(u & 255), 0n),
  );
}
