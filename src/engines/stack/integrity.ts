// What every memory state satisfies: the integrity constraints that coerce applies.
// Variables and fields are functions, the stack is one chain, and instrumentation predicates mean what they are defined as.

import type { Constraint, Path } from '../../logic/tvl/coerce.js';
import * as c from '../../logic/tvl/coerce.js';
import * as f from '../../logic/tvl/formula.js';
import { define, down, pending, variablesOf } from './definitions.js';
import type { AliasAcross, PointerVariable, Predicates } from './predicates.js';

export function integrityOf(p: Predicates): Constraint[] {
  const { unary } = define(p);
  const path = f.related(p.path);
  return [
    c.functional(p.previous),
    c.chain(p.previous, p.top),
    c.connected(p.top, p.previous, f.holds(p.stack)),
    ...p.fields.flatMap((field) => [
      c.functional(field.points),
      c.unshared(field.points, field.shared, f.holds(p.heap)),
      c.unshared(field.points, p.shared, f.holds(p.heap)),
      c.within(field.points, p.path),
    ]),
    ...variablesOf(p).flatMap((x) => ofVariable(p, x)),
    ...p.aliases.map((a) => c.sameEnd(a.predicate, direct(a.x), direct(a.y))),
    ...p.across.map((a) => c.sameEnd(a.predicate, ...pathsOf(p, a))),
    c.antisymmetric(p.path, p.cyclic),
    c.followed(
      p.path,
      p.fields.map((field) => field.points),
    ),
    // ↓*(u, v) ⇔ u = v ∨ ∃w: ↓(u, w) ∧ ↓*(w, v), and the same from the other end
    c.relationDefinedBy(p.path, f.union(f.same(), f.compose(down(p), path))),
    c.relationDefinedBy(p.path, f.union(f.same(), f.compose(path, down(p)))),
    ...unary.map(([predicate, formula]) => c.definedBy(predicate, formula)),
  ];
}

function ofVariable(p: Predicates, x: PointerVariable): Constraint[] {
  const common = [
    c.functional(x.points),
    c.total(x.nonNull, x.points),
    c.onto(x.at, x.points, f.holds(x.owner ? p.top : p.statics)),
    c.rowOf(x.reach, x.at, p.path),
    ...p.fields.map((field) => c.closed(x.reach, field.points)),
  ];
  if (!x.hidden) return common;
  return [
    ...common,
    c.onto(x.hidden.at, x.points, pending(p)),
    c.unshared(x.points, x.hidden.shared, pending(p)),
    ...x.hidden.next.map((q, i) => c.ends(q, { via: [x.points], last: p.fields[i]!.points })),
    ...p.fields.map((field) => c.closed(x.hidden!.reach, field.points)),
  ];
}

const direct = (x: PointerVariable): Path => ({ via: [], last: x.points });

function pathsOf(p: Predicates, { x, y, form, field }: AliasAcross): [Path, Path] {
  const there: Path = { via: [p.previous], last: y.points };
  if (form === 'x = pr[y]' || !field) return [direct(x), there];
  if (form === 'x = pr[y]->f') return [direct(x), { via: [p.previous, y.points], last: field.points }];
  return [{ via: [x.points], last: field.points }, there];
}
