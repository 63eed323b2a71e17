// Memory that nobody may write: string literals, and constants with static storage, which lie on pages that cannot be written.
// Asked by engines when they follow a write; constants on the stack can be written, whatever the standard says of it.

import { CONST, type CType } from '../types/types.js';
import type { Variable } from './instr.js';

export const isReadOnly = (v: Variable): boolean => v.kind === 'global' && (v.literal || isConstant(v.type));

const isConstant = (type: CType): boolean =>
  type.kind === 'array' ? isConstant(type.element) : (type.quals & CONST) !== 0;

export const READ_ONLY = 'a constant or a string literal is written';
