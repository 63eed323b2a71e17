// Assignments, compound assignments, increments: stores, with the value read back or kept in a temporary.
// The part of expressions.ts that changes variables and memory.

import type * as ast from '../../frontend/ast.js';
import { isVariable } from '../../types/questions.js';
import { type CType, VOLATILE } from '../../types/types.js';
import type { Expr, Place } from '../instr.js';
import type { FunctionBuilder } from './builder.js';
import { lowerCall } from './calls.js';
import { addBytes, converted, keep, load, loadVariable, lowerValue, stable } from './expressions.js';
import { lowerPlace } from './places.js';

/** Whether the caller uses the value of the expression. */
export type Wanted = 'value' | 'effect';

/** `target = value` ⟶ `place := value`; the value is read back, or kept in a temporary where that could differ. */
export function lowerAssign(b: FunctionBuilder, e: ast.Assign, wanted: Wanted): Expr {
  const { at, end } = e;
  const place = lowerPlace(b, e.target);
  if (wanted === 'effect' || rereadable(place)) {
    assignTo(b, place, e.value, at, end);
    return load(place);
  }
  const value = stable(b, lowerValue(b, e.value));
  b.emit({ kind: 'assign', place, value, at, end });
  return value;
}

/** Stores the value of `e` in `place`; a call stores its result there directly. */
export function assignTo(b: FunctionBuilder, place: Place, e: ast.Expr, at: number, end: number): void {
  const call = e.kind === 'cast' && e.operand.kind === 'call' ? e.operand : e;
  if (call.kind === 'call' && fitsResult(place, call.type)) {
    lowerCall(b, call, place);
    return;
  }
  b.emit({ kind: 'assign', place, value: lowerValue(b, e), at, end });
}

function fitsResult(place: Place, type: CType): boolean {
  if (place.kind === 'field' && place.field.bits) return false;
  const target = place.type.unqualified;
  return target === type.unqualified || (target.kind === 'pointer' && type.kind === 'pointer');
}

/** Does reading the place after a store to it always give the stored value? */
function rereadable(place: Place): boolean {
  if (place.type.quals & VOLATILE) return false;
  switch (place.kind) {
    case 'var':
      return true;
    case 'field':
      return rereadable(place.base);
    case 'index':
      return isFixed(place.index) && rereadable(place.base);
    case 'deref':
      return isFixed(place.pointer);
  }
}

/** A value that a store to memory cannot change. */
function isFixed(e: Expr): boolean {
  switch (e.kind) {
    case 'int':
      return true;
    case 'load': {
      if (e.place.kind !== 'var') return false;
      const { variable } = e.place;
      return variable.kind !== 'global' && !variable.addressTaken;
    }
    case 'cast':
      return isFixed(e.operand);
    case 'binary':
      return isFixed(e.left) && isFixed(e.right);
    default:
      return false;
  }
}

/** `target op= value` ⟶ `place := (T)((C)place op value)` */
export function lowerCompoundAssign(b: FunctionBuilder, e: ast.CompoundAssign, wanted: Wanted): Expr {
  const { at, end } = e;
  const place = lowerPlace(b, e.target);
  const right = lowerValue(b, e.value);
  const old = converted(load(place), e.computed);
  let sum: Expr;
  if (e.op === 'ptr-add' && e.type.kind === 'pointer' && isVariable(e.type.target)) {
    sum = addBytes(b, old, right, e.type.target);
  } else {
    sum = { kind: 'binary', op: e.op, left: old, right, type: e.computed, at, end };
  }
  return store(b, place, converted(sum, e.type), wanted, at, end);
}

function store(b: FunctionBuilder, place: Place, value: Expr, wanted: Wanted, at: number, end: number): Expr {
  const kept = wanted === 'effect' || rereadable(place) ? value : stable(b, value);
  b.emit({ kind: 'assign', place, value: kept, at, end });
  return kept === value ? load(place) : kept;
}

/** `p++` ⟶ `t := p; p := t + 1`, value t */
export function lowerIncDec(b: FunctionBuilder, e: ast.IncDec, wanted: Wanted): Expr {
  const { at, end, type } = e;
  const place = lowerPlace(b, e.target);
  const before = load(place);
  if (wanted === 'effect' || e.result === 'new') return store(b, place, step(b, before, e), wanted, at, end);
  const old = loadVariable(keep(b, before), at, end);
  b.emit({ kind: 'assign', place, value: converted(step(b, old, e), type), at, end });
  return old;
}

/** The value plus or minus one, computed in the promoted type and converted back. */
function step(b: FunctionBuilder, old: Expr, e: ast.IncDec): Expr {
  const { at, end } = e;
  const { type } = e;
  const { types } = b;
  if (type.kind === 'pointer') {
    const one: Expr = { kind: 'int', value: BigInt(e.delta), type: types.ptrdiff, at, end };
    if (isVariable(type.target)) return addBytes(b, old, one, type.target);
    return { kind: 'binary', op: 'ptr-add', left: old, right: one, type, at, end };
  }
  if (type.kind === 'float' || type.kind === 'complex') {
    const right: Expr =
      type.kind === 'float'
        ? { kind: 'float', value: e.delta, type, at, end }
        : { kind: 'complex', real: e.delta, imaginary: 0, type, at, end };
    return { kind: 'binary', op: 'add', left: old, right, type, at, end };
  }
  const wide: CType = type.size < types.int.size ? types.int : type.kind === 'enum' ? type.integer : type;
  const one: Expr = { kind: 'int', value: 1n, type: wide, at, end };
  const op = e.delta === 1 ? 'add' : 'sub';
  return converted({ kind: 'binary', op, left: converted(old, wide), right: one, type: wide, at, end }, type);
}
