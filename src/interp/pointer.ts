// Pointers as plain integers: object id and offset in one number, so that byte copies, casts and tags just work.
// Every access to memory goes through these few functions.

import type { Int } from './wide.js';

/** A pointer is `id * WORD + BIAS + offset`; id 0 is null. The bias keeps `p - 1` inside the same object's numbers. */
export const WORD = 2 ** 32;
export const BIAS = 2 ** 28;

/** The byte of uninitialised memory; a pointer made of it is uninitialised. */
export const POISON_BYTE = 0xa5;
const POISON_WORD = 0xa5a5a5a5;
export const POISON_64 = 0xa5a5a5a5a5a5a5a5n;

export function makePointer(id: number, offset: number): number {
  return id * WORD + (BIAS + offset);
}

export function objectOf(pointer: Int): number {
  return typeof pointer === 'number' ? (pointer / WORD) | 0 : 0;
}

export function offsetOf(pointer: Int): number {
  return typeof pointer === 'number' ? (pointer >>> 0) - BIAS : 0;
}

/** Does this value come from uninitialised memory (perhaps with an offset added)? */
export function isPoisoned(pointer: Int): boolean {
  if (typeof pointer === 'bigint') return Number(pointer >> 32n) === POISON_WORD;
  return Math.abs(pointer - POISON_WORD) < 0x10000;
}
