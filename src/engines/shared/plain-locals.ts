// Variables that need no memory: their address is not taken, and they hold one value.
// Engines keep them beside the heap, as numbers or as pointers of the state itself.

import type { Variable } from '../../ir/instr.js';
import { isCopiedAsBytes } from '../../types/questions.js';

export const isPlainLocal = (v: Variable): boolean =>
  v.kind !== 'global' && !v.addressTaken && !isCopiedAsBytes(v.type);
