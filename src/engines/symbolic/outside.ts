// Memory outside of what is followed: a record that is kept there is reached by somebody, and never lost.
// For unknown functions, and for arithmetic that hides an address in a number.

import { scale, type Term } from '../../logic/linear/term.js';
import { doubt, type Here } from './analysis.js';
import { put } from './memory.js';
import type { Context } from './paper/context.js';
import { type Base, pointer, record, type Value } from './paper/value.js';

/** No variable has this number. */
const OUTSIDE: Base = { kind: 'object', id: 0 };

/** Every record has a cell of its own outside. */
export const keep = (context: Context, y: Term): Context =>
  put(context, { base: OUTSIDE, offset: scale(y, 16n) }, 8, pointer(record(y)));

/** Numbers such as `(uintptr_t)a ^ (uintptr_t)b` lead back to the records whose addresses they are made of. */
export function hide(here: Here, context: Context, operands: readonly Value[]): Context {
  return operands.reduce((c, v) => {
    if (v.kind !== 'pointer' || v.base.kind !== 'record') return c;
    doubt(here, 'valid-memtrack', HIDDEN);
    doubt(here, 'valid-memcleanup', HIDDEN);
    return keep(c, v.base.number);
  }, context);
}

const HIDDEN = 'the address of the record is hidden in a number';
