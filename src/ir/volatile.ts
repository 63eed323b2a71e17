// Places that something outside of the program may change at any time: what is read there is not what was written.
// Asked by whoever follows numbers.

import { VOLATILE } from '../types/types.js';
import type { Place } from './instr.js';

export const isVolatile = (p: Place): boolean =>
  (p.type.quals & VOLATILE) !== 0 || ((p.kind === 'field' || p.kind === 'index') && isVolatile(p.base));
