// Byte offsets of the pointers in a type: unions, casts to the first member and container_of share one cell.
// Used when aggregates are copied, cleared or scanned.

import { isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';

/** Objects with more pointers are unsupported. */
export const MOST_SLOTS = 64;

/** The offsets of the pointers in a value of this type, ascending, without duplicates; null if there are too many. */
export function pointerSlots(type: CType): readonly number[] | null {
  const found = new Set<number>();
  return collect(type, 0, found) ? [...found].sort((a, b) => a - b) : null;
}

function collect(type: CType, at: number, found: Set<number>): boolean {
  if (found.size > MOST_SLOTS) return false;
  if (type.kind === 'pointer') found.add(at);
  if (type.kind === 'record') return (type.fields ?? []).every((f) => collect(f.type, at + f.offset, found));
  if (type.kind === 'array') {
    const before = found.size;
    for (let i = 0; i < (type.length ?? 0); i++) {
      if (!collect(type.element, at + i * type.element.size, found)) return false;
      if (found.size === before) break;
    }
  }
  return true;
}

/** A variable of this type has one tracked cell: a pointer, or an integer as zero or nonzero. */
export const isTracked = (type: CType): boolean => type.kind === 'pointer' || isInteger(type);
