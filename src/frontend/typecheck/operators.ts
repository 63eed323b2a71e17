// Operators: each function takes checked operands and returns the checked expression, conversions inserted.
// Called by the parser, one function per production of C17 6.5.

import { type BinaryOp, isComparison } from '../../types/operators.js';
import { findField, integerOf, isArithmetic, isInteger, isScalar } from '../../types/questions.js';
import type { CType, VectorType } from '../../types/types.js';
import type { Expr, IntLiteral } from '../ast.js';
import { type Checker, failed } from './checker.js';
import { foldBinary, foldFloat, isNullConstant, wrap } from './constant.js';
import {
  commonPointer,
  commonType,
  convert,
  convertAssigned,
  decay,
  isLvalue,
  markAddressTaken,
  promote,
  promotedType,
} from './conversions.js';

const intLiteral = (value: bigint, type: CType, at: number, end: number): IntLiteral => ({
  kind: 'int',
  value,
  type,
  at,
  end,
});

// ---- unary -----------------------------------------------------------------------------------------------------

/** `+e`, `-e`, `~e` */
export function unaryArithmetic(c: Checker, op: 'plus' | 'neg' | 'bitnot', operand: Expr, at: number): Expr {
  const e = promote(c.types, decay(c.types, operand));
  const { type, end } = e;
  if (type.kind === 'complex' && op === 'bitnot') return { kind: 'unary', op: 'conj', operand: e, type, at, end };
  if (!isArithmetic(type) && type.kind !== 'vector') return failed(c, 'operand of unary operator is not a number', at);
  if (op === 'plus') return e;
  if (e.kind === 'int' && isInteger(type)) {
    return intLiteral(wrap(op === 'neg' ? -e.value : ~e.value, integerOf(type)), type, at, end);
  }
  if (e.kind === 'float') return { kind: 'float', value: -e.value, type, at, end };
  return { kind: 'unary', op, operand: e, type, at, end };
}

/** `!e` */
export function logicalNot(c: Checker, operand: Expr, at: number): Expr {
  const e = decay(c.types, operand);
  if (!isScalar(e.type) && e.type.kind !== 'vector') return failed(c, 'operand of ! is not a scalar', at);
  if (e.kind === 'int') return intLiteral(e.value === 0n ? 1n : 0n, c.types.int, at, e.end);
  return { kind: 'unary', op: 'not', operand: e, type: c.types.int, at, end: e.end };
}

/** `__real__ e`, `__imag__ e` */
export function complexPart(c: Checker, op: 'real' | 'imag', operand: Expr, at: number): Expr {
  const type = operand.type.unqualified;
  const { end } = operand;
  if (type.kind === 'complex' && isLvalue(operand)) {
    // The two parts are laid out like an array of two.
    const part = intLiteral(op === 'real' ? 0n : 1n, c.types.ptrdiff, at, end);
    return { kind: 'index', base: operand, index: part, type: type.part, at, end };
  }
  if (type.kind === 'complex') return { kind: 'unary', op, operand, type: type.part, at, end };
  if (op === 'real') return operand;
  return convert(c.types, intLiteral(0n, c.types.int, at, operand.end), type);
}

/** `*e` */
export function deref(c: Checker, operand: Expr, at: number, end: number): Expr {
  const e = decay(c.types, operand);
  if (e.type.kind !== 'pointer') return failed(c, 'operand of * is not a pointer', at);
  return { kind: 'deref', operand: e, type: e.type.target, at, end };
}

/** `&e` */
export function addressOf(c: Checker, e: Expr, at: number): Expr {
  if (e.type.kind === 'function') return decay(c.types, e);
  if (e.kind === 'deref') return e.operand;
  if (!isLvalue(e)) return failed(c, 'operand of & has no address', at);
  if (e.kind === 'member' && e.field.bits) return failed(c, 'a bit-field has no address', at);
  markAddressTaken(e);
  return { kind: 'address', operand: e, type: c.types.pointer(e.type), at, end: e.end };
}

/** `++e`, `e--` and so on */
export function incDec(c: Checker, target: Expr, delta: 1 | -1, result: 'old' | 'new', at: number, end: number): Expr {
  if (!isLvalue(target)) return failed(c, 'operand of ++ or -- cannot be assigned to', at);
  if (!isScalar(target.type)) return failed(c, 'operand of ++ or -- is not a scalar', at);
  return { kind: 'inc-dec', target, delta, result, type: target.type.unqualified, at, end };
}

