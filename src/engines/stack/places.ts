// Places of the IR: pointers, the variable that a place is part of, the cell behind a pointer.
// Used by everything that reads instructions.

import type { Expr, Place } from '../../ir/instr.js';
import type { GlobalVariable, LocalVariable } from '../../ir/program.js';
import type { CType } from '../../types/types.js';

export const isPointer = (t: CType): boolean => t.kind === 'pointer';

/** The variable whose memory contains the place, or null if it is behind a pointer. */
export function rootOf(p: Place): LocalVariable | GlobalVariable | null {
  if (p.kind === 'var') return p.variable;
  return p.kind === 'deref' ? null : rootOf(p.base);
}

export interface CellAccess {
  /** The variable that holds the pointer to the cell. */
  readonly pointer: Expr;
  readonly offset: number;
}

/** A place at a constant offset behind a pointer; null for any other. */
export function cellOf(p: Place): CellAccess | null {
  switch (p.kind) {
    case 'var':
      return null;
    case 'deref':
      return { pointer: p.pointer, offset: 0 };
    case 'field': {
      const base = cellOf(p.base);
      return base && { ...base, offset: base.offset + p.field.offset };
    }
    case 'index': {
      const base = cellOf(p.base);
      if (!base || p.index.kind !== 'int') return null;
      return { ...base, offset: base.offset + Number(p.index.value) * p.type.size };
    }
  }
}
