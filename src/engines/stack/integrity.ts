// What every memory state satisfies: the integrity constraints that coerce applies.
// Variables and fields are functions, the stack is one chain, and instrumentation predicates mean what they are defined as.

import { type Constraint, concerning, idleIf } from '../../logic/tvl/coerce.js';
import * as c from '../../logic/tvl/constraints.js';
import * as f from '../../logic/tvl/formula.js';
import type { Path } from '../../logic/tvl/path-constraints.js';
import * as paths from '../../logic/tvl/path-constraints.js';
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
import type { Alias, AliasAcross, Hidden, PointerVariable, Predicates } from './predicates.js';

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
  const path = f.related(p.path);
  const edges = p.fields.map((field) => field.points);
  return [
    ...p.fields.flatMap((field) => [
      c.functional(field.points),
      c.total(field.nonNull, field.points),
      c.unshared(field.points, field.shared, f.holds(p.heap)),
      c.unshared(field.points, p.shared, f.holds(p.heap)),
      paths.within(field.points, p.path),
      paths.acyclic(field.points, p.path, p.cyclic),
    ]),
    ...(p.fields.length > 1
      ? edges.flatMap((e) => [paths.carried(e, p.path), paths.inherited(e, p.path, p.shared)])
      : []),
    ...edges.flatMap((a, i) => edges.slice(i + 1).map((b) => c.unsharedBetween(a, b, p.shared))),
    paths.antisymmetric(p.path, p.cyclic),
    paths.followed(p.path, edges),
    // ↓*(u, v) ⇔ u = v ∨ ∃w: ↓(u, w) ∧ ↓*(w, v), and the same from the other end
    c.relationDefinedBy(p.path, f.union(f.same(), f.compose(down(p), path))),
    c.relationDefinedBy(p.path, f.union(f.same(), f.compose(path, down(p)))),
    ...defineCells(p).map(asConstraint),
  ];
}

const asConstraint = ([predicate, formula]: Definitions['unary'][number]): Constraint =>
  c.definedBy(predicate, formula);

function ofVariable(p: Predicates, x: PointerVariable): Constraint[] {
  const about = [x.nonNull, x.at, x.reach, ...hiddenOf(x)];
  return concerning(about, [
    c.functional(x.points),
    c.total(x.nonNull, x.points),
    c.onto(x.at, x.points, f.holds(x.owner ? p.top : p.statics)),
    paths.rowOf(x.reach, x.at, p.path),
    c.implies(x.at, x.reach),
    ...p.fields.map((field) => c.closed(x.reach, field.points)),
    c.closed(x.reach, p.path),
    ...(x.hidden ? ofInstances(p, x, x.hidden) : []),
    ...defineVariable(p, x, f.related(p.path)).map(asConstraint),
  ]);
}

const hiddenOf = ({ hidden }: PointerVariable) =>
  hidden ? [hidden.at, hidden.reach, hidden.shared, ...hidden.next, ...hidden.callersNext] : [];

function ofInstances(p: Predicates, x: PointerVariable, hidden: Hidden): Constraint[] {
  const { at, reach, shared, next, callersNext } = hidden;
  return [
    c.onto(at, x.points, pending(p)),
    c.unshared(x.points, shared, pending(p)),
    c.implies(shared, at),
    c.implies(at, reach),
    ...(p.fields.length === 1 ? next.map((q) => paths.leadsOn(q, x.points, p.path)) : []),
    ...next.map((q, i) => paths.ends(q, { via: [x.points], last: p.fields[i]!.points })),
    ...callersNext.map((q, i) => paths.agrees(q, p.previous, next[i]!)),
    ...p.fields.map((field) => c.closed(reach, field.points)),
    c.closed(reach, p.path),
  ];
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

/** What a record shares with its caller's y is where an invisible y points to, or is reached from there. */
function knownFromCaller(p: Predicates, a: AliasAcross): Constraint[] {
  const [own] = pathsOf(p, a);
  const { at, reach } = a.y.hidden!;
  const reached = paths.endsIn(a.predicate, own, reach);
  return a.form === 'x = pr[y]->f' ? [reached] : [reached, paths.endsIn(a.predicate, own, at)];
}

const direct = (x: PointerVariable): Path => ({ via: [], last: x.points });

function pathsOf(p: Predicates, { x, y, form, field }: AliasAcross): [Path, Path] {
  const there: Path = { via: [p.previous], last: y.points };
  if (form === 'x = pr[y]' || !field) return [direct(x), there];
  if (form === 'x = pr[y]->f') return [direct(x), { via: [p.previous, y.points], last: field.points }];
  return [{ via: [x.points], last: field.points }, there];
}
