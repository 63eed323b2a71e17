// Strings of the program, on bytes of the arena.
// Shared by string.h, stdio.h and everything else that takes a char pointer.

import { fail } from '../incidents.js';
import type { Machine } from '../machine.js';
import { objectOf } from '../pointer.js';
import type { Int } from '../wide.js';

/** The length of the string at `pointer`; running past its object is a fault. */
export function stringLength(m: Machine, pointer: Int): number {
  const { memory } = m;
  const room = memory.room(pointer);
  const start = memory.at(pointer, 0);
  if (room <= 0) memory.at(pointer, 1);
  const end = memory.u8.indexOf(0, start);
  if (end < 0 || end >= start + room) {
    fail('out-of-bounds', `read of a string that is not terminated within ${room} bytes`, objectOf(pointer));
  }
  return end - start;
}

/** Like stringLength, but stops after `limit` bytes. */
export function boundedLength(m: Machine, pointer: Int, limit: number): number {
  const { memory } = m;
  if (limit === 0) return 0;
  const room = memory.room(pointer);
  const start = memory.at(pointer, 0);
  for (let i = 0; i < limit; i++) {
    if (i >= room) memory.at(pointer, i + 1);
    if (memory.u8[start + i] === 0) return i;
  }
  return limit;
}

/** A copy of the bytes of a string, without the final zero. */
export function readBytes(m: Machine, pointer: Int): Uint8Array {
  const length = stringLength(m, pointer);
  const start = m.memory.at(pointer, length);
  return m.memory.u8.slice(start, start + length);
}

export function copyOut(m: Machine, pointer: Int, length: number): Uint8Array {
  const start = m.memory.at(pointer, length);
  return m.memory.u8.slice(start, start + length);
}

/** Bytes as text, one character per byte, so that the conversion is reversible. */
export function readText(m: Machine, pointer: Int): string {
  return latin(readBytes(m, pointer));
}

export function latin(bytes: Uint8Array): string {
  if (bytes.length > SHORT) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

/** Up to this length, a loop is faster than a call of the runtime. */
const SHORT = 24;

export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export function writeBytes(m: Machine, pointer: Int, bytes: Uint8Array): void {
  const a = m.memory.atWrite(pointer, bytes.length);
  m.memory.u8.set(bytes, a);
}

/** Stores text and its final zero. */
export function writeText(m: Machine, pointer: Int, bytes: Uint8Array): void {
  const a = m.memory.atWrite(pointer, bytes.length + 1);
  m.memory.u8.set(bytes, a);
  m.memory.u8[a + bytes.length] = 0;
}

// The address comes first: where it is looked up an object of the input may be made, and the arrays of the memory replaced by larger ones.

export function readInt32(m: Machine, pointer: Int): number {
  const a = m.memory.at(pointer, 4);
  return m.memory.view.getInt32(a, true);
}

export function writeInt32(m: Machine, pointer: Int, value: number): void {
  const a = m.memory.atWrite(pointer, 4);
  m.memory.view.setInt32(a, value, true);
}

export function writeFloat(m: Machine, pointer: Int, size: 4 | 8, value: number): void {
  const a = m.memory.atWrite(pointer, size);
  if (size === 4) m.memory.view.setFloat32(a, value, true);
  else m.memory.view.setFloat64(a, value, true);
}

export function readByte(m: Machine, pointer: Int): number {
  const a = m.memory.at(pointer, 1);
  return m.memory.u8[a]!;
}

export function writeByte(m: Machine, pointer: Int, value: number): void {
  const a = m.memory.atWrite(pointer, 1);
  m.memory.u8[a] = value;
}

/** Stores a pointer into the program's memory. */
export function writePointer(m: Machine, where: Int, value: Int): void {
  const a = m.memory.atWrite(where, m.pointerSize);
  if (m.memory.addresses32) m.memory.view.setUint32(a, m.memory.addresses32.encode(value), true);
  else m.memory.view.setBigUint64(a, BigInt(value), true);
}

export function readPointer(m: Machine, where: Int): Int {
  const a = m.memory.at(where, m.pointerSize);
  if (m.memory.addresses32) return m.memory.addresses32.decode(m.memory.view.getUint32(a, true));
  const value = m.memory.view.getBigUint64(a, true);
  return value <= 9007199254740991n ? Number(value) : value;
}
