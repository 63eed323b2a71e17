// Allocations that fail: the null that they give is nobody's mistake to report until somebody has looked at it.
// One flag of every state, `untested`: set by allocations, cleared where a null pointer is found, asked by accesses.

import type { Expr } from '../../ir/instr.js';
import { isModelFrame } from '../shared/frames.js';
import type { Frame } from './analysis.js';
import { type State, withB } from './paper/state.js';

/** b[untested = 1]: the allocation has failed, and nobody knows. */
export function withUntested({ run: { k } }: Frame, s: State): State {
  return withB(s, k.bdd.and(k.drop(s.b, [k.untested]), k.is(k.untested)));
}

/** b[untested = 0]: somebody has looked, and from here on it is a null like any other. Models look on nobody's behalf. */
export function acknowledged(f: Frame, s: State): State {
  const { k, failures } = f.run;
  return failures === 'assumed-away' || isModelFrame(f)
    ? s
    : withB(s, k.withZero(k.drop(s.b, [k.untested]), [k.untested]));
}

/** The state behind a value that is made of pointers and is none: who keeps it has looked. */
export function lookedAt(f: Frame, s: State, e: Expr): State {
  const looked = f.run.failures !== 'assumed-away' && e.type.kind !== 'pointer' && concernsPointer(e);
  return looked ? acknowledged(f, s) : s;
}

/** Is it a pointer, or made of one? */
export function concernsPointer(e: Expr): boolean {
  if (e.type.kind === 'pointer') return true;
  if (e.kind === 'cast' || e.kind === 'unary') return concernsPointer(e.operand);
  return e.kind === 'binary' && (concernsPointer(e.left) || concernsPointer(e.right));
}
