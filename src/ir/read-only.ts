// Read-only memory: string literals, and constants with static storage; and which constants may share memory.
// Used by engines on writes and comparisons; constants on the stack are writable in practice: a write is not an error.

import { CONST, type CType } from '../types/types.js';
import type { Variable } from './instr.js';

export const isReadOnly = (v: Variable): boolean => v.kind === 'global' && (v.literal || isConstant(v.type));

/**
 * String literals, and compound literals of constant type: two of them, or parts of them, may be one object (C17 6.4.5p7,
 * 6.5.2.5p7). A constant that the program calls by a similar name is taken for one.
 */
export const mayShareMemory = (v: Variable): boolean =>
  (v.kind === 'global' && v.literal) || (v.kind !== 'temporary' && isConstant(v.type) && LITERAL.test(v.name));

/** The names that lowering gives to compound literals. */
const LITERAL = /^literal\d|\.literal\./;

const isConstant = (type: CType): boolean =>
  type.kind === 'array' ? isConstant(type.element) : (type.quals & CONST) !== 0;

export const READ_ONLY = 'write to a constant or a string literal';
