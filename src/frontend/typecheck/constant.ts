// Constants: wrapping to C's widths, folding of operators on literals, and evaluation of constant expressions.
// Used while types are checked (array bounds, cases, enumerators) and by the lowering of initialisers.

import { type BinaryOp, isComparison } from '../../types/operators.js';
import { integerOf, isInteger } from '../../types/questions.js';
import type { CType, IntType } from '../../types/types.js';
import type { Expr, IntLiteral } from '../ast.js';

/** Bigints of common values, preallocated. */
const small: bigint[] = Array.from({ length: 1280 }, (_, i) => BigInt(i - 256));

export const big = (n: number): bigint => (n >= -256 && n < 1024 ? small[n + 256]! : BigInt(n));

/** `value` converted to an integer type: modulo 2^bits; `_Bool` is whether it is nonzero. */
export function wrap(value: bigint, type: IntType): bigint {
  if (type.bits === 1 && type.rank === 0) return value === 0n ? 0n : 1n;
  if (value >= 0n && value < 128n) return value;
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}

/** The integer type that constants of `type` are wrapped to; pointers count as unsigned. */
export function wrapTo(value: bigint, type: CType): bigint {
  if (isInteger(type)) return wrap(value, integerOf(type));
  return type.kind === 'pointer' ? BigInt.asUintN(type.size * 8, value) : value;
}

/** `a op b` in type `type` (the operands' type for comparisons), or null where C leaves it undefined. */
export function foldBinary(op: BinaryOp, a: bigint, b: bigint, type: IntType): bigint | null {
  switch (op) {
    case 'add':
      return wrap(a + b, type);
    case 'sub':
      return wrap(a - b, type);
    case 'mul':
      return wrap(a * b, type);
    case 'div':
      return b === 0n ? null : wrap(a / b, type);
    case 'rem':
      return b === 0n ? null : wrap(a % b, type);
    case 'and':
      return wrap(a & b, type);
    case 'or':
      return wrap(a | b, type);
    case 'xor':
      return wrap(a ^ b, type);
    case 'shl':
      return b < 0n || b >= BigInt(type.bits) ? null : wrap(a << b, type);
    case 'shr':
      return b < 0n || b >= BigInt(type.bits) ? null : a >> b;
    case 'eq':
      return a === b ? 1n : 0n;
    case 'ne':
      return a !== b ? 1n : 0n;
    case 'lt':
      return a < b ? 1n : 0n;
    case 'le':
      return a <= b ? 1n : 0n;
    case 'gt':
      return a > b ? 1n : 0n;
    case 'ge':
      return a >= b ? 1n : 0n;
    default:
      return null;
  }
}

export function foldFloat(op: BinaryOp, a: number, b: number): number | null {
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    case 'eq':
      return a === b ? 1 : 0;
    case 'ne':
      return a !== b ? 1 : 0;
    case 'lt':
      return a < b ? 1 : 0;
    case 'le':
      return a <= b ? 1 : 0;
    case 'gt':
      return a > b ? 1 : 0;
    case 'ge':
      return a >= b ? 1 : 0;
    default:
      return null;
  }
}

/** Is this a null pointer constant: 0, or 0 cast to `void *`? */
export function isNullConstant(e: Expr): e is IntLiteral {
  if (e.kind !== 'int' || e.value !== 0n) return false;
  return isInteger(e.type) || (e.type.kind === 'pointer' && e.type.target.unqualified.kind === 'void');
}

/** The value of an integer constant expression, or null. Literals are folded while built; this does the rest. */
export function evaluate(e: Expr): bigint | null {
  switch (e.kind) {
    case 'int':
      return e.value;
    case 'cast': {
      const type = e.type;
      if (!isInteger(type)) return null;
      if (isInteger(e.operand.type)) return mapConstant(evaluate(e.operand), (v) => wrap(v, integerOf(type)));
      if (e.operand.type.kind === 'pointer') return mapConstant(address(e.operand), (v) => wrap(v, integerOf(type)));
      return null;
    }
    case 'binary':
      return evaluateBinary(e.op, e.left, e.right);
    case 'unary':
      return e.op === 'not' ? mapConstant(truth(e.operand), (v) => (v === 0n ? 1n : 0n)) : null;
    case 'logical': {
      const left = truth(e.left);
      if (left === null) return null;
      if (e.op === 'and' ? left === 0n : left !== 0n) return e.op === 'and' ? 0n : 1n;
      return mapConstant(truth(e.right), (v) => (v === 0n ? 0n : 1n));
    }
    case 'conditional': {
      const condition = truth(e.condition);
      if (condition === null) return null;
      if (condition === 0n) return evaluate(e.else);
      return e.then ? evaluate(e.then) : condition;
    }
    case 'comma':
      return evaluate(e.left) === null ? null : evaluate(e.right);
    default:
      return null;
  }
}

function evaluateBinary(op: BinaryOp, left: Expr, right: Expr): bigint | null {
  if (op === 'ptr-diff') {
    const a = address(left);
    const b = address(right);
    const target = left.type.kind === 'pointer' ? left.type.target.size : 0;
    return a === null || b === null || target <= 0 ? null : (a - b) / BigInt(target);
  }
  const a = left.type.kind === 'pointer' ? address(left) : evaluate(left);
  const b = right.type.kind === 'pointer' ? address(right) : evaluate(right);
  if (a === null || b === null) return null;
  if (left.type.kind === 'pointer') return isComparison(op) ? foldBinary(op, a, b, { bits: 64 } as IntType) : null;
  return isInteger(left.type) ? foldBinary(op, a, b, integerOf(left.type)) : null;
}

/** Whether a scalar constant is non-zero; the address of an object or function is. */
function truth(e: Expr): bigint | null {
  // A long double may be too small for the double that it is kept in.
  if (e.kind === 'float') return e.value !== 0 ? 1n : e.type.size > 8 ? null : 0n;
  if (e.kind === 'string') return 1n;
  if (e.kind === 'decay' && e.operand.kind === 'string') return 1n;
  if (e.kind === 'decay' && e.operand.kind === 'variable') return e.operand.symbol.weak ? null : 1n;
  return e.type.kind === 'pointer' ? address(e) : evaluate(e);
}

/** The value of a pointer built from integer constants alone, such as `&((struct s *)0)->member`, or null. */
export function address(e: Expr): bigint | null {
  switch (e.kind) {
    case 'int':
      return e.value;
    case 'cast':
      return e.operand.type.kind === 'pointer' ? address(e.operand) : evaluate(e.operand);
    case 'address':
    case 'decay':
      return placeAddress(e.operand);
    case 'binary': {
      if (e.op !== 'ptr-add' || e.type.kind !== 'pointer') return null;
      const base = address(e.left);
      const index = evaluate(e.right);
      return base === null || index === null ? null : base + index * BigInt(Math.max(e.type.target.size, 0));
    }
    default:
      return null;
  }
}

function placeAddress(e: Expr): bigint | null {
  switch (e.kind) {
    case 'deref':
      return address(e.operand);
    case 'member':
      return mapConstant(placeAddress(e.base), (v) => v + BigInt(e.field.offset));
    case 'index': {
      const base = placeAddress(e.base);
      const index = evaluate(e.index);
      return base === null || index === null ? null : base + index * BigInt(e.type.size);
    }
    default:
      return null;
  }
}

const mapConstant = (v: bigint | null, f: (v: bigint) => bigint): bigint | null => (v === null ? null : f(v));
