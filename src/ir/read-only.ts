// Read-only memory: string literals, and constants with static storage.
// Used by engines on writes; constants on the stack are writable in practice, so a write to them is not an error here.

import { CONST, type CType } from '../types/types.js';
import type { Variable } from './instr.js';

export const isReadOnly = (v: Variable): boolean => v.kind === 'global' && (v.literal || isConstant(v.type));

const isConstant = (type: CType): boolean =>
  type.kind === 'array' ? isConstant(type.element) : (type.quals & CONST) !== 0;

export const READ_ONLY = 'write to a constant or a string literal';
