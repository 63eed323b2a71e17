// Integrity constraints, which hold in every memory state and which coerce applies.
// Variables and fields are functions, the stack is one chain, and instrumentation predicates satisfy their definitions.

import { type Constraint, concerning, idleIf } from '../../../logic/tvl/coerce.js';
import * as c from '../../../logic/tvl/constraints.js';
import * as f from '../../../logic/tvl/formula.js';
import { answered, reversed } from '../../../logic/tvl/link-constraints.js';
import type { Path } from '../../../logic/tvl/path-constraints.js';
import * as paths from '../../../logic/tvl/path-constraints.js';
import type { UnaryPredicate } from '../../../logic/tvl/vocabulary.js';
import {
  type Definitions,
  defineAcross,
  defineAlias,
  defineCells,
  defineRecords,
  defineVariable,
  down,
  pending,
  variablesOf,
} from './definitions.js';
import type { Alias, AliasAcross, Direction, Hidden, PointerVariable, Predicates } from './predicates.js';

export function integrityOf(p: Predicates): Constraint[] {
  return [...ofStack(p), ...ofCells(p), ...variablesOf(p).flatMap((x) => ofVariable(p, x)), ...ofAliases(p)];
}

function ofStack(p: Predicates): Constraint[] {
  return [
    c.functional(p.previous),
    c.chain(p.previous, p.top),
    c.serial(f.either(...p.callSite.map((q) => f.holds(q))), p.previous),
    c.connected(p.top, p.previous, f.holds(p.stack)),
    ...p.waitsAt.flatMap((q, i) =>
      concerning(
        [q, p.callSite[i]!],
        [paths.agrees(p.callSite[i]!, p.previous, q), c.onto(q, p.previous, f.holds(p.callSite[i]!))],
      ),
    ),
    ...defineRecords(p).map(asConstraint),
  ];
}

function ofCells(p: Predicates): Constraint[] {
  return [
    ...p.fields.flatMap((field) => [
      c.functional(field.points),
      c.total(field.nonNull, field.points),
      c.unshared(field.points, field.shared, f.holds(p.heap)),
    ]),
    ...p.directions.flatMap((d) => ofDirection(p, d)),
    ...p.directions.flatMap((d) => ofLinks(p, d)),
    ...defineCells(p).map(asConstraint),
  ];
}

function ofDirection(p: Predicates, { fields, path, shared, cyclic }: Direction): Constraint[] {
  const edges = fields.map((field) => field.points);
  return [
    ...edges.flatMap((e) => [
      c.unshared(e, shared, f.holds(p.heap)),
      paths.within(e, path),
      paths.acyclic(e, path, cyclic),
    ]),
    ...(edges.length > 1 ? edges.flatMap((e) => [paths.carried(e, path), paths.inherited(e, path, shared)]) : []),
    ...edges.flatMap((a, i) => edges.slice(i + 1).map((b) => c.unsharedBetween(a, b, shared))),
    paths.antisymmetric(path, cyclic),
    paths.followed(path, edges),
    // ↓*(u, v) ⇔ u = v ∨ ∃w: ↓(u, w) ∧ ↓*(w, v), and the same from the other end
    c.relationDefinedBy(path, f.union(f.same(), f.compose(down(fields), f.related(path)))),
    c.relationDefinedBy(path, f.union(f.same(), f.compose(f.related(path), down(fields)))),
  ];
}

/** A link of a cell that is not broken has an inverse. */
function ofLinks(p: Predicates, { fields, path, links }: Direction): Constraint[] {
  if (!links) return [];
  const { asking, answering, broken } = links;
  const others = fields.filter((field) => !asking.includes(field)).map((field) => field.points);
  const opposite = p.directions.find((d) => d.path !== path)!;
  return [
    ...asking.map((field) =>
      answered(
        field.points,
        answering.map((b) => b.points),
        broken,
      ),
    ),
    reversed({ path, others, broken }, opposite.path),
  ];
}

const asConstraint = ([predicate, formula]: Definitions['unary'][number]): Constraint =>
  c.definedBy(predicate, formula);

