// Failing allocations: the resulting null is a separate kind of error until the program tests a pointer.
// One flag per state, `untested`: set by allocations, cleared by tests for null, read by accesses.

import type { Expr } from '../../ir/instr.js';
import { isModelFrame } from '../shared/frames.js';
import type { Frame } from './analysis.js';
import { type State, withB } from './paper/state.js';

/** b[untested = 1]: the allocation failed, and its result is not yet tested. */
export function withUntested({ run: { k } }: Frame, s: State): State {
  return withB(s, k.bdd.and(k.drop(s.b, [k.untested]), k.is(k.untested)));
}

/** b[untested = 0]: the program has tested a pointer, so null is treated as any other null. Tests in models do not count. */
export function withTested(f: Frame, s: State): State {
  const { k, failures } = f.run;
  return failures === 'assumed-away' || isModelFrame(f)
    ? s
    : withB(s, k.withZero(k.drop(s.b, [k.untested]), [k.untested]));
}

/** The state after computing a non-pointer from pointers: this counts as a test. */
export function afterTest(f: Frame, s: State, e: Expr): State {
  const counts = f.run.failures !== 'assumed-away' && e.type.kind !== 'pointer' && concernsPointer(e);
  return counts ? withTested(f, s) : s;
}

/** Is the expression a pointer, or computed from one? */
export function concernsPointer(e: Expr): boolean {
  if (e.type.kind === 'pointer') return true;
  if (e.kind === 'cast' || e.kind === 'unary') return concernsPointer(e.operand);
  return e.kind === 'binary' && (concernsPointer(e.left) || concernsPointer(e.right));
}
