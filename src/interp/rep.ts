// The representation of a C type in memory and as a JS value.
// The compiler of expressions and the library choose their specialised code by it.

import type { CType, FloatType } from '../types/types.js';
import type { Int } from './wide.js';

export type IntRep = 'bool' | 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'i128' | 'u128';
export type FloatRep = 'f16' | 'f32' | 'f64' | 'f80' | 'f128';
/** `ptr` is eight bytes, `ptr32` four; `bytes` are records, arrays and vectors. */
export type Rep = IntRep | FloatRep | 'ptr' | 'ptr32' | 'complex' | 'bytes' | 'none';

export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** Integers up to 32 bits and floats are numbers; wider integers and pointers are `Int`; records are copies of bytes. */
export type Value = Int | Complex | Uint8Array;

export function repOf(type: CType): Rep {
  switch (type.kind) {
    case 'int':
      if (type.bits === 1) return 'bool';
      return `${type.signed ? 'i' : 'u'}${type.size * 8}` as IntRep;
    case 'enum':
      return repOf(type.integer);
    case 'float':
      return floatRep(type);
    case 'pointer':
      return type.size === 8 ? 'ptr' : 'ptr32';
    case 'complex':
      return 'complex';
    case 'record':
    case 'array':
    case 'vector':
      return 'bytes';
    default:
      return 'none';
  }
}

function floatRep({ size, format }: FloatType): FloatRep {
  if (size === 2) return 'f16';
  if (size === 4) return 'f32';
  if (size === 8) return 'f64';
  return format === 'x87' ? 'f80' : 'f128';
}

export const isIntRep = (rep: Rep): rep is IntRep => /^(bool|[iu]\d+)$/.test(rep);
export const isFloatRep = (rep: Rep): rep is FloatRep => /^f\d+$/.test(rep);
/** More digits than a double has. */
export const isLong = (rep: Rep): boolean => rep === 'f80' || rep === 'f128';
export const isWide = (rep: Rep): boolean => rep === 'i64' || rep === 'u64' || rep === 'i128' || rep === 'u128';
export const isPointerRep = (rep: Rep): boolean => rep === 'ptr' || rep === 'ptr32';
export const isSignedRep = (rep: Rep): boolean => rep.startsWith('i');

export function bitsOf(rep: IntRep): number {
  return rep === 'bool' ? 1 : Number(rep.slice(1));
}
