// What an expression or an instruction does to pointers whenever it is executed: which it dereferences, as expressions without casts, and
// which variable it sets. Asked by tested-later.ts, freed-before.ts and calls/surely.ts; no state is needed.

import type { Expr, Instr, Place } from '../../../ir/instr.js';
import type { LocalVariable } from '../../../ir/program.js';
import { isRegister } from '../domain/state.js';

/** What an instruction dereferences, in the order of its text. */
export function* dereferencedBy(i: Instr): Generator<Expr> {
  switch (i.kind) {
    case 'assign':
      yield* dereferencedIn(i.value);
      yield* dereferencedAt(i.place, 'accessed');
      return;
    case 'clear':
      yield* dereferencedAt(i.place, 'accessed');
      return;
    case 'assume':
      yield* dereferencedIn(i.condition);
      return;
    case 'call':
      for (const arg of i.args) yield* dereferencedIn(arg);
      return;
    default:
      return;
  }
}

export function* dereferencedIn(e: Expr): Generator<Expr> {
  switch (e.kind) {
    case 'load':
      yield* dereferencedAt(e.place, 'accessed');
      return;
    case 'address':
      yield* dereferencedAt(e.place, 'pointed');
      return;
    case 'unary':
    case 'cast':
      yield* dereferencedIn(e.operand);
      return;
    case 'binary':
      yield* dereferencedIn(e.left);
      yield* dereferencedIn(e.right);
      return;
    default:
      return;
  }
}

/** &p->f does not access *p. What p[i] dereferences is p. */
function* dereferencedAt(place: Place, how: 'accessed' | 'pointed'): Generator<Expr> {
  switch (place.kind) {
    case 'var':
      return;
    case 'field':
      yield* dereferencedAt(place.base, how);
      return;
    case 'index':
      yield* dereferencedIn(place.index);
      yield* dereferencedAt(place.base, how);
      return;
    case 'deref': {
      let e = withoutCasts(place.pointer);
      while (e.kind === 'binary' && e.op === 'ptr-add') e = withoutCasts(e.left);
      if (how === 'accessed') yield e;
      yield* dereferencedIn(place.pointer);
      return;
    }
  }
}

/** p, !p, p == NULL, p != NULL: the pointer, without casts, and whether it is null where the condition has this truth. */
export function nullTestOf(
  condition: Expr,
  holds: boolean,
): { readonly pointer: Expr; readonly isNull: boolean } | null {
  const e = withoutCasts(condition);
  if (e.kind === 'unary' && e.op === 'not') return nullTestOf(e.operand, !holds);
  if (e.kind !== 'binary' || (e.op !== 'eq' && e.op !== 'ne')) return { pointer: e, isNull: !holds };
  const [left, right] = [withoutCasts(e.left), withoutCasts(e.right)];
  const pointer = isZero(right) ? left : isZero(left) ? right : null;
  return pointer && { pointer, isNull: holds === (e.op === 'eq') };
}

export const isZero = (e: Expr): boolean => e.kind === 'int' && e.value === 0n;

/** The pointer variable whose value this is, if its address is not taken. */
export function registerIn(value: Expr): LocalVariable | null {
  const e = withoutCasts(value);
  if (e.kind !== 'load' || e.place.kind !== 'var' || e.type.kind !== 'pointer') return null;
  const { variable } = e.place;
  return variable.kind !== 'global' && isRegister(variable) ? variable : null;
}

/** The local variable that an instruction sets. */
export function setBy(i: Instr): LocalVariable | null {
  const place = i.kind === 'assign' || i.kind === 'clear' ? i.place : i.kind === 'call' ? i.result : null;
  return place?.kind === 'var' && place.variable.kind !== 'global' ? place.variable : null;
}

export const withoutCasts = (e: Expr): Expr => (e.kind === 'cast' ? withoutCasts(e.operand) : e);
