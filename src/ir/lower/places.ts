// Places of lvalues. Values that are not in memory (a returned struct) get a temporary.
// Also variable length arrays: their memory, lengths and sizes.

import type * as ast from '../../frontend/ast.js';
import { holdsArray, isVariable } from '../../types/questions.js';
import type { ArrayType, CType } from '../../types/types.js';
import type { Expr, Place } from '../instr.js';
import type { LocalVariable } from '../program.js';
import type { FunctionBuilder } from './builder.js';
import {
  addBytes,
  converted,
  keep,
  load,
  loadVariable,
  lowerCompoundLiteral,
  lowerValue,
  variablePlace,
} from './expressions.js';
import { noteOrder } from './order.js';
import { LoweringFailure } from './unit.js';

export function lowerPlace(b: FunctionBuilder, e: ast.Expr): Place {
  const { at, end } = e;
  switch (e.kind) {
    case 'variable':
      return placeOf(b, e.symbol, at, end);
    case 'deref':
      return { kind: 'deref', pointer: lowerValue(b, e.operand), type: e.type, at, end };
    case 'member':
      return { kind: 'field', base: lowerPlace(b, e.base), field: e.field, type: e.type, at, end };
    case 'index': {
      const base = lowerPlace(b, e.base);
      const index = lowerValue(b, e.index);
      if (isVariable(e.type)) return variableElement(b, base, index, e.type);
      return { kind: 'index', base, index, type: e.type, at, end };
    }
    case 'string': {
      const variable = b.unit.stringOf(e, e.type);
      return { kind: 'var', variable, type: e.type, at, end };
    }
    case 'compound-literal':
      return lowerCompoundLiteral(b, e);
    default: {
      if (e.type.kind === 'void' || e.type.kind === 'function') throw new LoweringFailure('not an lvalue', at);
      const value = lowerValue(b, e);
      return variablePlace(holdsArray(e.type) ? keepObject(b, value) : keep(b, value), at, end);
    }
  }
}

/**
 * A value whose array members decay to pointers is an object until the end of its full expression (C17 6.2.4p8). It is
 * a local variable, because temporaries have no address.
 */
function keepObject(b: FunctionBuilder, value: Expr): LocalVariable {
  const { at, end } = value;
  const name = `t${b.variables.length}`;
  const variable = b.addVariable('local', name, value.type.unqualified, at, { addressTaken: true });
  b.temporaries.push(variable);
  b.emit({ kind: 'assign', place: variablePlace(variable, at, end), value, at, end });
  return variable;
}

/** The place of a variable; a variable length array is behind its hidden pointer. */
export function placeOf(b: FunctionBuilder, symbol: ast.ObjectSymbol, at: number, end: number): Place {
  const variable = b.variableOf(symbol);
  const place: Place = { kind: 'var', variable, type: variable.type, at, end };
  if (variable.kind === 'global' || !variable.ownsBlock) return place;
  return { kind: 'deref', pointer: load(place), type: symbol.type, at, end };
}

/** An element that is itself a variable length array. */
function variableElement(b: FunctionBuilder, base: Place, index: Expr, type: CType): Place {
  const { at, end } = base;
  const first: Expr = { kind: 'address', place: base, type: b.types.pointer(base.type), at, end };
  const pointer = addBytes(b, converted(first, b.types.pointer(type)), index, type);
  return { kind: 'deref', pointer, type, at, end };
}

/** `sizeof type` as a value; for a variable length array, its length times the size of its elements. */
export function sizeOf(b: FunctionBuilder, type: CType, at: number, end: number): Expr {
  const { size } = b.types;
  if (type.kind !== 'array' || !isVariable(type)) {
    return { kind: 'int', value: BigInt(Math.max(0, type.size)), type: size, at, end };
  }
  const element = sizeOf(b, type.element, at, end);
  if (!type.variable) {
    const left: Expr = { kind: 'int', value: BigInt(type.length ?? 0), type: size, at, end };
    return { kind: 'binary', op: 'mul', left, right: element, type: size, at, end };
  }
  const left = loadVariable(lengthVariable(b, type, at), at, end);
  return { kind: 'binary', op: 'mul', left, right: element, type: size, at, end };
}

/** The variable that holds an array's length, evaluated now if its declaration has not done so. */
function lengthVariable(b: FunctionBuilder, type: ArrayType, at: number): LocalVariable {
  const known = b.lengths.get(type.variable!);
  if (known) return known;
  const length = type.variable as ast.Expr;
  const value = converted(lowerValue(b, length), b.types.size);
  const variable = b.addVariable('temporary', `length${b.variables.length}`, b.types.size, at);
  b.lengths.set(length, variable);
  b.emit({ kind: 'assign', place: variablePlace(variable, at, at), value, at, end: length.end });
  return variable;
}

/** Evaluates the lengths of variable array types at their declaration. */
export function evaluateLengths(b: FunctionBuilder, types: readonly ArrayType[], at: number): void {
  for (const type of types) {
    noteOrder(b, type.variable as ast.Expr);
    const known = b.lengths.get(type.variable!);
    if (!known) {
      lengthVariable(b, type, at);
      continue;
    }
    // In a loop, each iteration evaluates the length again.
    const value = converted(lowerValue(b, type.variable as ast.Expr), b.types.size);
    b.emit({ kind: 'assign', place: variablePlace(known, at, at), value, at, end: at });
  }
}