/** `(type) e` */
export function cast(c: Checker, type: CType, operand: Expr, at: number): Expr {
  const to = type.unqualified;
  const e = decay(c.types, operand);
  const { end } = e;
  if (to.kind === 'void') return { kind: 'cast', operand: e, type: to, at, end };
  if (to === e.type.unqualified) {
    // The result is a value, no longer an lvalue.
    return isLvalue(e) && isScalar(to) ? { kind: 'cast', operand: e, type: to, at, end } : e;
  }
  if (to.kind === 'record' || e.type.kind === 'record' || e.type.kind === 'void') {
    return failed(c, 'this type cannot be converted', at);
  }
  const converted = convert(c.types, e, to);
  return converted.kind === 'cast' ? { ...converted, at } : converted;
}

// ---- binary ----------------------------------------------------------------------------------------------------

export function binary(c: Checker, op: BinaryOp, l: Expr, r: Expr): Expr {
  const left = decay(c.types, l);
  const right = decay(c.types, r);
  if (left.type.kind === 'pointer' || right.type.kind === 'pointer') return pointerBinary(c, op, left, right);
  if (op === 'shl' || op === 'shr') return shift(c, op, left, right);
  if (!isOperand(left.type) || !isOperand(right.type)) return failed(c, 'operands do not fit the operator', left.at);
  const common = commonType(c.types, left, right);
  return arithmetic(c, op, toCommon(c, left, common), toCommon(c, right, common), common);
}

const isOperand = (t: CType): boolean => isArithmetic(t) || t.kind === 'vector';

/** A scalar operand of a vector operator is converted to the element type and repeated. */
function toCommon(c: Checker, e: Expr, common: CType): Expr {
  const scalar = common.kind === 'vector' && e.type.kind !== 'vector' ? convert(c.types, e, common.element) : e;
  return convert(c.types, scalar, common);
}

function arithmetic(c: Checker, op: BinaryOp, left: Expr, right: Expr, common: CType): Expr {
  const { at } = left;
  const { end } = right;
  const compares = isComparison(op);
  const type = !compares ? common : common.kind === 'vector' ? maskOf(c, common) : c.types.int;
  if (left.kind === 'int' && right.kind === 'int' && common.kind === 'int') {
    const value = foldBinary(op, left.value, right.value, common);
    if (value !== null) return intLiteral(value, type, at, end);
  } else if (left.kind === 'float' && right.kind === 'float') {
    const value = foldFloat(op, left.value, right.value);
    if (value !== null && compares) return intLiteral(BigInt(value), type, at, end);
    if (value !== null) {
      return { kind: 'float', value: common.size === 4 ? Math.fround(value) : value, type, at, end };
    }
  }
  return { kind: 'binary', op, left, right, type, at, end };
}

/** Comparing vectors gives a vector of signed integers of the same width. */
function maskOf(c: Checker, type: VectorType): VectorType {
  const { element } = type;
  if (element.kind === 'int') return type;
  return c.types.vector(element.size === 4 ? c.types.int : c.types.llong, type.length);
}

function shift(c: Checker, op: BinaryOp, l: Expr, r: Expr): Expr {
  if (l.type.kind === 'vector' || r.type.kind === 'vector') {
    const common = l.type.kind === 'vector' ? l.type.unqualified : r.type.unqualified;
    const [left, right] = [toCommon(c, l, common), toCommon(c, r, common)];
    return { kind: 'binary', op, left, right, type: common, at: l.at, end: r.end };
  }
  if (!isInteger(l.type) || !isInteger(r.type)) return failed(c, 'operands of a shift must be integers', l.at);
  const left = promote(c.types, l);
  const right = promote(c.types, r);
  const { type, at } = left;
  if (left.kind === 'int' && right.kind === 'int' && type.kind === 'int') {
    const value = foldBinary(op, left.value, right.value, type);
    if (value !== null) return intLiteral(value, type, at, right.end);
  }
  return { kind: 'binary', op, left, right, type, at, end: right.end };
}

