// What statements do to the predicates: one update per kind of statement, instrumentation predicates included.
// Built once per statement; the tests prove each new value equal to its definition on random memory states.

import type { RelationFormula, SetFormula } from '../../logic/tvl/formula.js';
import * as f from '../../logic/tvl/formula.js';
import type { Update } from '../../logic/tvl/update.js';
import type { BinaryPredicate, UnaryPredicate } from '../../logic/tvl/vocabulary.js';
import { down, holder, sharedBy, variablesOf } from './definitions.js';
import type { AliasAcross, PointerField, PointerVariable, Predicates } from './predicates.js';

export type UnaryUpdate = readonly [UnaryPredicate, SetFormula];
export type BinaryUpdate = readonly [BinaryPredicate, RelationFormula];

/** A pointer value: the cell it points to, what is reachable from it, and whether it is one of the odd values. */
export interface Source {
  readonly target: SetFormula;
  readonly reach: SetFormula;
  readonly uninitialized: SetFormula;
  readonly foreign: SetFormula;
}

const never = f.nothing;
const always = (): SetFormula => f.both();

export const nullSource = (): Source => ({ target: never(), reach: never(), uninitialized: never(), foreign: never() });
export const foreignSource = (): Source => ({ ...nullSource(), foreign: always() });
/** Null, or memory that is not followed. */
export const unknownSource = (): Source => ({ ...nullSource(), foreign: f.perhaps() });
export const uninitializedSource = (): Source => ({ ...nullSource(), uninitialized: always() });
export const freshSource = (p: Predicates): Source => ({
  ...nullSource(),
  target: f.holds(p.fresh),
  reach: f.holds(p.fresh),
});

/** The value of y. */
export const variableSource = (p: Predicates, y: PointerVariable): Source => ({
  target: f.holds(y.at),
  reach: f.holds(y.reach),
  uninitialized: f.some(f.both(holder(p, y), f.holds(y.uninitialized))),
  foreign: f.some(f.both(holder(p, y), f.holds(y.foreign))),
});

/**
 * The value of y->f.  With one field, r'(v) = r_y(v) ∧ (c(v) ∨ ¬y(v)); with several, ∃w: y->f = w ∧ ↓*(w, v), which
 * r_y(v) bounds.
 */
