// The effects of statements on the predicates: one update per kind of statement, instrumentation predicates included.
// Built once per statement; the tests check each new value against its definition on random memory states.

import type { RelationFormula, SetFormula } from '../../../logic/tvl/formula.js';
import * as f from '../../../logic/tvl/formula.js';
import type { Update } from '../../../logic/tvl/update.js';
import type { BinaryPredicate, UnaryPredicate } from '../../../logic/tvl/vocabulary.js';
import { holder, variablesOf } from './definitions.js';
import { cutPaths, cutSharing, linkPaths } from './edges.js';
import type { AliasAcross, Direction, PointerField, PointerVariable, Predicates } from './predicates.js';

export type UnaryUpdate = readonly [UnaryPredicate, SetFormula];
export type BinaryUpdate = readonly [BinaryPredicate, RelationFormula];

/** A pointer value: the cell it points to, what is reachable from it, and whether it is a special value. */
export interface Source {
  readonly target: SetFormula;
  /** By direction. */
  readonly reaches: readonly SetFormula[];
  readonly uninitialized: SetFormula;
  readonly foreign: SetFormula;
}

const never = f.nothing;
const always = (): SetFormula => f.both();

export const nullSource = (p: Predicates): Source => ({
  target: never(),
  reaches: p.directions.map(never),
  uninitialized: never(),
  foreign: never(),
});
export const foreignSource = (p: Predicates): Source => ({ ...nullSource(p), foreign: always() });
/** Null, or memory that is not tracked. */
export const unknownSource = (p: Predicates): Source => ({ ...nullSource(p), foreign: f.perhaps() });
export const uninitializedSource = (p: Predicates): Source => ({ ...nullSource(p), uninitialized: always() });
export const freshSource = (p: Predicates): Source => ({
  ...nullSource(p),
  target: f.holds(p.fresh),
  reaches: p.directions.map(() => f.holds(p.fresh)),
});

/** The value of y. */
export const variableSource = (p: Predicates, y: PointerVariable): Source => ({
  target: f.holds(y.at),
  reaches: y.reaches.map((r) => f.holds(r)),
  uninitialized: f.some(f.both(holder(p, y), f.holds(y.uninitialized))),
  foreign: f.some(f.both(holder(p, y), f.holds(y.foreign))),
});

/** The value of y->f. */
export function fieldSource(p: Predicates, y: PointerVariable, field: PointerField): Source {
  const target = f.image(f.holds(y.at), f.related(field.points));
  return {
    target,
    reaches: p.directions.map((d, i) => reachThrough(d, field, y.at, y.reaches[i]!, target)),
    uninitialized: f.some(f.both(f.holds(y.at), f.holds(field.uninitialized))),
    foreign: f.some(f.both(f.holds(y.at), f.holds(field.foreign))),
  };
}

/**
 * What is reachable from y->f in a direction.  If f is its only field, r'(v) = r_y(v) ∧ (c(v) ∨ ¬y(v)); else
 * ∃w: y->f = w ∧ ↓*(w, v), which r_y(v) bounds if f belongs to it.
 */
function reachThrough(
  { fields, path, cyclic }: Direction,
  field: PointerField,
  at: UnaryPredicate,
  reach: UnaryPredicate,
  target: SetFormula,
): SetFormula {
  const below = f.image(target, f.related(path));
  if (!fields.includes(field)) return below;
  if (fields.length > 1) return f.both(f.holds(reach), below);
  return f.both(f.holds(reach), f.either(f.holds(cyclic), f.not(f.holds(at))), f.some(target));
}

/** φ where ψ holds, the old value elsewhere:  p'(v) = (p(v) ∧ ¬ψ(v)) ∨ (ψ(v) ∧ φ(v)) */
function where(place: SetFormula, old: UnaryPredicate, value: SetFormula): UnaryUpdate {
  return [old, f.either(f.without(f.holds(old), place), f.both(place, value))];
}

/** x = value.  x'(u, v) = u is the record of x ? target(v) : x(u, v) */
export function assign(p: Predicates, x: PointerVariable, value: Source): Update {
  const record = holder(p, x);
  return {
    unary: [
      [x.at, value.target],
      ...x.reaches.map((r, i): UnaryUpdate => [r, value.reaches[i]!]),
      where(record, x.nonNull, f.some(value.target)),
      where(record, x.uninitialized, value.uninitialized),
      where(record, x.foreign, value.foreign),
      ...aliasesOfTarget(p, x, value.target),
    ],
    binary: [[x.points, f.union(f.restrict(f.not(record), f.related(x.points)), f.product(record, value.target))]],
  };
}

function aliasesOfTarget(p: Predicates, x: PointerVariable, target: SetFormula): UnaryUpdate[] {
  const top = f.holds(p.top);
  const same = p.aliases.flatMap((a): UnaryUpdate[] => {
    if (a.x !== x && a.y !== x) return [];
    const other = a.x === x ? a.y : a.x;
    return [where(top, a.predicate, f.some(f.both(target, f.holds(other.at))))];
  });
  const caller = f.image(top, f.related(p.previous));
  const across = p.across.flatMap((a): UnaryUpdate[] => {
    if (a.x !== x) return [];
    const theirs = f.image(caller, f.related(a.y.points));
    return [where(top, a.predicate, meetAcross(a, target, theirs))];
  });
  const next = (x.hidden?.next ?? []).map((q, i) =>
    where(top, q, f.some(f.image(target, f.related(p.fields[i]!.points)))),
  );
  return [...same, ...across, ...next];
}