function pointerBinary(c: Checker, op: BinaryOp, left: Expr, right: Expr): Expr {
  const { types } = c;
  const { at } = left;
  const { end } = right;
  const a = left.type.unqualified;
  const b = right.type.unqualified;
  if (op === 'add' && a.kind === 'pointer' && isInteger(b)) return pointerAdd(c, left, right);
  if (op === 'add' && b.kind === 'pointer' && isInteger(a)) return pointerAdd(c, right, left);
  if (op === 'sub' && a.kind === 'pointer' && isInteger(b)) {
    return pointerAdd(c, left, unaryArithmetic(c, 'neg', convert(types, right, types.ptrdiff), right.at));
  }
  if (op === 'sub' && a.kind === 'pointer' && b.kind === 'pointer') {
    return { kind: 'binary', op: 'ptr-diff', left, right: convert(types, right, a), type: types.ptrdiff, at, end };
  }
  if (isComparison(op)) {
    const common = a.kind === 'pointer' && b.kind === 'pointer' ? pointerMeet(c, left, right) : pointerSide(a, b);
    if (common && isComparable(a) && isComparable(b)) {
      const [x, y] = [convert(types, left, common), convert(types, right, common)];
      return { kind: 'binary', op, left: x, right: y, type: types.int, at, end };
    }
  }
  return failed(c, 'operands do not fit the operator', at);
}

const isComparable = (t: CType): boolean => t.kind === 'pointer' || isInteger(t);
const pointerSide = (a: CType, b: CType): CType | null => (a.kind === 'pointer' ? a : b.kind === 'pointer' ? b : null);

function pointerMeet(c: Checker, left: Expr, right: Expr): CType | null {
  const a = left.type.unqualified;
  const b = right.type.unqualified;
  if (isNullConstant(left)) return b;
  if (isNullConstant(right)) return a;
  return a.kind === 'pointer' && b.kind === 'pointer' ? commonPointer(c.types, a, b) : null;
}

function pointerAdd(c: Checker, pointer: Expr, index: Expr): Expr {
  const { types } = c;
  const right = convert(types, promote(types, index), types.ptrdiff);
  const at = Math.min(pointer.at, index.at);
  const end = Math.max(pointer.end, index.end);
  return { kind: 'binary', op: 'ptr-add', left: pointer, right, type: pointer.type.unqualified, at, end };
}

/** `a[i]`: an element of an array lvalue, or the target of a pointer sum. */
export function index(c: Checker, base: Expr, subscript: Expr, end: number): Expr {
  const { types } = c;
  const isPlace = base.type.kind === 'array' || base.type.kind === 'vector';
  if (isPlace && isInteger(subscript.type)) {
    const element = (base.type as { element: CType }).element;
    const type = base.type.quals ? (element.qualify(base.type.quals) as CType) : element;
    const i = convert(types, promote(types, subscript), types.ptrdiff);
    return { kind: 'index', base, index: i, type, at: base.at, end };
  }
  if (isInteger(base.type) && subscript.type.kind === 'array') return index(c, subscript, base, end);
  const sum = binary(c, 'add', base, subscript);
  return sum.type.kind === 'pointer'
    ? deref(c, sum, base.at, end)
    : failed(c, 'only arrays and pointers have elements', base.at);
}

/** `a && b`, `a || b` */
export function logical(c: Checker, op: 'and' | 'or', l: Expr, r: Expr): Expr {
  const left = decay(c.types, l);
  const right = decay(c.types, r);
  if (!isScalar(left.type) || !isScalar(right.type)) return failed(c, 'operand of && or || is not a scalar', l.at);
  const type = c.types.int;
  if (left.kind === 'int' && right.kind === 'int') {
    const holds = op === 'and' ? left.value !== 0n && right.value !== 0n : left.value !== 0n || right.value !== 0n;
    return intLiteral(holds ? 1n : 0n, type, l.at, r.end);
  }
  return { kind: 'logical', op, left, right, type, at: l.at, end: r.end };
}

