// Bit-fields: reading and writing some bits of some bytes.
// Used by loads and stores of field places that carry a bit range, and by initialisers.

import type { BitRange, CType } from '../../types/types.js';
import type { Memory } from '../memory.js';
import { type IntRep, repOf } from '../rep.js';
import { type Int, wrapBig } from '../wide.js';

export const bytesOfBits = (bits: BitRange): number => Math.ceil((bits.shift + bits.width) / 8);

function isSignedField(type: CType): boolean {
  return (repOf(type) as IntRep).startsWith('i');
}

export function readBits(m: Memory, a: number, bits: BitRange, type: CType): Int {
  const n = bytesOfBits(bits);
  if (n <= 4 && bits.width < 32) {
    let word = 0;
    for (let i = n - 1; i >= 0; i--) word = (word << 8) | m.u8[a + i]!;
    const unused = 32 - bits.width;
    const up = word << (unused - bits.shift);
    return isSignedField(type) ? up >> unused : up >>> unused;
  }
  let value = 0n;
  for (let i = n - 1; i >= 0; i--) value = (value << 8n) | BigInt(m.u8[a + i]!);
  return wrapBig(value >> BigInt(bits.shift), bits.width, isSignedField(type));
}

export function writeBits(m: Memory, a: number, bits: BitRange, value: Int): void {
  const n = bytesOfBits(bits);
  if (n <= 4 && bits.width < 32 && typeof value === 'number') {
    let mask = (2 ** bits.width - 1) << bits.shift;
    let word = (value << bits.shift) & mask;
    for (let i = 0; i < n; i++, mask >>>= 8, word >>>= 8) m.u8[a + i] = (m.u8[a + i]! & ~mask) | word;
    return;
  }
  let mask = ((1n << BigInt(bits.width)) - 1n) << BigInt(bits.shift);
  let word = (BigInt(value) << BigInt(bits.shift)) & mask;
  for (let i = 0; i < n; i++, mask >>= 8n, word >>= 8n) {
    const keep = ~Number(mask & 0xffn);
    m.u8[a + i] = (m.u8[a + i]! & keep) | Number(word & 0xffn);
  }
}
