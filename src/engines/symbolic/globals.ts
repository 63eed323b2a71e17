// Initial values of global variables: their initialisers if the program starts here, otherwise any values.
// Used by memory.ts if the chain has no entry for a global.

import type { Expr } from '../../ir/instr.js';
import type { GlobalVariable, InitialValue } from '../../ir/program.js';
import { constant, numberIn, type Term } from '../../logic/linear/term.js';
import { sizeInSteps } from '../../types/questions.js';
import { CONST, type CType } from '../../types/types.js';
import type { Run } from './analysis.js';
import { NULL, number, pointer, UNKNOWN, type Value, zeroOf } from './paper/value.js';

/** null: unknown. */
export function initialValue(run: Run, g: GlobalVariable, offset: Term, type: CType): Value | null {
  const constantForever = g.literal || (g.type.quals & CONST) !== 0;
  if (!g.defined || (!run.startsProgram && !constantForever)) return null;
  const at = numberIn(offset);
  if (at === null) return g.initializer === null ? zeroOf(type) : null;
  const entry = g.initializer?.find((i) => i.offset === Number(at) && !i.bits);
  if (entry) return valueOfInitializer(run, entry, type);
  return g.initializer?.some((i) => overlaps(i, Number(at), type.size)) ? charAt(g, Number(at), type) : zeroOf(type);
}

const overlaps = (i: InitialValue, at: number, size: number): boolean =>
  i.offset < at + size && at < i.offset + Math.max(1, i.type.size);

function valueOfInitializer(run: Run, { value, type: own }: InitialValue, type: CType): Value | null {
  if (value.kind === 'string') return type.size === 1 ? byteValue(value.bytes[0]) : null;
  return own.size === type.size ? constantValue(run, value) : null;
}

/** A character of a string literal, whose bytes are one initial value. */
function charAt(g: GlobalVariable, at: number, type: CType): Value | null {
  const text = g.initializer?.find((i) => i.value.kind === 'string' && overlaps(i, at, type.size));
  if (text?.value.kind !== 'string' || type.size !== 1) return null;
  return byteValue(text.value.bytes[at - text.offset]);
}

/** The reader converts it to its type. */
const byteValue = (byte = 0): Value => number(constant(BigInt.asIntN(8, BigInt(byte))));

/** Address constants and numbers. */
function constantValue(run: Run, e: Expr): Value | null {
  switch (e.kind) {
    case 'int':
      return e.type.kind === 'pointer' && e.value === 0n ? NULL : number(constant(e.value));
    case 'float':
      return UNKNOWN;
    case 'function-address':
      return pointer({ kind: 'function', symbol: run.program.addressed(e.target) });
    case 'cast':
      return e.type.size === e.operand.type.size ? constantValue(run, e.operand) : null;
    case 'address':
      return e.place.kind === 'var' && e.place.variable.kind === 'global'
        ? pointer({ kind: 'object', id: run.globals.idOf(e.place.variable) })
        : firstElement(run, e);
    default:
      return null;
  }
}

/** `&array[0]`, as arrays decay. */
function firstElement(run: Run, { place }: Extract<Expr, { kind: 'address' }>): Value | null {
  if (place.kind !== 'index' || place.index.kind !== 'int' || place.base.kind !== 'var') return null;
  const { variable } = place.base;
  if (variable.kind !== 'global') return null;
  const offset = constant(place.index.value * BigInt(sizeInSteps(place.type)));
  return pointer({ kind: 'object', id: run.globals.idOf(variable) }, offset);
}
