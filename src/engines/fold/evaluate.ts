// The values of expressions: pointers as guarded targets, integers as zero or not zero, everything else unknown.
// Works on the atoms and single operators of three-address form; never changes the state.

import { type CType, integerOf, isInteger } from '../../frontend/types.js';
import type { BinaryExpr, CastExpr, Expr, Place } from '../../ir/instr.js';
import { FALSE, negate, type Ref } from '../../logic/bdd/bdd.js';
import { type Frame, nodeOfVariable } from './analysis.js';
import { OPAQUE, UNINITIALIZED } from './kernel.js';
import { isTracked } from './slots.js';
import type { State } from './state.js';
import { addressOf, NULL_VALUE, OPAQUE_VALUE, type PointerValue, shifted, valueIn } from './value.js';

/** A number is a pointer value too: null for zero, opaque for the others. `unknown`: may be either. */
export type Value = PointerValue | 'unknown';

export function evaluate(f: Frame, s: State, e: Expr): Value {
  switch (e.kind) {
    case 'int':
      return e.value === 0n ? NULL_VALUE : OPAQUE_VALUE;
    case 'load':
      return loadAtom(f, s, e.place);
    case 'cast':
      return convert(f, s, e);
    case 'address':
      return addressOfPlace(f, s, e.place);
    case 'unary':
      if (e.op === 'neg') return evaluate(f, s, e.operand);
      return e.op === 'not' ? truth(f, isZero(f, evaluate(f, s, e.operand))) : 'unknown';
    case 'binary':
      return binary(f, s, e);
    case 'function-address':
    case 'label-address':
      return OPAQUE_VALUE;
    case 'float':
    case 'complex':
      return 'unknown';
  }
}

function loadAtom(f: Frame, s: State, place: Place): Value {
  if (place.kind !== 'var' || !isTracked(place.type)) return 'unknown';
  return valueIn(f.run.k, s, { node: nodeOfVariable(f, place.variable), offset: 0 });
}

function convert(f: Frame, s: State, e: CastExpr): Value {
  const value = evaluate(f, s, e.operand);
  if (value === 'unknown') return e.type.kind === 'pointer' ? OPAQUE_VALUE : 'unknown';
  const [from, to] = [e.operand.type, e.type];
  if (to.kind === 'pointer') return value;
  if (!isInteger(to)) return 'unknown';
  if (from.kind === 'pointer') return numberOf(f, value);
  const widens = isInteger(from) && (integerOf(to).bits === 1 || integerOf(to).bits >= integerOf(from).bits);
  return widens || value === NULL_VALUE ? value : 'unknown';
}

/** A pointer looked at as a number: only whether it is zero is kept. */
const numberOf = (f: Frame, v: PointerValue): PointerValue => truth(f, v.nonNull) as PointerValue;

function truth(_f: Frame, guard: Ref | null): Value {
  if (guard === null) return 'unknown';
  return { targets: [{ target: OPAQUE, offset: 0, guard }], reach: [], nonNull: guard };
}

/** Where the value is zero, if that can be told. */
function isZero(f: Frame, v: Value): Ref | null {
  if (v === 'unknown') return null;
  const unset = v.targets.some((t) => t.target === UNINITIALIZED && t.guard !== FALSE);
  return unset ? null : f.run.k.use.outCounters === 'on' || v.targets.length <= 1 ? negate(v.nonNull) : null;
}

function binary(f: Frame, s: State, e: BinaryExpr): Value {
  if (e.op === 'ptr-add') return pointerPlus(f, s, e);
  if (e.op !== 'eq' && e.op !== 'ne') return 'unknown';
  const [left, right] = [evaluate(f, s, e.left), evaluate(f, s, e.right)];
  const tested = right === NULL_VALUE ? left : left === NULL_VALUE ? right : 'unknown';
  const zero = isZero(f, tested);
  return truth(f, zero === null ? null : e.op === 'eq' ? zero : negate(zero));
}

function pointerPlus(f: Frame, s: State, e: BinaryExpr): Value {
  const pointer = evaluate(f, s, e.left);
  if (pointer === 'unknown') return OPAQUE_VALUE;
  const count = constantOf(e.right);
  const size = e.type.kind === 'pointer' ? e.type.target.size : 1;
  return shifted(f.run.k, pointer, count === null ? null : count * size);
}

export function constantOf(e: Expr): number | null {
  if (e.kind === 'int') return Number(e.value);
  return e.kind === 'cast' ? constantOf(e.operand) : null;
}

/** &place: the pointer behind it, moved by the offsets of fields and indices. */
function addressOfPlace(f: Frame, s: State, place: Place): Value {
  const { base, offset } = flatten(place);
  if (base.kind === 'var') {
    const address = addressOf(nodeOfVariable(f, base.variable), 0);
    return shifted(f.run.k, address, offset);
  }
  const pointer = evaluate(f, s, base.pointer);
  return pointer === 'unknown' ? OPAQUE_VALUE : shifted(f.run.k, pointer, offset);
}

/** The variable or dereference a place starts from, and how many bytes into it the place lies; null if not known. */
export function flatten(place: Place): {
  base: Extract<Place, { kind: 'var' | 'deref' }>;
  offset: number | null;
  type: CType;
} {
  if (place.kind === 'var' || place.kind === 'deref') return { base: place, offset: 0, type: place.type };
  const { base, offset } = flatten(place.base);
  if (place.kind === 'field')
    return { base, offset: offset === null ? null : offset + place.field.offset, type: place.type };
  const index = constantOf(place.index);
  const known = offset !== null && index !== null;
  return { base, offset: known ? offset + index * place.type.size : null, type: place.type };
}
