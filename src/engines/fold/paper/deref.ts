// deref' of Section 3.2: from a pointer to the concrete nodes it may point to, one state for each, and the failures.
// Materialises summaries, so that no other operator has to access one.

import { FALSE, negate, type Ref } from '../../../logic/bdd/bdd.js';
import type { Range } from '../../../numeric/range.js';
import { ENDED, type Kernel, NEAR_NULL, type NodeId, OPAQUE, UNINITIALIZED, UNKNOWN } from '../kernel.js';
import { reduce, type Scope } from '../reduce.js';
import type { PointerValue, Target } from '../value.js';
import { given, prune } from './lattice.js';
import { materialize, onlyOne } from './materialize.js';
import { isBottom, isSummary, nodeOf, type State } from './state.js';

/** The pointer points `offset` bytes into a concrete node of the state. */
export interface Access {
  readonly state: State;
  readonly node: NodeId;
  readonly offset: number;
  /** The range of the offset, if it is not constant. */
  readonly within?: Range;
}

export type FailureKind = 'null' | 'uninitialized' | 'freed' | 'ended' | 'opaque';

export interface Failure {
  readonly kind: FailureKind;
  /** The vectors in which it fails. */
  readonly where: Ref;
  readonly target: NodeId | null;
}

export interface Dereference {
  readonly accesses: readonly Access[];
  readonly failures: readonly Failure[];
}

/**
 * deref'(A, p▷b) = ⋃ φ(A, B', materialize(B, p▷b)) ∪ φ(A, B, p▷drop_{f_iB, f_oB}(b)) over the edges ⟨f, B⟩ of A.
 * The warnings of φ: no edge (null), or a target that is not a node. `place` names the materialised nodes.
 */
export function dereference(k: Kernel, s: State, v: PointerValue, place: string): Dereference {
  const failures: Failure[] = [];
  const none = k.bdd.minus(s.b, v.nonNull);
  if (none !== FALSE) failures.push({ kind: 'null', where: none, target: null });
  const accesses: Access[] = [];
  for (const t of v.targets) {
    const here = given(k, s, t.guard);
    if (isBottom(here)) continue;
    if (k.isSpecial(t.target)) failures.push({ kind: failureOf(k, t.target), where: here.b, target: t.target });
    else accesses.push(...accessesTo(k, s, t, place));
  }
  return { accesses, failures };
}

function failureOf(k: Kernel, target: NodeId): FailureKind {
  if (target === UNINITIALIZED) return 'uninitialized';
  if (target === OPAQUE || target === UNKNOWN || k.functionAt(target)) return 'opaque';
  if (target === NEAR_NULL) return 'null';
  return target === ENDED ? 'ended' : 'freed';
}

function accessesTo(k: Kernel, s: State, t: Target, place: string): Access[] {
  if (!isSummary(s, t.target)) return [{ state: given(k, s, t.guard), node: t.target, offset: t.offset }];
  const { size, blank } = nodeOf(s, t.target);
  const d = freshNode(k, s, `${place} ${size} ${k.kindOf(t.target)} ${blank}`);
  const scope: Scope = { touched: new Set([t.target, d]), reach: 'known' };
  const several = prune(k, reduce(k, materialize(k, s, t.target, d, t.guard), scope));
  const single = prune(k, reduce(k, onlyOne(k, s, t.target, d, t.guard), scope));
  return [several, single].flatMap((state) => (isBottom(state) ? [] : [{ state, node: d, offset: t.offset }]));
}

/** The first unused name of the series: a place uses the same names in every iteration. */
export function freshNode(k: Kernel, s: State, series: string): NodeId {
  for (let i = 0; ; i++) {
    const id = k.node(`${series} #${i}`);
    if (!s.nodes.has(id)) return id;
  }
}

/** The state restricted to vectors in which the pointer is null. */
export const whereNull = (k: Kernel, s: State, v: PointerValue): State => given(k, s, negate(v.nonNull));