/** `a ? b : c`, `a ?: c` */
export function conditional(c: Checker, test: Expr, t: Expr | null, f: Expr): Expr {
  const { types } = c;
  const condition = decay(types, test);
  if (!isScalar(condition.type)) return failed(c, 'the condition is not a scalar', test.at);
  const then = t ? decay(types, t) : condition;
  const other = decay(types, f);
  const type = conditionalType(c, then, other);
  if (!type) return failed(c, 'the alternatives of ?: do not fit together', test.at);
  const [x, y] = type.kind === 'void' ? [then, other] : [convert(types, then, type), convert(types, other, type)];
  if (condition.kind === 'int' && type.kind !== 'void') return condition.value !== 0n ? x : y;
  // Without a middle, the converted value is computed from the condition's when lowered.
  return { kind: 'conditional', condition, then: t ? x : null, else: y, type, at: test.at, end: f.end };
}

function conditionalType(c: Checker, a: Expr, b: Expr): CType | null {
  const x = a.type.unqualified;
  const y = b.type.unqualified;
  if (x === y && x.kind !== 'int' && x.kind !== 'enum') return x;
  if (isArithmetic(x) && isArithmetic(y)) return commonType(c.types, a, b);
  if (x.kind === 'void' || y.kind === 'void') return c.types.void;
  if (x.kind === 'pointer' && y.kind === 'pointer') return pointerMeet(c, a, b);
  if (x.kind === 'pointer' && isInteger(y)) return x;
  if (y.kind === 'pointer' && isInteger(x)) return y;
  if (x.kind === 'record' && y.kind === 'record' && x.body === y.body) return x;
  if (x.kind === 'vector' && y.kind === 'vector' && x.size === y.size) return x;
  return null;
}

// ---- assignment ------------------------------------------------------------------------------------------------

/** `target = value` */
export function assign(c: Checker, target: Expr, value: Expr): Expr {
  if (!isLvalue(target)) return failed(c, 'this cannot be assigned to', target.at);
  const type = target.type.unqualified;
  const converted = convertAssigned(c.types, value, type);
  if (!converted) return failed(c, 'the value does not fit the type it is assigned to', value.at);
  return { kind: 'assign', target, value: converted, type, at: target.at, end: value.end };
}

/** `target op= value` */
export function compoundAssign(c: Checker, op: BinaryOp, target: Expr, r: Expr): Expr {
  const { types } = c;
  if (!isLvalue(target)) return failed(c, 'this cannot be assigned to', target.at);
  const type = target.type.unqualified;
  const right = decay(types, r);
  const { at } = target;
  const { end } = r;
  if (type.kind === 'pointer') {
    if ((op !== 'add' && op !== 'sub') || !isInteger(right.type))
      return failed(c, 'operands do not fit the operator', at);
    const index = convert(types, promote(types, right), types.ptrdiff);
    const value = op === 'add' ? index : unaryArithmetic(c, 'neg', index, r.at);
    return { kind: 'compound-assign', op: 'ptr-add', target, value, computed: type, type, at, end };
  }
  if (!isOperand(type) || !isOperand(right.type)) return failed(c, 'operands do not fit the operator', at);
  if (op === 'shl' || op === 'shr') {
    const computed = type.kind === 'vector' ? type : promotedType(types, target);
    const value = type.kind === 'vector' ? toCommon(c, right, type) : promote(types, right);
    return { kind: 'compound-assign', op, target, value, computed, type, at, end };
  }
  const computed = commonType(types, target, right);
  return { kind: 'compound-assign', op, target, value: toCommon(c, right, computed), computed, type, at, end };
}

// ---- postfix ---------------------------------------------------------------------------------------------------

/** `base.name` */
export function member(c: Checker, base: Expr, name: string, end: number): Expr {
  if (base.type.kind !== 'record') return failed(c, `'.${name}' of something that is not a struct or union`, base.at);
  const chain = findField(base.type, name);
  if (!chain) {
    const what = base.type.fields ? `has no member '${name}'` : 'is not complete';
    return failed(c, `${base.type.body.union ? 'union' : 'struct'} ${base.type.body.tag ?? ''} ${what}`, base.at);
  }
  let e = base;
  for (const field of chain) {
    const type = e.type.quals ? (field.type.qualify(e.type.quals) as CType) : field.type;
    e = { kind: 'member', base: e, field, type, at: base.at, end };
  }
  return e;
}

export const comma = (c: Checker, left: Expr, r: Expr): Expr => {
  const right = decay(c.types, r);
  return { kind: 'comma', left, right, type: right.type.unqualified, at: left.at, end: r.end };
};
