// Expressions: the side-effect-free value is returned, effects become instructions, short circuits become branches.
// Operands are lowered from left to right, one of the orders that C allows.

import type * as ast from '../../frontend/ast.js';
import { evaluate } from '../../frontend/typecheck/constant.js';
import { isVariable } from '../../types/questions.js';
import { type CType, type PointerType, VOLATILE } from '../../types/types.js';
import type { Expr, Place } from '../instr.js';
import type { LocalVariable } from '../program.js';
import { assignTo, lowerAssign, lowerCompoundAssign, lowerIncDec } from './assignments.js';
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

export function converted(e: Expr, type: CType): Expr {
  const to = type.unqualified;
  return e.type.unqualified === to ? e : { kind: 'cast', operand: e, type: to, at: e.at, end: e.end };
}

/** The value of `e`; its effects are emitted. */
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
      return addressOf(b, lowerPlace(b, e.operand), e.type, at, end);
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

/**
 * The effects of `e`; its value is unused. Memory that it would read is still read, because the read may be an error.
 */
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

/** Could evaluating the value be an error, or be observed? */
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

/** Stores a value in a temporary. */
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

/** Sums of thousands of terms are left-deep: they are lowered iteratively, and cut into pieces. */
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

/** `left op right`; arithmetic on pointers to types of variable size is in bytes. */
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

/** pointer + index elements of a type of variable size */
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
  const offset = operand.type.kind === 'pointer' ? constantIn(operand) : null;
  if (offset !== null && offset >= 0n && offset < SMALL && e.type.kind === 'int' && e.type.size >= 4) {
    return { kind: 'int', value: offset, type: e.type, at, end }; // the value of offsetof
  }
  return { kind: 'cast', operand, type: e.type, at, end };
}

/** Fits every integer type of at least 32 bits. */
const SMALL = 2n ** 31n;

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
  return addressOf(b, { kind: 'index', base, index: zero, type: type.target, at, end }, type, at, end);
}

/** `&((T *)0)->member`, the older way to write `offsetof`, is a number: no memory is accessed. */
function addressOf(b: FunctionBuilder, place: Place, type: PointerType, at: number, end: number): Expr {
  const value = fixedAddress(place);
  if (value === null) return { kind: 'address', place, type, at, end };
  return converted({ kind: 'int', value, type: b.types.ptrdiff, at, end }, type);
}

/** The address of a place that is reached from a constant; null for others. */
function fixedAddress(place: Place): bigint | null {
  if (place.kind === 'var') return null;
  if (place.kind === 'deref') return constantIn(place.pointer);
  const base = fixedAddress(place.base);
  if (base === null) return null;
  if (place.kind === 'field') return base + BigInt(place.field.offset);
  const index = constantIn(place.index);
  return index === null ? null : base + index * BigInt(place.type.size);
}

const constantIn = (e: Expr): bigint | null =>
  e.kind === 'int' ? e.value : e.kind === 'cast' && e.type.kind === 'pointer' ? constantIn(e.operand) : null;

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
  const variable = b.addVariable('local', `literal${b.variables.length}`, symbol.type, at, {
    addressTaken: symbol.addressTaken,
  });
  b.declare(variable, null);
  const place = variablePlace(variable, at, end);
  initializeLocal(b, place, e.initializer);
  return place;
}
