// A type reduced to what a value analysis needs: kind, size, sign, and the kind of a pointer's target. Plain data.
// The serialised form of the types of unknown values in summaries.

import type { Types } from '../../types/basic-types.js';
import { ArrayType, type CType, FunctionType, INCOMPLETE, RecordType } from '../../types/types.js';
import { basicTypes } from './types.js';

/** Kind, qualifiers, and parameters of the kind. */
export type SavedType =
  | readonly [name: string, quals: number]
  | readonly ['*', number, SavedType]
  | readonly ['[]', number, SavedType, number | null]
  | readonly ['record', number, number, number];

const DEEPEST = 3;

export function saveType(type: CType, depth = 0): SavedType {
  const { quals } = type;
  if (depth > DEEPEST) return ['void', quals];
  switch (type.kind) {
    case 'void':
    case 'function':
      return [type.kind, quals];
    case 'int':
    case 'float':
      return [type.name, quals];
    case 'enum':
      return [type.integer.name, quals];
    case 'pointer':
      return ['*', quals, saveType(type.target, depth + 1)];
    case 'array':
      return ['[]', quals, saveType(type.element, depth + 1), type.length];
    default:
      return ['record', quals, type.size, type.align];
  }
}

export function restoreType(types: Types, saved: SavedType): CType {
  const type = bare(types, saved);
  return saved[1] === 0 ? type : (type.qualify(saved[1]) as CType);
}

function bare(types: Types, saved: SavedType): CType {
  if (saved.length === 2) return basicTypes(types).get(saved[0]) ?? new FunctionType(types.void, null, false);
  if (saved[0] === '*') return types.pointer(restoreType(types, saved[2]));
  if (saved[0] === '[]') return new ArrayType(restoreType(types, saved[2]), saved[3]);
  const [, , size, align] = saved;
  const body = { union: false, tag: null, id: INCOMPLETE, fields: null, size, align, transparent: false };
  return new RecordType(body);
}