export function fieldSource(p: Predicates, y: PointerVariable, field: PointerField): Source {
  const target = f.image(f.holds(y.at), f.related(field.points));
  const beyond = f.either(f.holds(p.cyclic), f.not(f.holds(y.at)));
  const reach =
    p.fields.length === 1
      ? f.both(f.holds(y.reach), beyond, f.some(target))
      : f.both(f.holds(y.reach), f.image(target, f.related(p.path)));
  return {
    target,
    reach,
    uninitialized: f.some(f.both(f.holds(y.at), f.holds(field.uninitialized))),
    foreign: f.some(f.both(f.holds(y.at), f.holds(field.foreign))),
  };
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
      [x.reach, value.reach],
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

/** Do the ends of the two access paths meet, given where x and pr[y] point to? */
export function meetAcross(a: AliasAcross, x: SetFormula, y: SetFormula): SetFormula {
  const along = a.field && f.related(a.field.points);
  if (a.form === 'x = pr[y]' || !along) return f.some(f.both(x, y));
  return a.form === 'x = pr[y]->f' ? f.some(f.both(x, f.image(y, along))) : f.some(f.both(f.image(x, along), y));
}

/**
 * x->f = NULL.  Only paths that pass the lost edge x → w can end: affected(u, v) = ↓*(u, x) ∧ ↓*(w, v). They all do if
 * what is below w is a tree that does not contain x; else the closure of the remaining edges decides.
 */
export function cut(p: Predicates, x: PointerVariable, field: PointerField): Update {
  const cell = f.holds(x.at);
  const lost = f.image(cell, f.related(field.points));
  const path = f.related(p.path);
  const below = f.image(lost, path);
  const kept = f.restrict(f.not(cell), f.related(field.points));
  const edges = p.fields.map((g) => (g === field ? kept : f.related(g.points)));
  const tangled = f.some(f.both(below, f.either(f.holds(p.shared), cell)));
  const affected = f.product(f.preimage(path, cell), below);
  const left = f.meet(f.product(tangled, always()), f.star(f.union(...edges)));
  const newPath = f.meet(path, f.union(f.complement(affected), left));
  return {
    unary: [
      ...cutSharing(p, field, lost, kept, edges),
      [
        p.cyclic,
        f.both(
          f.holds(p.cyclic),
          f.either(f.not(f.both(f.preimage(path, cell), below)), f.diagonal(f.compose(f.union(...edges), newPath))),
        ),
      ],
      ...variablesOf(p).flatMap((z) => cutReach(z, cell, below, newPath)),
      ...nextOf(p, field).map(({ predicate: q, holders }): UnaryUpdate => [q, f.without(f.holds(q), holders(cell))]),
      ...p.across.flatMap((a) => cutAlias(p, a, field, cell)),
      [field.nonNull, f.without(f.holds(field.nonNull), cell)],
      [field.uninitialized, f.without(f.holds(field.uninitialized), cell)],
      [field.foreign, f.without(f.holds(field.foreign), cell)],
    ],
    binary: [
      [field.points, kept],
      [p.path, newPath],
    ],
  };
}

/** nn_{z->f} or nn_{pr[z]->f}, with the records in which it speaks of a cell. */
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

/** is'(v) = is(v) ∧ (¬lost(v) ∨ two or more edges into v remain) */
function cutSharing(
  p: Predicates,
  field: PointerField,
  lost: SetFormula,
  kept: RelationFormula,
  edges: readonly RelationFormula[],
): UnaryUpdate[] {
  const keep = (shared: UnaryPredicate, recount: SetFormula): UnaryUpdate => [
    shared,
    f.both(f.holds(shared), f.either(f.not(lost), recount)),
  ];
  const own = keep(field.shared, f.twice(kept));
  return p.shared === field.shared ? [own] : [own, keep(p.shared, sharedBy(edges))];
}

/** r_z'(v) = r_z(v) ∧ (¬(r_z(x) ∧ below(v)) ∨ ∃u: z(u) ∧ ↓*'(u, v)), for visible and invisible z alike */
function cutReach(z: PointerVariable, cell: SetFormula, below: SetFormula, path: RelationFormula): UnaryUpdate[] {
  const one = (reach: UnaryPredicate, at: UnaryPredicate): UnaryUpdate => {
    const affected = f.both(f.some(f.both(f.holds(reach), cell)), below);
    return [reach, f.both(f.holds(reach), f.either(f.not(affected), f.image(f.holds(at), path)))];
  };
  return z.hidden ? [one(z.reach, z.at), one(z.hidden.reach, z.hidden.at)] : [one(z.reach, z.at)];
}

/** An alias through the field ends if the path passes the cell: al'(u) = al(u) ∧ ¬(the path leads to x). */
function cutAlias(p: Predicates, a: AliasAcross, field: PointerField, cell: SetFormula): UnaryUpdate[] {
  if (a.field !== field) return [];
  const passes = a.form === 'x = pr[y]->f' ? throughCaller(p, a) : f.related(a.x.points);
  return [[a.predicate, f.without(f.holds(a.predicate), f.preimage(passes, cell))]];
}

const throughCaller = (p: Predicates, a: AliasAcross): RelationFormula =>
  f.compose(f.related(p.previous), f.related(a.y.points));

/**
 * x->f = value, for an x->f that is null.  New paths are those that pass the new edge:
 * ↓*'(u, v) = ↓*(u, v) ∨ (↓*(u, x) ∧ reach(v)), and r_z', c', is' accordingly.
 */
export function link(p: Predicates, x: PointerVariable, field: PointerField, value: Source): Update {
  const cell = f.holds(x.at);
  const path = f.related(p.path);
  const above = f.preimage(path, cell);
  const { target, reach } = value;
  const incoming = f.range(down(p));
  const own: UnaryUpdate = [
    field.shared,
    f.either(f.holds(field.shared), f.both(target, f.range(f.related(field.points)))),
  ];
  const all: UnaryUpdate = [p.shared, f.either(f.holds(p.shared), f.both(target, incoming))];
  return {
    unary: [
      ...(p.shared === field.shared ? [own] : [own, all]),
      [p.cyclic, f.either(f.holds(p.cyclic), f.both(above, reach))],
      ...variablesOf(p).flatMap((z) => linkReach(z, cell, reach)),
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
      [p.path, f.union(path, f.product(above, reach))],
    ],
  };
}

/** r_z'(v) = r_z(v) ∨ (r_z(x) ∧ reach(v)) */
function linkReach(z: PointerVariable, cell: SetFormula, reach: SetFormula): UnaryUpdate[] {
  const one = (r: UnaryPredicate): UnaryUpdate => [
    r,
    f.either(f.holds(r), f.both(f.some(f.both(f.holds(r), cell)), reach)),
  ];
  return z.hidden ? [one(z.reach), one(z.hidden.reach)] : [one(z.reach)];
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
