// The bytes of a cell that a place covers, and the memory that an expression reads.
// Between the IR and the checks; depends on types and offsets, not on structures.

import { bytesOf } from '../../ir/bytes.js';
import type { Expr, Place } from '../../ir/instr.js';
import type { Range } from '../../numeric/range.js';

/** Bytes from `low` up to, not including, `high` behind a pointer. */
export interface Extent {
  readonly pointer: Expr;
  readonly low: number;
  readonly high: number;
  /** `some`: an index is unknown, and the access is somewhere in the extent. */
  readonly precision: 'exact' | 'some';
}

/** The extent of a place behind a pointer; null for a place in a variable. */
export function extentOf(p: Place): Extent | null {
  switch (p.kind) {
    case 'var':
      return null;
    case 'deref':
      return { pointer: p.pointer, low: 0, high: p.type.size, precision: 'exact' };
    case 'field':
      return part(p, p.field.offset);
    case 'index':
      return p.index.kind === 'int' ? part(p, Number(p.index.value) * p.type.size) : somewhere(p.base);
  }
}

function part(p: Extract<Place, { base: Place }>, offset: number): Extent | null {
  const base = extentOf(p.base);
  if (!base || base.precision === 'some') return base;
  return { ...base, low: base.low + offset, high: base.low + offset + bytesOf(p) };
}

function somewhere(array: Place): Extent | null {
  const base = extentOf(array);
  return base && { ...base, precision: 'some' };
}

/** Are all indices within the bounds of their arrays? */
export function staysInside(p: Place, rangeOf: (index: Expr) => Range): boolean {
  if (p.kind === 'var' || p.kind === 'deref') return true;
  if (p.kind === 'field') return staysInside(p.base, rangeOf);
  const { type } = p.base;
  const length = type.kind === 'array' ? type.length : null;
  if (length === null) return false;
  const { low, high } = rangeOf(p.index);
  return low >= 0 && high < length && staysInside(p.base, rangeOf);
}

/** The pointer that is dereferenced to reach the place. */
export function dereferenced(p: Place): Expr | null {
  if (p.kind === 'var') return null;
  return p.kind === 'deref' ? p.pointer : dereferenced(p.base);
}

export function placesRead(e: Expr): Place[] {
  switch (e.kind) {
    case 'load':
      return [e.place];
    case 'unary':
    case 'cast':
      return placesRead(e.operand);
    case 'binary':
      return [...placesRead(e.left), ...placesRead(e.right)];
    default:
      return [];
  }
}

/** Pointers that the expression converts to numbers; a truth value is not enough to recover a pointer. */
export function pointersMadeNumbers(e: Expr): Expr[] {
  switch (e.kind) {
    case 'unary':
      return pointersMadeNumbers(e.operand);
    case 'cast': {
      const keeps = e.type.kind === 'pointer' || e.operand.type.kind !== 'pointer' || e.type.size <= 1;
      return keeps ? pointersMadeNumbers(e.operand) : [e.operand];
    }
    case 'binary':
      return [...pointersMadeNumbers(e.left), ...pointersMadeNumbers(e.right)];
    default:
      return [];
  }
}
