// The scalars of a type, with their offsets and with what C calls them.
// Used by given.ts to fill objects, and to name what an address belongs to.

import type { BitRange, CType, RecordType } from '../../types/types.js';

export interface Scalar {
  readonly path: string;
  readonly type: CType;
  readonly offset: number;
  readonly bits: BitRange | null;
}

/** Elements of a long array beyond these are all zero. */
const MOST_ELEMENTS = 8;

/** The scalars of an object of this type that is called `path`. Of a union, those of one member. */
export function* scalarsOf(type: CType, path: string, offset = 0): Generator<Scalar> {
  switch (type.kind) {
    case 'record':
      for (const field of membersOf(type)) {
        const name = memberPath(path, field.name);
        if (field.bits) yield { path: name, type: field.type, offset: offset + field.offset, bits: field.bits };
        else yield* scalarsOf(field.type, name, offset + field.offset);
      }
      return;
    case 'array': {
      const shown = Math.min(type.length ?? 0, isCharacter(type.element) ? 2 : MOST_ELEMENTS);
      for (let i = 0; i < shown; i++) yield* scalarsOf(type.element, `${path}[${i}]`, offset + i * type.element.size);
      return;
    }
    case 'void':
    case 'function':
    case 'vector':
      return;
    default:
      yield { path, type, offset, bits: null };
  }
}

/** The scalar at this offset of an object; null if there is none. */
export function scalarAt(type: CType, path: string, at: number): Scalar | null {
  switch (type.kind) {
    case 'record': {
      const field = membersOf(type).findLast((f) => f.offset <= at);
      if (!field || at >= field.offset + Math.max(1, field.type.size)) return null;
      return scalarAt(field.type, memberPath(path, field.name), at - field.offset);
    }
    case 'array': {
      const size = type.element.size;
      if (size <= 0) return null;
      const i = Math.floor(at / size);
      return scalarAt(type.element, `${path}[${i}]`, at - i * size);
    }
    case 'void':
    case 'function':
    case 'vector':
      return null;
    default:
      return at === 0 ? { path, type, offset: 0, bits: null } : null;
  }
}

/** `p->x` of what `p->` begins, `r.x` of a record r. */
const memberPath = (path: string, name: string | null): string =>
  name === null ? path : path.endsWith('->') ? path + name : `${path}.${name}`;

/** Of a union, the member that leads to most: one with a pointer, else the largest. */
function membersOf(type: RecordType): NonNullable<RecordType['fields']> {
  const fields = type.fields ?? [];
  if (!type.body.union || fields.length === 0) return fields;
  const best =
    fields.find((f) => f.type.kind === 'pointer') ?? fields.reduce((a, b) => (b.type.size > a.type.size ? b : a));
  return [best];
}

export const isCharacter = (type: CType): boolean => type.kind === 'int' && type.size === 1;
