// The defining formulas of the instrumentation predicates (Table 2), over the core predicates.
// Coerce enforces them on structures; the tests check the update formulas against them.

import type { RelationFormula, SetFormula } from '../../../logic/tvl/formula.js';
import * as f from '../../../logic/tvl/formula.js';
import type { BinaryPredicate, UnaryPredicate } from '../../../logic/tvl/vocabulary.js';
import type { Alias, AliasAcross, Direction, Links, PointerField, PointerVariable, Predicates } from './predicates.js';

export interface Definitions {
  readonly unary: readonly (readonly [UnaryPredicate, SetFormula])[];
  readonly binary: readonly (readonly [BinaryPredicate, RelationFormula])[];
}

/** The record that holds the visible instance: top(u), or the node of globals. */
export const holder = (p: Predicates, x: PointerVariable): SetFormula => f.holds(x.owner ? p.top : p.statics);

/** stack(u) ∧ ¬top(u) */
export const pending = (p: Predicates): SetFormula => f.without(f.holds(p.stack), f.holds(p.top));

/** f₁(u, v) ∨ f₂(u, v) ∨ … */
export const down = (fields: readonly PointerField[]): RelationFormula =>
  f.union(...fields.map((field) => f.related(field.points)));

export function variablesOf(p: Predicates): PointerVariable[] {
  return [...[...p.locals.values()].flat(), ...p.globals, p.result, ...p.doors.map((d) => d.ghost)];
}

export function define(p: Predicates): Definitions {
  return {
    unary: [
      ...defineRecords(p),
      ...variablesOf(p).flatMap((x) => defineVariable(p, x)),
      ...defineCells(p),
      ...p.aliases.map(defineAlias),
      ...p.across.map((a) => defineAcross(p, a)),
    ],
    binary: p.directions.map((d) => [d.path, f.star(down(d.fields))]),
  };
}

type Definition = Definitions['unary'][number];

/** at_label(u) = ∃w: cs_label(w) ∧ pr(w, u) */
export const defineRecords = (p: Predicates): Definition[] =>
  p.waitsAt.map((q, i) => [q, f.image(f.holds(p.callSite[i]!), f.related(p.previous))]);

/** The predicates of cells that do not depend on variables. */
export function defineCells(p: Predicates): Definition[] {
  const own = p.fields.map((field): Definition => [field.shared, f.twice(f.related(field.points))]);
  const filled = p.fields.map((field): Definition => [field.nonNull, f.domain(f.related(field.points))]);
  return [...own, ...filled, ...p.directions.flatMap(defineDirection)];
}

function defineDirection({ fields, path, shared, cyclic, links }: Direction): Definition[] {
  const edges = fields.map((field) => f.related(field.points));
  return [
    ...(fields.length === 1 ? [] : [[shared, sharedBy(edges)] as const]),
    // c(v) = ∃w: ↓(v, w) ∧ ↓*(w, v)
    [cyclic, f.diagonal(f.compose(f.union(...edges), f.related(path)))],
    ...(links ? [[links.broken, f.domain(unanswered(links, down(links.answering)))] as const] : []),
  ];
}

/** Edges without an inverse: f(v, w) ∧ ¬b(w, v), given the inverse links b. */
export const unanswered = ({ asking }: Links, answers: RelationFormula): RelationFormula =>
  f.meet(down(asking), f.complement(f.converse(answers)));

/** al_{x,y}(u) = ∃v: x(u, v) ∧ y(u, v) */
export const defineAlias = ({ predicate, x, y }: Alias): Definition => [
  predicate,
  f.domain(f.meet(f.related(x.points), f.related(y.points))),
];

export const defineAcross = (p: Predicates, a: AliasAcross): Definition => [
  a.predicate,
  f.domain(f.meet(...endsOf(p, a))),
];

export function defineVariable(p: Predicates, x: PointerVariable): Definitions['unary'] {
  const points = f.related(x.points);
  // x(v) = ∃u: top(u) ∧ x(u, v);  r_x(v) = ∃u, w: top(u) ∧ x(u, w) ∧ ↓*(w, v);  nn_x(u) = ∃v: x(u, v)
  const visible: (readonly [UnaryPredicate, SetFormula])[] = [
    [x.at, f.image(holder(p, x), points)],
    ...x.reaches.map((r, i) => [r, f.image(f.image(holder(p, x), points), f.related(p.directions[i]!.path))] as const),
    [x.nonNull, f.domain(points)],
  ];
  if (!x.hidden) return visible;
  // x̂(v) = ∃u: ¬top(u) ∧ x(u, v), and so on
  return [
    ...visible,
    [x.hidden.at, f.image(pending(p), points)],
    ...x.hidden.reaches.map(
      (r, i) => [r, f.image(f.image(pending(p), points), f.related(p.directions[i]!.path))] as const,
    ),
    [x.hidden.shared, f.twice(f.restrict(pending(p), points))],
    ...x.hidden.next.map((q, i) => [q, f.domain(f.compose(points, f.related(p.fields[i]!.points)))] as const),
    ...x.hidden.callersNext.map(
      (q, i) =>
        [q, f.preimage(f.related(p.previous), f.preimage(points, f.domain(f.related(p.fields[i]!.points))))] as const,
    ),
  ];
}

/** Two or more edges of these relations end in v. */
export function sharedBy(edges: readonly RelationFormula[]): SetFormula {
  const crossed = edges.flatMap((a, i) => edges.slice(i + 1).map((b) => f.both(f.range(a), f.range(b))));
  return f.either(...edges.map((e) => f.twice(e)), ...crossed);
}

/** The two access paths of an alias across records, as relations from the record. */
function endsOf(p: Predicates, { x, y, form, field }: AliasAcross): [RelationFormula, RelationFormula] {
  const here = f.related(x.points);
  const there = f.compose(f.related(p.previous), f.related(y.points));
  const along = field && f.related(field.points);
  if (form === 'x = pr[y]' || !along) return [here, there];
  return form === 'x = pr[y]->f' ? [here, f.compose(there, along)] : [f.compose(here, along), there];
}