function ofVariable(p: Predicates, x: PointerVariable): Constraint[] {
  const about = [x.nonNull, x.at, ...x.reaches, ...hiddenOf(x)];
  return concerning(about, [
    c.functional(x.points),
    c.total(x.nonNull, x.points),
    c.onto(x.at, x.points, f.holds(x.owner ? p.top : p.statics)),
    ...p.directions.flatMap((d, i) => [paths.rowOf(x.reaches[i]!, x.at, d.path), ...ofReach(x.at, x.reaches[i]!, d)]),
    ...(x.hidden ? ofInstances(p, x, x.hidden) : []),
    ...defineVariable(p, x).map(asConstraint),
  ]);
}

const ofReach = (at: UnaryPredicate, reach: UnaryPredicate, { fields, path }: Direction): Constraint[] => [
  c.implies(at, reach),
  ...fields.map((field) => c.closed(reach, field.points)),
  c.closed(reach, path),
];

const hiddenOf = ({ hidden }: PointerVariable) =>
  hidden ? [hidden.at, ...hidden.reaches, hidden.shared, ...hidden.next, ...hidden.callersNext] : [];

function ofInstances(p: Predicates, x: PointerVariable, hidden: Hidden): Constraint[] {
  const { at, reaches, shared, next, callersNext } = hidden;
  return [
    c.onto(at, x.points, pending(p)),
    c.unshared(x.points, shared, pending(p)),
    c.implies(shared, at),
    ...p.directions.flatMap((d, i) => ofReach(at, reaches[i]!, d)),
    ...p.directions.flatMap((d) => leadsOn(p, x, d)),
    ...next.map((q, i) => paths.ends(q, { via: [x.points], last: p.fields[i]!.points })),
    ...callersNext.map((q, i) => paths.agrees(q, p.previous, next[i]!)),
  ];
}

/** A path in a direction of one field that leaves the cell of x begins with that field. */
function leadsOn(p: Predicates, { points, hidden }: PointerVariable, { fields, path }: Direction): Constraint[] {
  const q = fields.length === 1 ? hidden?.next[p.fields.indexOf(fields[0]!)] : undefined;
  return q ? [paths.leadsOn(q, points, path)] : [];
}

function ofAliases(p: Predicates): Constraint[] {
  const within = p.aliases.flatMap((a) =>
    unlessNull(a, [paths.sameEnd(a.predicate, direct(a.x), direct(a.y)), c.decidedBy(...defineAlias(a))]),
  );
  const across = p.across.flatMap((a) => [
    ...unlessNull(a, [paths.sameEnd(a.predicate, ...pathsOf(p, a)), c.decidedBy(...defineAcross(p, a))]),
    ...concerning([a.predicate], knownFromCaller(p, a)),
  ]);
  return [...within, ...across];
}

/** Where one of the two variables is null everywhere, they are not aliased anywhere. */
const unlessNull = ({ predicate, x, y }: Alias, constraints: readonly Constraint[]): Constraint[] =>
  idleIf((s) => s.may(predicate) === 0 && (s.may(x.nonNull) === 0 || s.may(y.nonNull) === 0), constraints);

/** What a record shares with its caller's y is where an invisible y points to, or reachable from there. */
function knownFromCaller(p: Predicates, a: AliasAcross): Constraint[] {
  const [own] = pathsOf(p, a);
  const { at, reaches } = a.y.hidden!;
  if (a.form !== 'x = pr[y]->f') return [at, ...reaches].map((q) => paths.endsIn(a.predicate, own, q));
  const along = p.directions.flatMap((d, i) => (d.fields.includes(a.field!) ? [reaches[i]!] : []));
  return along.map((reach) => paths.endsIn(a.predicate, own, reach));
}

const direct = (x: PointerVariable): Path => ({ via: [], last: x.points });

function pathsOf(p: Predicates, { x, y, form, field }: AliasAcross): [Path, Path] {
  const there: Path = { via: [p.previous], last: y.points };
  if (form === 'x = pr[y]' || !field) return [direct(x), there];
  if (form === 'x = pr[y]->f') return [direct(x), { via: [p.previous, y.points], last: field.points }];
  return [{ via: [x.points], last: field.points }, there];
}
