// Conversions made explicit: decay, promotion, the usual arithmetic conversions, conversion as if by assignment.
// The rules are those of C17 6.3; the section numbers are above the functions.

import type { Types } from '../../types/basic-types.js';
import { integerOf, isArithmetic, isInteger } from '../../types/questions.js';
import type { CType, FloatType, IntType, PointerType } from '../../types/types.js';
import type { Expr, IntLiteral } from '../ast.js';
import { wrap, wrapTo } from './constant.js';

/** An lvalue: a designator of memory. */
export function isLvalue(e: Expr): boolean {
  switch (e.kind) {
    case 'variable':
    case 'deref':
    case 'index':
    case 'string':
    case 'compound-literal':
      return true;
    case 'member':
      return isLvalue(e.base);
    default:
      return false;
  }
}

/** Marks the variable of `e` as address-taken. */
export function markAddressTaken(e: Expr): void {
  let root = e;
  while (root.kind === 'member' || root.kind === 'index') root = root.base;
  if (root.kind === 'variable' || root.kind === 'function' || root.kind === 'compound-literal') {
    root.symbol.addressTaken = true;
  }
}

/** 6.3.2.1: arrays become pointers to their first element, functions pointers to themselves. */
export function decay(types: Types, e: Expr): Expr {
  const { type } = e;
  if (type.kind === 'array') {
    markAddressTaken(e);
    return { kind: 'decay', operand: e, type: types.pointer(type.element), at: e.at, end: e.end };
  }
  if (type.kind === 'function') {
    if (e.kind === 'deref') return e.operand;
    markAddressTaken(e);
    return { kind: 'decay', operand: e, type: types.pointer(type), at: e.at, end: e.end };
  }
  return e;
}

/** 6.3.1.1: integers narrower than `int` become `int`; a bit-field promotes by its width, as gcc does. */
export function promotedType(types: Types, e: Expr): CType {
  const type = e.type.unqualified;
  if (type.kind !== 'int' && type.kind !== 'enum') return type;
  const integer = integerOf(type);
  const width = e.kind === 'member' && e.field.bits ? e.field.bits.width : integer.bits;
  if (width < 32 || (width === 32 && integer.signed)) return integer.rank <= 3 || width < 32 ? types.int : integer;
  if (width === 32 && integer.bits > 32) return types.uint;
  return integer;
}

export const promote = (types: Types, e: Expr): Expr => convert(types, e, promotedType(types, e));

/** 6.5.2.2: what happens to an argument without a prototype. */
export function promoteArgument(types: Types, e: Expr): Expr {
  const value = decay(types, e);
  const type = value.type.unqualified;
  if (type === types.float || type === types.float16) return convert(types, value, types.double);
  return isInteger(type) ? promote(types, value) : value;
}

/** 6.3.1.8: the common real type of two arithmetic operands. */
export function commonType(types: Types, left: Expr, right: Expr): CType {
  if (left.type === types.int && right.type === types.int && left.kind !== 'member') return types.int;
  const a = promotedType(types, left);
  const b = promotedType(types, right);
  if (a === b) return a;
  if (a.kind === 'vector') return a;
  if (b.kind === 'vector') return b;
  if (a.kind === 'complex' || b.kind === 'complex') return types.complex(commonReal(types, partOf(a), partOf(b)));
  return commonReal(types, a, b);
}

const partOf = (t: CType): CType => (t.kind === 'complex' ? t.part : t);

function commonReal(types: Types, a: CType, b: CType): FloatType | IntType {
  if (a.kind === 'float' && b.kind === 'float') return a.rank >= b.rank ? a.unqualified : b.unqualified;
  if (a.kind === 'float') return a.unqualified;
  if (b.kind === 'float') return b.unqualified;
  return commonInteger(types, a as IntType, b as IntType);
}

function commonInteger(types: Types, a: IntType, b: IntType): IntType {
  if (a.unqualified === b.unqualified) return a.unqualified;
  if (a.signed === b.signed) return a.rank >= b.rank ? a : b;
  const [u, s] = a.signed ? [b, a] : [a, b];
  if (u.rank >= s.rank) return u;
  return s.bits > u.bits ? s : types.withSign(s, false);
}

/** `e` as a value of `type`; literals are converted at once. */
export function convert(types: Types, e: Expr, type: CType): Expr {
  const to = type.unqualified;
  if (e.type.unqualified === to) return e;
  if (e.kind === 'int') {
    const folded = convertInteger(e, to);
    if (folded) return folded;
  } else if (e.kind === 'float') {
    if (to.kind === 'float') return { ...e, value: to.size === 4 ? Math.fround(e.value) : e.value, type: to };
    if (to.kind === 'int' && Number.isFinite(e.value)) {
      const value = to === types.bool ? (e.value === 0 ? 0n : 1n) : wrap(BigInt(Math.trunc(e.value)), to);
      return { kind: 'int', value, type: to, at: e.at, end: e.end };
    }
  }
  return { kind: 'cast', operand: e, type: to, at: e.at, end: e.end };
}

function convertInteger(e: IntLiteral, to: CType): Expr | null {
  const { at, end } = e;
  if (isInteger(to) || to.kind === 'pointer') {
    return { kind: 'int', value: wrapTo(e.value, to), type: to, at, end };
  }
  if (to.kind === 'float') {
    const value = Number(e.value);
    return { kind: 'float', value: to.size === 4 ? Math.fround(value) : value, type: to, at, end };
  }
  return null;
}

/**
 * 6.5.16.1: `e` converted to `type` as if by assignment. Mismatches that compilers warn about but accept (pointers of
 * different types, integers for pointers) are casts here. Null where no conversion exists.
 */
export function convertAssigned(types: Types, e: Expr, type: CType): Expr | null {
  const value = decay(types, e);
  const from = value.type.unqualified;
  const to = type.unqualified;
  if (from === to) return value;
  if (to.kind === 'record' || from.kind === 'record') {
    return to.kind === 'record' && from.kind === 'record' && to.body === from.body ? value : null;
  }
  if (to.kind === 'void' || from.kind === 'void') return null;
  if (to.kind === 'array' || from.kind === 'array') return null;
  if (to.kind === 'pointer' && from.kind === 'float') return null;
  if (to.kind === 'vector' && isArithmetic(from)) {
    return convert(types, convert(types, value, to.element), to);
  }
  return convert(types, value, to);
}

/**
 * The common type of two pointers in a comparison or conditional: the more specific one; `void *` and null are weakest.
 */
export function commonPointer(types: Types, a: PointerType, b: PointerType): PointerType {
  const x = a.target;
  const y = b.target;
  const quals = x.quals | y.quals;
  if (x.kind === 'void') return types.pointer(x.qualify(quals) as CType);
  if (y.kind === 'void') return types.pointer(y.qualify(quals) as CType);
  if (x.kind === 'array' && x.length === null && y.kind === 'array') return b;
  return types.pointer(x.qualify(quals) as CType);
}
