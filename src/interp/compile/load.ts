// Compiled loads: one closure per representation, each with the check of the pointer inside.
// Hot path: typed arrays are read directly when the address is aligned, which it nearly always is. The address comes
// first, always: computing it may allocate a variable and replace the arrays.

import type { CType } from '../../types/types.js';
import { readerOf } from '../cells.js';
import type { Eval } from '../frame.js';
import type { Memory } from '../memory.js';
import { repOf, type Value } from '../rep.js';
import { fromUnsignedWords, fromWords, type Int } from '../wide.js';

/** `pointer + offset`, where the pointer may be garbage too large for a number. */
export function shift(pointer: Int, offset: number): Int {
  return typeof pointer === 'number' ? pointer + offset : BigInt.asUintN(64, pointer + BigInt(offset));
}

/** The value of `type` at `base + offset`. */
export function compileLoad(m: Memory, base: Eval<Int>, offset: number, type: CType): Eval {
  const rep = repOf(type);
  switch (rep) {
    case 'i8':
      return (f) => {
        const a = m.at(shift(base(f), offset), 1);
        return m.i8[a]!;
      };
    case 'u8':
      return (f) => {
        const a = m.at(shift(base(f), offset), 1);
        return m.u8[a]!;
      };
    case 'i32':
      return (f) => {
        const a = m.at(shift(base(f), offset), 4);
        return a & 3 ? m.view.getInt32(a, true) : m.i32[a >> 2]!;
      };
    case 'u32':
      return (f) => {
        const a = m.at(shift(base(f), offset), 4);
        return a & 3 ? m.view.getUint32(a, true) : m.u32[a >> 2]!;
      };
    case 'i64':
      return (f) => {
        const a = m.at(shift(base(f), offset), 8);
        if (a & 3) return fromWords(m.view.getUint32(a, true), m.view.getInt32(a + 4, true));
        return fromWords(m.u32[a >> 2]!, m.i32[(a >> 2) + 1]!);
      };
    case 'u64':
    case 'ptr':
      return (f) => {
        const a = m.at(shift(base(f), offset), 8);
        if (a & 3) return fromUnsignedWords(m.view.getUint32(a, true), m.view.getUint32(a + 4, true));
        return fromUnsignedWords(m.u32[a >> 2]!, m.u32[(a >> 2) + 1]!);
      };
    case 'f64':
      return (f) => {
        const a = m.at(shift(base(f), offset), 8);
        return a & 7 ? m.view.getFloat64(a, true) : m.f64[a >> 3]!;
      };
    default: {
      const read = readerOf(rep);
      const size = Math.max(0, type.size);
      return (f) => read(m, m.at(shift(base(f), offset), size), type);
    }
  }
}

/** The value of `type` at a fixed index of the arena: a variable with static storage. */
export function compileStaticLoad(m: Memory, a: number, type: CType): Eval {
  const rep = repOf(type);
  if (rep === 'i32') return () => m.i32[a >> 2]!;
  if (rep === 'u32') return () => m.u32[a >> 2]!;
  if (rep === 'u64' || rep === 'ptr') return () => fromUnsignedWords(m.u32[a >> 2]!, m.u32[(a >> 2) + 1]!);
  const read = readerOf(rep);
  return (): Value => read(m, a, type);
}
