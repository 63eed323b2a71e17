// Compiled stores, the mirror image of loads.
// Unaligned stores of pointers are recorded, so that the reachability scan finds them.

import type { CType } from '../../types/types.js';
import { writerOf } from '../cells.js';
import type { Eval, Frame, Store } from '../frame.js';
import type { Memory } from '../memory.js';
import { objectOf } from '../pointer.js';
import { repOf, type Value } from '../rep.js';
import { highWord, type Int, lowWord } from '../wide.js';
import { shift } from './load.js';

const WORD = 2 ** 32;

/** Store a value of `type` at `base + offset`. */
export function compileStore(m: Memory, base: Eval<Int>, offset: number, type: CType): Store {
  const rep = repOf(type);
  switch (rep) {
    case 'i8':
    case 'u8':
    case 'bool':
      return (f, v) => {
        const a = m.atWrite(shift(base(f), offset), 1);
        m.u8[a] = v as number;
      };
    case 'i32':
    case 'u32':
      return (f, v) => {
        const a = m.atWrite(shift(base(f), offset), 4);
        if (a & 3) m.view.setInt32(a, v as number, true);
        else m.i32[a >> 2] = v as number;
      };
    case 'i64':
    case 'u64':
      return (f, v) => storeWords(m, m.atWrite(shift(base(f), offset), 8), v as Int);
    case 'ptr':
      return (f, v) => {
        const p = shift(base(f), offset);
        const a = m.atWrite(p, 8);
        if (a & 7) m.packed[objectOf(p)] = 1;
        storeWords(m, a, v as Int);
      };
    case 'f64':
      return (f, v) => {
        const a = m.atWrite(shift(base(f), offset), 8);
        if (a & 7) m.view.setFloat64(a, v as number, true);
        else m.f64[a >> 3] = v as number;
      };
    default: {
      const write = writerOf(rep);
      const size = Math.max(0, type.size);
      const skewed = hasSkewedPointer(type, 0);
      return (f: Frame, v: Value) => {
        const p = shift(base(f), offset);
        const a = m.atWrite(p, size);
        if (skewed || (rep === 'ptr32' && a & 3)) m.packed[objectOf(p)] = 1;
        write(m, a, v, type);
      };
    }
  }
}

function storeWords(m: Memory, a: number, v: Int): void {
  if (a & 3 || typeof v !== 'number') {
    m.view.setInt32(a, lowWord(v), true);
    m.view.setInt32(a + 4, highWord(v), true);
    return;
  }
  m.i32[a >> 2] = v;
  m.i32[(a >> 2) + 1] = Math.floor(v / WORD);
}

/** Store at a fixed index of the arena: a variable with static storage. */
export function compileStaticStore(m: Memory, a: number, type: CType): Store {
  const rep = repOf(type);
  if (rep === 'i32' || rep === 'u32') {
    return (_f, v) => {
      m.i32[a >> 2] = v as number;
    };
  }
  const write = writerOf(rep);
  return (_f, v) => write(m, a, v, type);
}

/** Has a value of this type, `at` bytes past an aligned address, unaligned pointers, as in packed records? */
export function hasSkewedPointer(type: CType, at: number): boolean {
  if (type.kind === 'pointer') return at % type.size !== 0;
  if (type.kind === 'array') {
    return hasSkewedPointer(type.element, at) || hasSkewedPointer(type.element, at + Math.max(0, type.element.size));
  }
  if (type.kind !== 'record') return false;
  return type.fields?.some((f) => hasSkewedPointer(f.type, at + f.offset)) ?? false;
}
