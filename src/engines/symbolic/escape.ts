// Escape: a record that escapes is stored in a cell outside of the analysed memory, so that it stays reachable.
// For unknown calls, and for arithmetic on addresses.

import { scale, type Term } from '../../logic/linear/term.js';
import { doubt, type Here } from './analysis.js';
import { put } from './memory.js';
import type { Context } from './paper/context.js';
import { type Base, pointer, record, type Value } from './paper/value.js';

/** No variable has this number. */
const OUTSIDE: Base = { kind: 'object', id: 0 };

/** Every record has its own cell outside. */
export const escapeRecord = (context: Context, y: Term): Context =>
  put(context, { base: OUTSIDE, offset: scale(y, 16n) }, 8, pointer(record(y)));

/** The addresses of records can be recovered from numbers such as `(uintptr_t)a ^ (uintptr_t)b`: the records escape. */
export function escapeOperands(here: Here, context: Context, operands: readonly Value[]): Context {
  return operands.reduce((c, v) => {
    if (v.kind !== 'pointer' || v.base.kind !== 'record') return c;
    doubt(here, 'valid-memtrack', IN_ARITHMETIC);
    doubt(here, 'valid-memcleanup', IN_ARITHMETIC);
    return escapeRecord(c, v.base.number);
  }, context);
}

const IN_ARITHMETIC = 'the address of the memory is used in arithmetic';
