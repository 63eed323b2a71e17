// Integers wider than 32 bits: JS numbers while they are safe integers, bigints beyond; always normalised.
// Used by compiled expressions and by the library; most values stay on the fast path of plain numbers.

/** A 64- or 128-bit integer or a pointer: a number if it is a safe integer, else a bigint. */
export type Int = number | bigint;

const MAX = BigInt(Number.MAX_SAFE_INTEGER);
const MIN = BigInt(Number.MIN_SAFE_INTEGER);
const WORD = 2 ** 32;
const SAFE = Number.MAX_SAFE_INTEGER;

export function normalize(value: bigint): Int {
  return value <= MAX && value >= MIN ? Number(value) : value;
}

/** Reduce to `bits` bits, two's complement. */
export function wrapBig(value: bigint, bits: number, signed: boolean): Int {
  return normalize(signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
}

/** A safe integer as a value of a type of more than 32 bits: only a negative one of an unsigned type changes. */
export function wrapNumber(value: number, bits: number, signed: boolean): Int {
  return signed || value >= 0 ? value : normalize(BigInt.asUintN(bits, BigInt(value)));
}

export function wrapWide(value: Int, bits: number, signed: boolean): Int {
  return typeof value === 'number' ? wrapNumber(value, bits, signed) : wrapBig(value, bits, signed);
}

/** The low 32 bits, as an unsigned number. */
export function lowWord(value: Int): number {
  return typeof value === 'number' ? value >>> 0 : Number(BigInt.asUintN(32, value));
}

/** Bits 32 to 63, as a signed number. */
export function highWord(value: Int): number {
  return typeof value === 'number' ? Math.floor(value / WORD) | 0 : Number(BigInt.asIntN(32, value >> 32n));
}

/** A signed 64-bit integer from its words. */
export function fromWords(low: number, high: number): Int {
  const value = high * WORD + low;
  return value >= -SAFE && value <= SAFE ? value : (BigInt(high) << 32n) | BigInt(low);
}

/** An unsigned 64-bit integer from its (unsigned) words. */
export function fromUnsignedWords(low: number, high: number): Int {
  const value = high * WORD + low;
  return value <= SAFE ? value : (BigInt(high) << 32n) | BigInt(low);
}

export type WideBinary = (a: Int, b: Int) => Int;

export interface WideOps {
  readonly add: WideBinary;
  readonly sub: WideBinary;
  readonly mul: WideBinary;
  /** The divisor is not zero. */
  readonly div: WideBinary;
  readonly rem: WideBinary;
  readonly and: WideBinary;
  readonly or: WideBinary;
  readonly xor: WideBinary;
  readonly shl: WideBinary;
  readonly shr: WideBinary;
  readonly neg: (a: Int) => Int;
  readonly bitnot: (a: Int) => Int;
}

/** Safe results of number arithmetic are exact: a sum or product that rounds is not a safe integer. */
function fits(value: number, signed: boolean): boolean {
  return value <= SAFE && (signed ? value >= -SAFE : value >= 0);
}

/** Bitwise operations on safe integers act on each half; sign extension is closed under them. */
function joinHalves(high: number, low: number): Int {
  const value = high * WORD + (low >>> 0);
  return value < -SAFE ? BigInt(value) : value;
}

export function makeWideOps(bits: number, signed: boolean): WideOps {
  const wrap = (v: bigint) => wrapBig(v, bits, signed);
  const count = (b: Int) => Number(b) & (bits - 1);
  return {
    add(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        const r = a + b;
        if (fits(r, signed)) return r;
      }
      return wrap(BigInt(a) + BigInt(b));
    },
    sub(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        const r = a - b;
        if (fits(r, signed)) return r;
      }
      return wrap(BigInt(a) - BigInt(b));
    },
    mul(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        const r = a * b + 0; // never minus zero
        if (fits(r, signed)) return r;
      }
      return wrap(BigInt(a) * BigInt(b));
    },
    div(a, b) {
      if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
      return wrap(BigInt(a) / BigInt(b));
    },
    rem(a, b) {
      if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
      return wrap(BigInt(a) % BigInt(b));
    },
    and(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        return joinHalves(Math.floor(a / WORD) & Math.floor(b / WORD), a & b);
      }
      return wrap(BigInt(a) & BigInt(b));
    },
    or(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        return joinHalves(Math.floor(a / WORD) | Math.floor(b / WORD), a | b);
      }
      return wrap(BigInt(a) | BigInt(b));
    },
    xor(a, b) {
      if (typeof a === 'number' && typeof b === 'number') {
        return joinHalves(Math.floor(a / WORD) ^ Math.floor(b / WORD), a ^ b);
      }
      return wrap(BigInt(a) ^ BigInt(b));
    },
    shl(a, b) {
      const n = count(b);
      if (typeof a === 'number') {
        const r = a * 2 ** n;
        if (fits(r, signed)) return r;
      }
      return wrap(BigInt(a) << BigInt(n));
    },
    shr(a, b) {
      const n = count(b);
      if (typeof a === 'number') return Math.floor(a / 2 ** n);
      return normalize(a >> BigInt(n));
    },
    neg(a) {
      if (typeof a === 'number' && signed) return 0 - a;
      return wrap(-BigInt(a));
    },
    bitnot(a) {
      if (typeof a === 'number' && signed) return fits(-1 - a, true) ? -1 - a : wrap(~BigInt(a));
      return wrap(~BigInt(a));
    },
  };
}
