// Expressions: a side-effect-free value is returned, effects become instructions, short circuits become branches.
// Operands are lowered from left to right; C leaves the order open where it matters.

import type * as ast from '../../frontend/ast.js';
import { evaluate } from '../../frontend/typecheck/constant.js';
import { type CType, isVariable, VOLATILE } from '../../frontend/types.js';
import type { Expr, Place } from '../instr.js';
import type { LocalVariable } from '../program.js';
import { lowerAtomic, lowerOverflow } from './atomics.js';
import type { FunctionBuilder } from './builder.js';
import { lowerCall, lowerVaArg } from './calls.js';
import { branchOn } from './conditions.js';
import { initializeLocal } from './initializers.js';
import { lowerPlace, placeOf, sizeOf } from './places.js';
import { lowerStatementExpr } from './statements.js';
import { LoweringFailure } from './unit.js';

export const variablePlace = (variable: LocalVariable, at: number, end: number): Place => ({
  kind: 'var',
  variable,
  type: variable.type,
  at,
  end,
});

export const load = (place: Place): Expr => ({
  kind: 'load',
  place,
  type: place.type.unqualified,
  at: place.at,
  end: place.end,
});

export const loadVariable = (variable: LocalVariable, at: number, end: number): Expr =>
  load(variablePlace(variable, at, end));

/** The value of `e`; what it does is emitted. */
export function lowerValue(b: FunctionBuilder, e: ast.Expr): Expr {
  const { at, end } = e;
  switch (e.kind) {
    case 'int':
      return { kind: 'int', value: e.value, type: e.type, at, end };
    case 'variable':
    case 'member':
    case 'deref':
    case 'index':
    case 'string':
    case 'compound-literal':
      return load(lowerPlace(b, e));
    case 'binary':
      return lowerBinary(b, e);
    case 'cast':
      return lowerCast(b, e);
    case 'decay':
      return lowerDecay(b, e);
    case 'call':
      return valueOfCall(b, e);
    case 'unary':
      return { kind: 'unary', op: e.op, operand: lowerValue(b, e.operand), type: e.type, at, end };
    case 'address':
      return { kind: 'address', place: lowerPlace(b, e.operand), type: e.type, at, end };
    case 'assign':
      return lowerAssign(b, e, 'value');
    case 'compound-assign':
      return lowerCompoundAssign(b, e, 'value');
    case 'inc-dec':
      return lowerIncDec(b, e, 'value');
    case 'logical':
      return lowerLogical(b, e);
    case 'conditional':
      return lowerConditional(b, e);
    case 'comma':
      lowerEffect(b, e.left);
      return lowerValue(b, e.right);
    case 'float':
      return { kind: 'float', value: e.value, type: e.type, at, end };
    case 'imaginary':
      return { kind: 'complex', real: 0, imaginary: e.value, type: e.type, at, end };
    case 'statement-expr':
      return lowerStatementExpr(b, e) ?? { kind: 'int', value: 0n, type: b.types.int, at, end };
    case 'variable-size':
      return sizeOf(b, e.of, at, end);
    case 'va-arg':
      return lowerVaArg(b, e);
    case 'label-address':
      return { kind: 'label-address', label: b.labelOf(e.label).block, type: e.type, at, end };
    case 'atomic':
      return lowerAtomic(b, e);
    case 'overflow':
      return lowerOverflow(b, e);
    case 'function':
      throw new LoweringFailure('a function used as a value', at);
  }
}

/** What `e` does, its value not being wanted. Memory that it would read is read, for that may fail. */
export function lowerEffect(b: FunctionBuilder, e: ast.Expr): void {
  switch (e.kind) {
    case 'assign':
      lowerAssign(b, e, 'effect');
      return;
    case 'compound-assign':
      lowerCompoundAssign(b, e, 'effect');
      return;
    case 'inc-dec':
      lowerIncDec(b, e, 'effect');
      return;
    case 'call':
      lowerCall(b, e, null);
      return;
    case 'cast':
      if (e.type.kind === 'void') return lowerEffect(b, e.operand);
      break;
    case 'comma':
      lowerEffect(b, e.left);
      lowerEffect(b, e.right);
      return;
    case 'conditional':
      return lowerConditionalEffect(b, e);
    case 'logical':
      return lowerLogicalEffect(b, e);
    case 'statement-expr':
      lowerStatementExpr(b, e);
      return;
    case 'atomic':
      lowerAtomic(b, e);
      return;
    case 'int':
    case 'function':
      return;
  }
  if (e.type.kind === 'void' || e.type.kind === 'function') {
    if (e.kind === 'deref') lowerValue(b, e.operand);
    return;
  }
  const value = lowerValue(b, e);
  if (touchesMemory(value) && e.type.size > 0) keep(b, value);
}

/** Could evaluating the value go wrong, or be observed? */
function touchesMemory(e: Expr): boolean {
  switch (e.kind) {
    case 'load':
      return e.place.kind !== 'var' || (e.place.type.quals & VOLATILE) !== 0;
    case 'unary':
    case 'cast':
      return touchesMemory(e.operand);
    case 'binary':
      return touchesMemory(e.left) || touchesMemory(e.right);
    default:
      return false;
  }
}

