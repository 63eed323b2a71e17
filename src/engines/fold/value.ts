// Pointer values as guarded targets: values of variable cells, and constants.
// Read from states by the transfer functions and written back by assign.ts.

import { FALSE, negate, type Ref, TRUE } from '../../logic/bdd/bdd.js';
import { type Kernel, NEAR_NULL, type NodeId, OPAQUE, UNINITIALIZED, UNKNOWN } from './kernel.js';
import { blankAt } from './numbered.js';
import type { State } from './paper/state.js';

/** The value is `offset` bytes into `target` where the guard holds. */
export interface Target {
  readonly target: NodeId;
  readonly offset: number;
  readonly guard: Ref;
}

export interface PointerValue {
  readonly targets: readonly Target[];
  /** The heap nodes that it reaches; offsets are zero. */
  readonly reach: readonly Target[];
  readonly nonNull: Ref;
}

export interface RootCell {
  readonly node: NodeId;
  readonly offset: number;
}

export const NULL_VALUE: PointerValue = { targets: [], reach: [], nonNull: FALSE };

const always = (target: NodeId, offset = 0): PointerValue => ({
  targets: [{ target, offset, guard: TRUE }],
  reach: [],
  nonNull: TRUE,
});

export const UNSET_VALUE = always(UNINITIALIZED);
export const OPAQUE_VALUE = always(OPAQUE);
export const UNKNOWN_VALUE = always(UNKNOWN);

/** The address of a variable, or with `freshAllocation` of a new heap node. */
export const addressOf = (target: NodeId, offset: number): PointerValue => always(target, offset);

export const freshAllocation = (target: NodeId): PointerValue => ({
  ...always(target),
  reach: [{ target, offset: 0, guard: TRUE }],
});

const BLANK_VALUES = { null: NULL_VALUE, uninitialized: UNSET_VALUE, unknown: UNKNOWN_VALUE } as const;

/** Is the target uninitialised or unknown? */
export const isUnknownTarget = (t: Target): boolean => t.target === UNINITIALIZED || t.target === UNKNOWN;

/** The value of the variable cell; an unwritten cell holds the blank value of its node. */
export function valueIn(k: Kernel, s: State, { node, offset }: RootCell): PointerValue {
  const n = s.nodes.get(node);
  const cell = n?.cells.get(offset);
  if (!cell) return BLANK_VALUES[n ? blankAt(k, n, offset) : 'uninitialized'];
  const guarded = (e: { target: NodeId; offset: number; flag: number }): Target => ({
    target: e.target,
    offset: e.offset,
    guard: k.is(e.flag),
  });
  const nonNull = k.use.outCounters === 'on' ? k.is(cell.out) : k.any(cell.edges.map((e) => e.flag));
  return { targets: cell.edges.map(guarded), reach: cell.reach.map(guarded), nonNull };
}

/** The value moved by a number of bytes; unknown offsets become ANYWHERE. Null plus an offset is not null. */
export function shifted(k: Kernel, v: PointerValue, bytes: number | null): PointerValue {
  if (bytes === 0) return v;
  const shift = (t: Target): Target => {
    if (k.functionAt(t.target)) return { ...t, target: UNKNOWN, offset: 0 };
    if (k.isSpecial(t.target) && t.target !== NEAR_NULL) return t;
    if (t.target === NEAR_NULL && bytes === null) return { ...t, target: UNKNOWN, offset: 0 };
    return { ...t, offset: bytes === null || t.offset === ANYWHERE ? ANYWHERE : t.offset + bytes };
  };
  // Without out-counters, a cell without an edge need not be null.
  const wasNull = k.use.outCounters === 'on' ? negate(v.nonNull) : FALSE;
  const fromNull: Target =
    bytes === null
      ? { target: UNKNOWN, offset: 0, guard: wasNull }
      : { target: NEAR_NULL, offset: bytes, guard: wasNull };
  const moved = [...v.targets.map(shift), ...(wasNull === FALSE ? [] : [fromNull])];
  const back = moved.find((t) => t.target === NEAR_NULL && t.offset === 0);
  const targets = mergeTargets(
    k,
    moved.filter((t) => t !== back),
  );
  return { targets, reach: v.reach, nonNull: back ? negate(back.guard) : wasNull === FALSE ? v.nonNull : TRUE };
}

/** An unknown offset. */
export const ANYWHERE = -(2 ** 40);

function mergeTargets(k: Kernel, targets: readonly Target[]): Target[] {
  const merged = new Map<string, Target>();
  for (const t of targets) {
    const key = `${t.target}.${t.offset}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...t, guard: k.bdd.or(known.guard, t.guard) } : t);
  }
  return [...merged.values()];
}

/** One of the two values, selected by the guard. */
export function choose(k: Kernel, guard: Ref, yes: PointerValue, no: PointerValue): PointerValue {
  const { bdd } = k;
  const under = (g: Ref) => (t: Target) => ({ ...t, guard: bdd.and(t.guard, g) });
  const both = (a: readonly Target[], b: readonly Target[]) =>
    mergeTargets(k, [...a.map(under(guard)), ...b.map(under(guard ^ 1))]);
  return {
    targets: both(yes.targets, no.targets),
    reach: both(yes.reach, no.reach),
    nonNull: bdd.ite(guard, yes.nonNull, no.nonNull),
  };
}
