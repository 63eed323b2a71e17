// Conditions on pointers: restrict b to the vectors in which they hold.
// p = NULL tests the out-counter, p = q compares edge by edge; both are sound for every choice of representatives.

import { FALSE, negate, type Ref, TRUE } from '../../logic/bdd/bdd.js';
import type { Kernel } from './kernel.js';
import { given } from './paper/lattice.js';
import { flagsAbout, isSummary, nodeOf, type State } from './paper/state.js';
import { ANYWHERE, isUnknownTarget, type PointerValue, type Target } from './value.js';

/** b[f_1 = 0 ∧ … ∧ f_n = 0] */
export const assumeNull = (k: Kernel, s: State, v: PointerValue): State =>
  given(k, s, k.bdd.or(negate(v.nonNull), unsetValue(k, v)));

/** b[f_1 = 1 ∨ … ∨ f_n = 1]; without an out-counter, an instance of a summary that has no edge counts too. */
export function assumeNonNull(k: Kernel, s: State, v: PointerValue): State {
  if (k.use.outCounters === 'on') return given(k, s, v.nonNull);
  let seen = v.nonNull;
  for (const t of v.targets) {
    if (!isSummary(s, t.target)) continue;
    const cube = k.bdd.cube(flagsAbout(k, s, nodeOf(s, t.target)));
    seen = k.bdd.or(seen, k.bdd.andExists(s.b, t.guard, cube));
  }
  return given(k, s, seen);
}

/** Where the value is uninitialised or unknown, so that it may be null. */
const unsetValue = (k: Kernel, v: PointerValue): Ref => guardsOf(k, v, isUnknownTarget);

/**
 * Where the address is unknown, so that it may equal any other. A freed address may have been allocated again, and an
 * object may begin where another ends; an empty one has no address of its own.
 */
const unknownValue = (k: Kernel, s: State, v: PointerValue): Ref =>
  guardsOf(k, v, (t) => k.isSpecial(t.target) || !liesInside(s, t));

function liesInside(s: State, { target, offset }: Target): boolean {
  const size = s.nodes.get(target)?.size ?? null;
  return (offset === 0 && size !== 0) || (offset !== ANYWHERE && size !== null && offset > 0 && offset < size);
}

const guardsOf = (k: Kernel, v: PointerValue, which: (t: Target) => boolean): Ref =>
  v.targets.filter(which).reduce((sum, t) => k.bdd.or(sum, t.guard), FALSE);

/** Two literals may share memory. */
function unknownPair(k: Kernel, s: State, v: PointerValue, w: PointerValue): Ref {
  const shared = ({ target }: Target): boolean => k.mayShare(target);
  const bothShared = k.bdd.and(guardsOf(k, v, shared), guardsOf(k, w, shared));
  return k.bdd.or(bothShared, k.bdd.or(unknownValue(k, s, v), unknownValue(k, s, w)));
}

/** Equal pointers have equal edges, for every instance that a flag describes. */
export function assumeEqual(k: Kernel, s: State, v: PointerValue, w: PointerValue): State {
  const { bdd } = k;
  const unknown = unknownPair(k, s, v, w);
  let same = k.use.outCounters === 'on' ? bdd.iff(v.nonNull, w.nonNull) : TRUE;
  for (const [a, b] of guardPairs(v, w)) same = bdd.and(same, bdd.iff(a, b));
  return given(k, s, bdd.or(unknown, same));
}

/** Different pointers are not both null, and no instance is the target of both. */
export function assumeDifferent(k: Kernel, s: State, v: PointerValue, w: PointerValue): State {
  const { bdd } = k;
  const unknown = unknownPair(k, s, v, w);
  const bothNull = k.use.outCounters === 'on' ? bdd.and(negate(v.nonNull), negate(w.nonNull)) : FALSE;
  let different = negate(bothNull);
  for (const [a, b] of guardPairs(v, w)) different = bdd.and(different, negate(bdd.and(a, b)));
  return given(k, s, bdd.or(unknown, different));
}

/** The guards of the same target in both values. */
function* guardPairs(v: PointerValue, w: PointerValue): Generator<readonly [Ref, Ref]> {
  const key = (t: { target: number; offset: number }) => `${t.target}.${t.offset}`;
  const right = new Map(w.targets.map((t) => [key(t), t]));
  for (const t of v.targets) {
    const other = right.get(key(t));
    right.delete(key(t));
    yield [t.guard, other?.guard ?? FALSE];
  }
  for (const t of right.values()) yield [FALSE, t.guard];
}