/** Store a value in a temporary. */
export function keep(b: FunctionBuilder, value: Expr): LocalVariable {
  const { at, end } = value;
  const variable = b.temporary(value.type, at);
  b.emit({ kind: 'assign', place: variablePlace(variable, at, end), value, at, end });
  return variable;
}

/** The same value, read from a temporary unless it is a constant or a temporary already. */
export function stable(b: FunctionBuilder, value: Expr): Expr {
  if (value.kind === 'int' || value.kind === 'float') return value;
  if (value.kind === 'load' && value.place.kind === 'var' && value.place.variable.kind === 'temporary') return value;
  return loadVariable(keep(b, value), value.at, value.end);
}

// ---- operators -------------------------------------------------------------------------------------------------

/** Sums of thousands of terms lean to the left: they are walked, not recursed into, and cut into pieces. */
const LONGEST_CHAIN = 100;

function lowerBinary(b: FunctionBuilder, e: ast.Binary): Expr {
  if (e.left.kind !== 'binary') return combine(b, e, lowerValue(b, e.left), lowerValue(b, e.right));
  const chain: ast.Binary[] = [];
  let first: ast.Expr = e;
  for (; first.kind === 'binary'; first = first.left) chain.push(first);
  let value = lowerValue(b, first);
  for (let i = chain.length - 1; i >= 0; i--) {
    value = combine(b, chain[i]!, value, lowerValue(b, chain[i]!.right));
    if (i > 0 && (chain.length - i) % LONGEST_CHAIN === 0) value = stable(b, value);
  }
  return value;
}

/** `left op right`; where the size of a pointer's target is known only at run time, bytes are counted. */
function combine(b: FunctionBuilder, e: ast.Binary, left: Expr, right: Expr): Expr {
  const { at, end, op } = e;
  if (op === 'ptr-add' && e.type.kind === 'pointer' && isVariable(e.type.target)) {
    return addBytes(b, left, right, e.type.target);
  }
  if (op === 'ptr-diff' && e.left.type.kind === 'pointer' && isVariable(e.left.type.target)) {
    const bytes = b.types.charPointer;
    const cast = (operand: Expr): Expr => ({ kind: 'cast', operand, type: bytes, at, end });
    const distance: Expr = { kind: 'binary', op, left: cast(left), right: cast(right), type: e.type, at, end };
    const size: Expr = { kind: 'cast', operand: sizeOf(b, e.left.type.target, at, end), type: e.type, at, end };
    return { kind: 'binary', op: 'div', left: distance, right: size, type: e.type, at, end };
  }
  return { kind: 'binary', op, left, right, type: e.type, at, end };
}

/** pointer + index elements of a type whose size is known only at run time */
export function addBytes(b: FunctionBuilder, pointer: Expr, index: Expr, element: CType): Expr {
  const { at, end } = pointer;
  const { charPointer, ptrdiff } = b.types;
  const size: Expr = { kind: 'cast', operand: sizeOf(b, element, at, end), type: ptrdiff, at, end };
  const bytes: Expr = { kind: 'binary', op: 'mul', left: index, right: size, type: ptrdiff, at, end };
  const base: Expr = { kind: 'cast', operand: pointer, type: charPointer, at, end };
  const sum: Expr = { kind: 'binary', op: 'ptr-add', left: base, right: bytes, type: charPointer, at, end };
  return { kind: 'cast', operand: sum, type: pointer.type, at, end };
}

function lowerCast(b: FunctionBuilder, e: ast.Cast): Expr {
  const { at, end } = e;
  if (e.type.kind === 'void') {
    lowerEffect(b, e.operand);
    return { kind: 'int', value: 0n, type: b.types.int, at, end };
  }
  const operand = lowerValue(b, e.operand);
  if (operand.type === e.type) return operand;
  return { kind: 'cast', operand, type: e.type, at, end };
}

/** `&array[0]`, or the address of a function. */
function lowerDecay(b: FunctionBuilder, e: ast.Decay): Expr {
  const { at, end, operand, type } = e;
  if (operand.kind === 'function') {
    return { kind: 'function-address', target: b.functionOf(operand.symbol), type, at, end };
  }
  if (operand.type.kind === 'function') return lowerValue(b, (operand as ast.Deref).operand);
  const base = lowerPlace(b, operand);
  if (isVariable(type.target)) {
    const address: Expr = { kind: 'address', place: base, type: b.types.pointer(base.type), at, end };
    return { kind: 'cast', operand: address, type, at, end };
  }
  const zero: Expr = { kind: 'int', value: 0n, type: b.types.ptrdiff, at, end };
  return { kind: 'address', place: { kind: 'index', base, index: zero, type: type.target, at, end }, type, at, end };
}

