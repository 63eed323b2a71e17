// Expressions and places that are written alike: the same variables, members and operators, wherever they stand.
// Whether they have the same value depends on what is stored in between.

import type { Expr, Place } from './instr.js';

export function samePlace(a: Place, b: Place): boolean {
  if (a.kind === 'var') return b.kind === 'var' && a.variable === b.variable;
  if (a.kind === 'deref') return b.kind === 'deref' && sameExpr(a.pointer, b.pointer);
  if (a.kind === 'field') return b.kind === 'field' && a.field === b.field && samePlace(a.base, b.base);
  return b.kind === 'index' && sameExpr(a.index, b.index) && samePlace(a.base, b.base);
}

export function sameExpr(a: Expr, b: Expr): boolean {
  if (a.kind === 'load' || a.kind === 'address') return a.kind === b.kind && samePlace(a.place, (b as typeof a).place);
  if (a.kind === 'int' || a.kind === 'float') return a.kind === b.kind && a.value === (b as typeof a).value;
  if (a.kind === 'cast') return b.kind === 'cast' && sameExpr(a.operand, b.operand);
  if (a.kind === 'unary') return b.kind === 'unary' && a.op === b.op && sameExpr(a.operand, b.operand);
  if (a.kind !== 'binary' || b.kind !== 'binary') return false;
  return a.op === b.op && sameExpr(a.left, b.left) && sameExpr(a.right, b.right);
}
