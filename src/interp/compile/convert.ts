// Conversions between scalar representations, as in C17 6.3 (and as on x86 where C leaves them undefined).
// Used by casts, by parameters of functions without prototype, and by variadic arguments.

import { roundHalf } from '../half.js';
import {
  bitsOf,
  type Complex,
  type FloatRep,
  type IntRep,
  isFloatRep,
  isIntRep,
  isWide,
  type Rep,
  type Value,
} from '../rep.js';
import { type Int, normalize, wrapBig, wrapWide } from '../wide.js';

export type Convert = (value: Value) => Value;

const narrowers: Partial<Record<Rep, (n: number) => number>> = {
  i8: (n) => (n << 24) >> 24,
  u8: (n) => n & 0xff,
  i16: (n) => (n << 16) >> 16,
  u16: (n) => n & 0xffff,
  i32: (n) => n | 0,
  u32: (n) => n >>> 0,
};

/** From any integer to an integer representation. */
export function wrapInt(rep: IntRep): (value: Int) => Int {
  if (rep === 'bool') return (v) => (v === 0 ? 0 : 1);
  const bits = bitsOf(rep);
  const signed = rep.startsWith('i');
  if (isWide(rep)) return (v) => wrapWide(v, bits, signed);
  const narrow = narrowers[rep]!;
  return (v) => (typeof v === 'number' ? narrow(v) : (wrapBig(v, bits, signed) as number));
}

export function roundFloat(rep: FloatRep): (value: number) => number {
  if (rep === 'f32') return Math.fround;
  if (rep === 'f16') return roundHalf;
  return (v) => v;
}

/** An integer as float: beyond 2^53, going through double would round twice. */
export function intToFloat(rep: FloatRep): (value: Int) => number {
  const round = roundFloat(rep);
  if (rep === 'f32') return (v) => (typeof v === 'number' && Math.abs(v) < 2 ** 24 ? v : bigToFloat(BigInt(v)));
  return (v) => round(Number(v));
}

function bigToFloat(value: bigint): number {
  const size = value < 0n ? -value : value;
  const extra = size.toString(2).length - 30;
  if (extra <= 0) return Math.fround(Number(value));
  const sticky = (size & ((1n << BigInt(extra)) - 1n)) === 0n ? 0n : 1n;
  const rounded = Math.fround(Number((size >> BigInt(extra)) | sticky)) * 2 ** extra;
  return Math.fround(value < 0n ? -rounded : rounded);
}

/** Out-of-range values become what the x86 instructions give. */
export function floatToInt(rep: IntRep): (value: number) => Int {
  if (rep === 'bool') return (v) => (v === 0 ? 0 : 1);
  const wrap = wrapInt(rep);
  const wide = isWide(rep) || rep === 'u32';
  const limit = rep.endsWith('128') ? 2 ** 128 : rep === 'u64' ? 2 ** 64 : wide ? 2 ** 63 : 2 ** 31;
  const none = rep.endsWith('128') ? -(1n << 127n) : wide ? -(1n << 63n) : -0x80000000;
  return (v) => {
    const t = Math.trunc(v) + 0;
    if (!(Math.abs(t) <= limit)) return wrap(none);
    return wrap(Number.isSafeInteger(t) ? t : normalize(BigInt(t)));
  };
}

/** The conversion from one representation to another; null when the value stays as it is. */
export function makeConversion(from: Rep, to: Rep): Convert | null {
  if (from === to || to === 'none' || to === 'bytes' || from === 'bytes') return null;
  if (from === 'complex') return fromComplex(to);
  if (to === 'complex') return (v) => ({ re: Number(v as Int), im: 0 });
  if (isFloatRep(from)) {
    if (isFloatRep(to)) return roundFloat(to) as Convert;
    return (isIntRep(to) ? floatToInt(to) : floatToInt('u64')) as Convert;
  }
  if (isFloatRep(to)) return intToFloat(to) as Convert;
  const target: IntRep = isIntRep(to) ? to : 'u64';
  if (isIntRep(from) && isWidening(from, target)) return null;
  return wrapInt(target) as Convert;
}

function fromComplex(to: Rep): Convert {
  if (to === 'bool') return (v) => ((v as Complex).re === 0 && (v as Complex).im === 0 ? 0 : 1);
  const rest = makeConversion('f64', to);
  return (v) => (rest ? rest((v as Complex).re) : (v as Complex).re);
}

/** Does `to` represent every value of `from`? */
function isWidening(from: IntRep, to: IntRep): boolean {
  if (from === 'bool') return true;
  if (to === 'bool') return false;
  const signedFrom = from.startsWith('i');
  const signedTo = to.startsWith('i');
  if (signedFrom && !signedTo) return false;
  return bitsOf(from) < bitsOf(to) || (bitsOf(from) === bitsOf(to) && signedFrom === signedTo);
}

/** Converts any scalar to a representation, for calls whose prototype is unreliable. */
export function coerceTo(rep: Rep): Convert {
  const fromFloat = isFloatRep(rep) ? (roundFloat(rep) as Convert) : null;
  const wrap = isIntRep(rep) ? wrapInt(rep) : wrapInt('u64');
  return (v) => {
    if (rep === 'complex' || rep === 'bytes' || rep === 'none' || typeof v === 'object') return v;
    if (fromFloat) return fromFloat(Number(v));
    if (typeof v === 'number' && !Number.isSafeInteger(v)) return floatToInt(isIntRep(rep) ? rep : 'u64')(v);
    return wrap(v);
  };
}