function valueOfCall(b: FunctionBuilder, e: ast.Call): Expr {
  const { at, end } = e;
  if (e.type.kind === 'void') {
    lowerCall(b, e, null);
    return { kind: 'int', value: 0n, type: b.types.int, at, end };
  }
  const result = b.temporary(e.type, at);
  lowerCall(b, e, variablePlace(result, at, end));
  return loadVariable(result, at, end);
}

// ---- assignment ------------------------------------------------------------------------------------------------

/** Whether the caller wants the value of the expression too. */
export type Wanted = 'value' | 'effect';

/** `target = value` ⟶ `place := value`, and its value is read back, or kept apart where that could differ. */
function lowerAssign(b: FunctionBuilder, e: ast.Assign, wanted: Wanted): Expr {
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

/** Put the value of `e` into `place`; a call delivers its result there directly. */
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

/** Does reading the place after a store to it surely give the stored value? */
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

/** A value that a store through memory cannot change. */
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
function lowerCompoundAssign(b: FunctionBuilder, e: ast.CompoundAssign, wanted: Wanted): Expr {
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

export function converted(e: Expr, type: CType): Expr {
  const to = type.unqualified;
  return e.type.unqualified === to ? e : { kind: 'cast', operand: e, type: to, at: e.at, end: e.end };
}

/** `p++` ⟶ `t := p; p := t + 1`, value t */
function lowerIncDec(b: FunctionBuilder, e: ast.IncDec, wanted: Wanted): Expr {
  const { at, end, type } = e;
  const place = lowerPlace(b, e.target);
  const before = load(place);
  if (wanted === 'effect' || e.result === 'new') return store(b, place, step(b, before, e), wanted, at, end);
  const old = loadVariable(keep(b, before), at, end);
  b.emit({ kind: 'assign', place, value: converted(step(b, old, e), type), at, end });
  return old;
}

/** The value one further (or one back), in the promoted type and back again. */
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

// ---- branches --------------------------------------------------------------------------------------------------

function lowerLogical(b: FunctionBuilder, e: ast.Logical): Expr {
  const { at, end } = e;
  const known = evaluate(e);
  if (known !== null) return { kind: 'int', value: known, type: e.type, at, end };
  const result = b.temporary(e.type, at);
  const [yes, no, join] = [b.newBlock(), b.newBlock(), b.newBlock()];
  branchOn(b, e, yes, no);
  for (const [block, value] of [
    [yes, 1n],
    [no, 0n],
  ] as const) {
    b.resume(block);
    const constant: Expr = { kind: 'int', value, type: e.type, at, end };
    b.emit({ kind: 'assign', place: variablePlace(result, at, end), value: constant, at, end });
    b.goto(join, end);
  }
  b.resume(join);
  return loadVariable(result, at, end);
}

function lowerLogicalEffect(b: FunctionBuilder, e: ast.Logical): void {
  const [more, join] = [b.newBlock(), b.newBlock()];
  branchOn(b, e.left, e.op === 'and' ? more : join, e.op === 'and' ? join : more);
  b.resume(more);
  lowerEffect(b, e.right);
  b.start(join, e.end);
}

function lowerConditional(b: FunctionBuilder, e: ast.Conditional): Expr {
  const { at, end } = e;
  const result = b.temporary(e.type, at);
  const place = variablePlace(result, at, end);
  const [yes, no, join] = [b.newBlock(), b.newBlock(), b.newBlock()];
  let shared: Expr | null = null;
  if (e.then) branchOn(b, e.condition, yes, no);
  else {
    shared = stable(b, lowerValue(b, e.condition));
    b.terminate({ kind: 'branch', condition: shared, then: yes, else: no, at, end });
  }
  b.resume(yes);
  if (e.then) assignTo(b, place, e.then, at, end);
  else b.emit({ kind: 'assign', place, value: converted(shared!, e.type), at, end });
  b.goto(join, end);
  b.resume(no);
  assignTo(b, place, e.else, at, end);
  b.start(join, end);
  return loadVariable(result, at, end);
}

function lowerConditionalEffect(b: FunctionBuilder, e: ast.Conditional): void {
  const [yes, no, join] = [b.newBlock(), b.newBlock(), b.newBlock()];
  branchOn(b, e.condition, yes, no);
  b.resume(yes);
  if (e.then) lowerEffect(b, e.then);
  b.goto(join, e.end);
  b.resume(no);
  lowerEffect(b, e.else);
  b.start(join, e.end);
}

/** The place of a compound literal, initialised anew each time it is evaluated. */
export function lowerCompoundLiteral(b: FunctionBuilder, e: ast.CompoundLiteral): Place {
  const { at, end, symbol } = e;
  if (symbol.storage === 'static') return placeOf(b, symbol, at, end);
  const variable = b.addVariable('local', `literal${b.variables.length}`, symbol.type.unqualified, at, {
    addressTaken: symbol.addressTaken,
  });
  b.declare(variable, null);
  const place = variablePlace(variable, at, end);
  initializeLocal(b, place, e.initializer);
  return place;
}
