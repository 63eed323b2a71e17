// The pointers that an expression or an instruction dereferences whenever it is executed: each as an expression without casts.
// Asked by tested-later.ts and by calls/surely.ts; no state is needed.

import type { Expr, Instr, Place } from '../../../ir/instr.js';

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

export const withoutCasts = (e: Expr): Expr => (e.kind === 'cast' ? withoutCasts(e.operand) : e);
