// Reading and writing a value of a given representation at an index of the arena.
// Used by compiled code for the less frequent types, and by the library, initialisers, vectors and snapshots.

import type { CType } from '../types/types.js';
import { decodeHalf, encodeHalf } from './half.js';
import { LONG_DIGITS, readExtended, writeExtended } from './long-double.js';
import type { Memory } from './memory.js';
import { type Complex, type Rep, repOf, type Value } from './rep.js';
import { fromUnsignedWords, fromWords, highWord, type Int, lowWord, normalize } from './wide.js';

type Reader = (m: Memory, a: number, type: CType) => Value;
type Writer = (m: Memory, a: number, value: Value, type: CType) => void;

function readWide(m: Memory, a: number, bytes: number): bigint {
  let value = 0n;
  for (let i = bytes - 8; i >= 0; i -= 8) value = (value << 64n) | m.view.getBigUint64(a + i, true);
  return value;
}

const readers: Record<Rep, Reader> = {
  none: () => 0,
  bool: (m, a) => m.u8[a]! & 1,
  i8: (m, a) => m.i8[a]!,
  u8: (m, a) => m.u8[a]!,
  i16: (m, a) => m.view.getInt16(a, true),
  u16: (m, a) => m.view.getUint16(a, true),
  i32: (m, a) => m.view.getInt32(a, true),
  u32: (m, a) => m.view.getUint32(a, true),
  i64: (m, a) => fromWords(m.view.getUint32(a, true), m.view.getInt32(a + 4, true)),
  u64: (m, a) => fromUnsignedWords(m.view.getUint32(a, true), m.view.getUint32(a + 4, true)),
  i128: (m, a) => normalize(BigInt.asIntN(128, readWide(m, a, 16))),
  u128: (m, a) => normalize(readWide(m, a, 16)),
  f16: (m, a) => decodeHalf(m.view.getUint16(a, true)),
  f32: (m, a) => m.view.getFloat32(a, true),
  f64: (m, a) => m.view.getFloat64(a, true),
  f80: (m, a) => readExtended(m.view, a),
  f128: (m, a) => m.view.getFloat64(a, true),
  ptr: (m, a) => fromUnsignedWords(m.view.getUint32(a, true), m.view.getUint32(a + 4, true)),
  ptr32: (m, a) => m.addresses32!.decode(m.view.getUint32(a, true)),
  complex: (m, a, type) => {
    const part = (type as { part: CType }).part;
    const rep = repOf(part);
    return { re: Number(readers[rep](m, a, part)), im: Number(readers[rep](m, a + part.size, part)) };
  },
  bytes: (m, a, type) => m.u8.slice(a, a + type.size),
};

function writeWords(m: Memory, a: number, value: Int): void {
  m.view.setInt32(a, lowWord(value), true);
  m.view.setInt32(a + 4, highWord(value), true);
}

const writers: Record<Rep, Writer> = {
  none: () => {},
  bool: (m, a, v) => {
    m.u8[a] = v as number;
  },
  i8: (m, a, v) => {
    m.u8[a] = v as number;
  },
  u8: (m, a, v) => {
    m.u8[a] = v as number;
  },
  i16: (m, a, v) => m.view.setInt16(a, v as number, true),
  u16: (m, a, v) => m.view.setUint16(a, v as number, true),
  i32: (m, a, v) => m.view.setInt32(a, v as number, true),
  u32: (m, a, v) => m.view.setUint32(a, v as number, true),
  i64: (m, a, v) => writeWords(m, a, v as Int),
  u64: (m, a, v) => writeWords(m, a, v as Int),
  i128: (m, a, v) => writeBig(m, a, v as Int),
  u128: (m, a, v) => writeBig(m, a, v as Int),
  f16: (m, a, v) => m.view.setUint16(a, encodeHalf(v as number), true),
  f32: (m, a, v) => m.view.setFloat32(a, v as number, true),
  f64: (m, a, v) => m.view.setFloat64(a, v as number, true),
  f80: (m, a, v, type) => {
    m.u8.fill(0, a + 10, a + type.size);
    writeExtended(m.view, a, v as number);
  },
  f128: (m, a, v, type) => writeLong(m, a, v as number, type.size),
  ptr: (m, a, v) => writeWords(m, a, v as Int),
  ptr32: (m, a, v) => m.view.setUint32(a, m.addresses32!.encode(v as Int), true),
  complex: (m, a, v, type) => {
    const part = (type as { part: CType }).part;
    const rep = repOf(part);
    writers[rep](m, a, (v as Complex).re, part);
    writers[rep](m, a + part.size, (v as Complex).im, part);
  },
  bytes: (m, a, v) => m.u8.set(v as Uint8Array, a),
};

function writeBig(m: Memory, a: number, value: Int): void {
  m.view.setBigInt64(a, BigInt.asIntN(64, BigInt(value)), true);
  m.view.setBigInt64(a + 8, BigInt.asIntN(64, BigInt(value) >> 64n), true);
}

/** 128-bit types hold a double in their first eight bytes: whoever reads their bytes gets others than on the real machine. */
function writeLong(m: Memory, a: number, value: number, size: number): void {
  m.u8.fill(0, a + 8, a + size);
  m.view.setFloat64(a, value, true);
  m.reliesOn ??= LONG_DIGITS;
}

export function readValue(m: Memory, a: number, type: CType): Value {
  return readers[repOf(type)](m, a, type);
}

export function writeValue(m: Memory, a: number, value: Value, type: CType): void {
  writers[repOf(type)](m, a, value, type);
}

export const readerOf = (rep: Rep): Reader => readers[rep];
export const writerOf = (rep: Rep): Writer => writers[rep];
