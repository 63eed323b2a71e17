// Values of expressions: pointers as guarded targets, integers as zero or nonzero, everything else unknown.
// Works on the atoms and single operators of three-address form; never changes the state.

import type { BinaryExpr, CastExpr, Expr, Place, UnaryOp } from '../../ir/instr.js';
import { isVolatile } from '../../ir/volatile.js';
import { FALSE, negate, type Ref } from '../../logic/bdd/bdd.js';
import { integerOf, isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import { constantOf } from '../shared/constants.js';
import { type Frame, nodeOfVariable } from './analysis.js';
import { OPAQUE } from './kernel.js';
import { constantIn } from './numbers.js';
import type { State } from './paper/state.js';
import { isTracked } from './pointer-offsets.js';
import {
  addressOf,
  isUnknownTarget,
  NULL_VALUE,
  OPAQUE_VALUE,
  type PointerValue,
  shifted,
  UNKNOWN_VALUE,
  valueIn,
} from './value.js';

/** Numbers are pointer values too: zero is null, other numbers are opaque. `unknown`: may be either. */
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
      return unary(f, e.op, evaluate(f, s, e.operand));
    case 'binary':
      return binary(f, s, e);
    case 'function-address':
      return addressOf(f.run.k.functionNode(f.run.program.addressed(e.target)), 0);
    case 'label-address':
      return OPAQUE_VALUE;
    case 'float':
    case 'complex':
      return 'unknown';
  }
}

function loadAtom(f: Frame, s: State, place: Place): Value {
  if (place.kind !== 'var' || !isTracked(place.type)) return 'unknown';
  if (isInteger(place.type) && isVolatile(place)) return 'unknown';
  return valueIn(f.run.k, s, { node: nodeOfVariable(f, place.variable), offset: 0 });
}

function convert(f: Frame, s: State, e: CastExpr): Value {
  const value = evaluate(f, s, e.operand);
  if (value === 'unknown') return e.type.kind === 'pointer' ? UNKNOWN_VALUE : 'unknown';
  const [from, to] = [e.operand.type, e.type];
  if (to.kind === 'pointer') return value;
  if (!isInteger(to)) return 'unknown';
  if (from.kind === 'pointer') return numberOf(f, value, to);
  if (value === NULL_VALUE) return value;
  if (integerOf(to).bits === 1) return truth(f, nonZero(f, value));
  const widens = isInteger(from) && integerOf(to).bits >= integerOf(from).bits;
  return widens ? value : 'unknown';
}

type IntegerType = Parameters<typeof integerOf>[0];

/** A pointer cast to an integer keeps its value if the type is wide enough; otherwise the result is unknown. */
const numberOf = (f: Frame, v: PointerValue, to: IntegerType): Value =>
  integerOf(to).bits === 1 ? truth(f, nonZero(f, v)) : to.size >= f.run.pointerSize ? v : hiding(f, v);

/** Arithmetic on addresses: they may be recovered from the result, so unreachable memory is not certain to be lost. */
function hiding({ run }: Frame, ...operands: readonly Value[]): Value {
  const isAddress = (v: Value) => v !== 'unknown' && v.targets.some((t) => !run.k.isSpecial(t.target));
  if (operands.some(isAddress)) run.addresses = 'hidden in numbers';
  return 'unknown';
}

function unary(f: Frame, op: UnaryOp, v: Value): Value {
  if (op === 'not') return truth(f, isZero(f, v));
  hiding(f, v);
  return op === 'neg' ? truth(f, nonZero(f, v)) : 'unknown';
}

function nonZero(f: Frame, v: Value): Ref | null {
  const zero = isZero(f, v);
  return zero === null ? null : negate(zero);
}

function truth(_f: Frame, guard: Ref | null): Value {
  if (guard === null) return 'unknown';
  return { targets: [{ target: OPAQUE, offset: 0, guard }], reach: [], nonNull: guard };
}

/** The vectors in which the value is zero; null if that is unknown. */
function isZero(f: Frame, v: Value): Ref | null {
  if (v === 'unknown') return null;
  const unset = v.targets.some((t) => isUnknownTarget(t) && t.guard !== FALSE);
  return unset ? null : f.run.k.use.outCounters === 'on' || v.targets.length <= 1 ? negate(v.nonNull) : null;
}

function binary(f: Frame, s: State, e: BinaryExpr): Value {
  if (e.op === 'ptr-add') return pointerPlus(f, s, e);
  if (e.op !== 'eq' && e.op !== 'ne') return hiding(f, evaluate(f, s, e.left), evaluate(f, s, e.right));
  const [left, right] = [evaluate(f, s, e.left), evaluate(f, s, e.right)];
  const tested = right === NULL_VALUE ? left : left === NULL_VALUE ? right : 'unknown';
  const zero = isZero(f, tested);
  return truth(f, zero === null ? null : e.op === 'eq' ? zero : negate(zero));
}

function pointerPlus(f: Frame, s: State, e: BinaryExpr): Value {
  const pointer = evaluate(f, s, e.left);
  if (pointer === 'unknown') return UNKNOWN_VALUE;
  const count = constantIn(f, s, e.right);
  const size = e.type.kind === 'pointer' ? e.type.target.size : 1;
  return shifted(f.run.k, pointer, count === null ? null : count * size);
}

/** &place: the base pointer, moved by the offsets of fields and indices. */
function addressOfPlace(f: Frame, s: State, place: Place): Value {
  const { base, offset } = flatten(place);
  if (base.kind === 'var') {
    const address = addressOf(nodeOfVariable(f, base.variable), 0);
    return shifted(f.run.k, address, offset);
  }
  const pointer = evaluate(f, s, base.pointer);
  return pointer === 'unknown' ? UNKNOWN_VALUE : shifted(f.run.k, pointer, offset);
}

/** The variable or dereference at the base of a place, and the offset of the place in it; null if unknown. */
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