/** Do the ends of the two access paths coincide, given where x and pr[y] point to? */
export function meetAcross(a: AliasAcross, x: SetFormula, y: SetFormula): SetFormula {
  const along = a.field && f.related(a.field.points);
  if (a.form === 'x = pr[y]' || !along) return f.some(f.both(x, y));
  return a.form === 'x = pr[y]->f' ? f.some(f.both(x, f.image(y, along))) : f.some(f.both(f.image(x, along), y));
}

/** x->f = NULL, in every direction that f belongs to. */
export function cut(p: Predicates, x: PointerVariable, field: PointerField): Update {
  const cell = f.holds(x.at);
  const lost = f.image(cell, f.related(field.points));
  const kept = f.restrict(f.not(cell), f.related(field.points));
  const parts = p.directions.map((d, i) => cutPaths(p, d, i, { cell, field, lost, kept }));
  return {
    unary: [
      cutSharing(field.shared, lost, f.twice(kept)),
      ...parts.flatMap((part) => part.unary),
      ...nextOf(p, field).map(({ predicate: q, holders }): UnaryUpdate => [q, f.without(f.holds(q), holders(cell))]),
      ...p.across.flatMap((a) => cutAlias(p, a, field, cell)),
      [field.nonNull, f.without(f.holds(field.nonNull), cell)],
      [field.uninitialized, f.without(f.holds(field.uninitialized), cell)],
      [field.foreign, f.without(f.holds(field.foreign), cell)],
    ],
    binary: [[field.points, kept], ...parts.flatMap((part) => part.binary)],
  };
}

/** nn_{z->f} or nn_{pr[z]->f}, with the records for which it describes a cell. */
interface Next {
  readonly predicate: UnaryPredicate;
  readonly holders: (cell: SetFormula) => SetFormula;
}

function nextOf(p: Predicates, field: PointerField): Next[] {
  const i = p.fields.indexOf(field);
  return variablesOf(p).flatMap(({ points, hidden }): Next[] => {
    if (!hidden) return [];
    const own = (cell: SetFormula) => f.preimage(f.related(points), cell);
    const callers = hidden.callersNext.slice(i, i + 1);
    return [
      { predicate: hidden.next[i]!, holders: own },
      ...callers.map((predicate) => ({
        predicate,
        holders: (cell: SetFormula) => f.preimage(f.related(p.previous), own(cell)),
      })),
    ];
  });
}

/** An alias through the field ends if the path passes the cell: al'(u) = al(u) ∧ ¬(the path leads to x). */
function cutAlias(p: Predicates, a: AliasAcross, field: PointerField, cell: SetFormula): UnaryUpdate[] {
  if (a.field !== field) return [];
  const passes = a.form === 'x = pr[y]->f' ? throughCaller(p, a) : f.related(a.x.points);
  return [[a.predicate, f.without(f.holds(a.predicate), f.preimage(passes, cell))]];
}

const throughCaller = (p: Predicates, a: AliasAcross): RelationFormula =>
  f.compose(f.related(p.previous), f.related(a.y.points));

/** x->f = value, for an x->f that is null, in every direction that f belongs to. */
export function link(p: Predicates, x: PointerVariable, field: PointerField, value: Source): Update {
  const cell = f.holds(x.at);
  const { target } = value;
  const parts = p.directions.map((d, i) => linkPaths(p, d, i, { cell, field, target, reach: value.reaches[i]! }));
  return {
    unary: [
      [field.shared, f.either(f.holds(field.shared), f.both(target, f.range(f.related(field.points))))],
      ...parts.flatMap((part) => part.unary),
      ...nextOf(p, field).map(({ predicate: q, holders }): UnaryUpdate => {
        return [q, f.either(f.holds(q), f.both(holders(cell), f.some(target)))];
      }),
      ...p.across.flatMap((a) => linkAlias(p, a, field, cell, target)),
      [field.nonNull, f.either(f.holds(field.nonNull), f.both(cell, f.some(target)))],
      where(cell, field.uninitialized, value.uninitialized),
      where(cell, field.foreign, value.foreign),
    ],
    binary: [
      [field.points, f.union(f.related(field.points), f.product(cell, target))],
      ...parts.flatMap((part) => part.binary),
    ],
  };
}

function linkAlias(
  p: Predicates,
  a: AliasAcross,
  field: PointerField,
  cell: SetFormula,
  target: SetFormula,
): UnaryUpdate[] {
  if (a.field !== field) return [];
  const [there, here] = [throughCaller(p, a), f.related(a.x.points)];
  const made =
    a.form === 'x = pr[y]->f'
      ? f.both(f.preimage(there, cell), f.preimage(here, target))
      : f.both(f.preimage(here, cell), f.preimage(there, target));
  return [[a.predicate, f.either(f.holds(a.predicate), made)]];
}

/** free(x), when all fields are cut: freed'(v) = freed(v) ∨ x(v) */
export function release(p: Predicates, x: PointerVariable): Update {
  return { unary: [[p.freed, f.either(f.holds(p.freed), f.holds(x.at))]], binary: [] };
}
