// Call and return (Table 3) with the instrumentation predicates: records are pushed and popped, instances of variables
// become invisible and visible again. Updates are built once per call site and tested like those of actions.ts.

import type { SetFormula } from '../../../logic/tvl/formula.js';
import * as f from '../../../logic/tvl/formula.js';
import type { Update } from '../../../logic/tvl/update.js';
import type { CallSite } from '../scene.js';
import {
  type BinaryUpdate,
  meetAcross,
  nullSource,
  type Source,
  type UnaryUpdate,
  uninitializedSource,
} from './actions.js';
import { pending } from './definitions.js';
import type { PointerVariable, Predicates } from './predicates.js';

/** What each pointer parameter receives, by variable; locals and parameters without argument start uninitialised. */
export type Arguments = ReadonlyMap<PointerVariable, Source>;

/**
 * label: call f().  For the new record: stack', cs', top' = new, pr' = pr ∨ (new × top), x'(new, ·) = argument.
 * For the caller's variables: x̂' = x̂ ∨ x, r_x̂' = r_x̂ ∨ r_x, sh_x' = sh_x ∨ (x̂ ∧ x).
 */
export function call(p: Predicates, site: CallSite, args: Arguments, dead: ReadonlySet<PointerVariable>): Update {
  const fresh = f.holds(p.fresh);
  const top = f.holds(p.top);
  const callers = p.locals.get(site.caller)!;
  const callees = p.locals.get(site.callee)!;
  const all = [...new Set([...callers, ...callees])];
  const label = p.callSite[site.id]!;
  const waits = p.waitsAt[site.id]!;
  const unary: UnaryUpdate[] = [
    [p.stack, f.either(f.holds(p.stack), fresh)],
    [label, f.either(f.holds(label), fresh)],
    [p.top, fresh],
    [waits, f.either(f.holds(waits), top)],
    ...callers.filter((x) => !dead.has(x)).flatMap((x) => [...hide(x), ...tellCallee(p, x)]),
    ...all.flatMap((x) => enter(p, x, valueAtEntry(p, x, callees, args), dead)),
    ...aliasesOfCall(p, callees, args, dead),
  ];
  const binary: BinaryUpdate[] = [
    [p.previous, f.union(f.related(p.previous), f.product(fresh, top))],
    ...all.map((x): BinaryUpdate => {
      const old = dead.has(x) ? f.restrict(f.not(top), f.related(x.points)) : f.related(x.points);
      return [x.points, f.union(old, f.product(fresh, valueAtEntry(p, x, callees, args).target))];
    }),
  ];
  return { unary, binary };
}

function valueAtEntry(p: Predicates, x: PointerVariable, callees: readonly PointerVariable[], args: Arguments): Source {
  if (!callees.includes(x)) return nullSource(p);
  return args.get(x) ?? (x.variable?.kind === 'temporary' ? nullSource(p) : uninitializedSource(p));
}

function hide(x: PointerVariable): UnaryUpdate[] {
  if (!x.hidden) return [];
  const [at, hat] = [f.holds(x.at), f.holds(x.hidden.at)];
  return [
    [x.hidden.at, f.either(hat, at)],
    ...x.hidden.reaches.map((r, i): UnaryUpdate => [r, f.either(f.holds(r), f.holds(x.reaches[i]!))]),
    [x.hidden.shared, f.either(f.holds(x.hidden.shared), f.both(hat, at))],
  ];
}

/** nn_{pr[x]->f}'(new) = nn_{x->f}(top) */
function tellCallee(p: Predicates, { at, hidden }: PointerVariable): UnaryUpdate[] {
  return (hidden?.callersNext ?? []).map((q, i) => {
    const leads = f.some(f.image(f.holds(at), f.related(p.fields[i]!.points)));
    return [q, f.either(f.holds(q), f.both(f.holds(p.fresh), leads))];
  });
}

/** The visible instance is now that of the new record; a dead temporary of the caller is forgotten. */
function enter(p: Predicates, x: PointerVariable, value: Source, dead: ReadonlySet<PointerVariable>): UnaryUpdate[] {
  const fresh = f.holds(p.fresh);
  const old = (q: PointerVariable['nonNull']): SetFormula =>
    dead.has(x) ? f.without(f.holds(q), f.holds(p.top)) : f.holds(q);
  const now = (q: PointerVariable['nonNull'], φ: SetFormula): UnaryUpdate => [q, f.either(old(q), f.both(fresh, φ))];
  return [
    [x.at, value.target],
    ...x.reaches.map((r, i): UnaryUpdate => [r, value.reaches[i]!]),
    now(x.nonNull, f.some(value.target)),
    now(x.uninitialized, value.uninitialized),
    now(x.foreign, value.foreign),
    ...(x.hidden?.next ?? []).map((q, i) => now(q, f.some(f.image(value.target, f.related(p.fields[i]!.points))))),
  ];
}

/** The aliases of the new record; those of the others are unchanged. */
function aliasesOfCall(
  p: Predicates,
  callees: readonly PointerVariable[],
  args: Arguments,
  dead: ReadonlySet<PointerVariable>,
): UnaryUpdate[] {
  const fresh = f.holds(p.fresh);
  const target = (x: PointerVariable) => args.get(x)?.target ?? f.nothing();
  const same = p.aliases
    .filter((a) => callees.includes(a.x) || dead.has(a.x) || dead.has(a.y))
    .map((a): UnaryUpdate => {
      const forgotten = dead.has(a.x) || dead.has(a.y);
      const old = forgotten ? f.without(f.holds(a.predicate), f.holds(p.top)) : f.holds(a.predicate);
      const inCallee = callees.includes(a.x) ? f.some(f.both(target(a.x), target(a.y))) : f.nothing();
      return [a.predicate, f.either(old, f.both(fresh, inCallee))];
    });
  const across = p.across
    .filter((a) => callees.includes(a.x) || dead.has(a.x))
    .map((a): UnaryUpdate => {
      const old = dead.has(a.x) ? f.without(f.holds(a.predicate), f.holds(p.top)) : f.holds(a.predicate);
      const kept = callees.includes(a.x) && !dead.has(a.y);
      const now = kept ? f.both(fresh, meetAcross(a, target(a.x), f.holds(a.y.at))) : f.nothing();
      return [a.predicate, f.either(old, now)];
    });
  return [...same, ...across];
}

/**
 * return, to the record pr(top), which becomes the top: x' is the instance of that record, which is no longer one of
 * the invisible ones:  x̂'(v) = x̂(v) ∧ (¬x'(v) ∨ sh_x(v) ∨ another pending record has x at v), r_x̂' and sh_x'
 * accordingly.
 * The node of the popped record is removed afterwards.
 */
export function leave(p: Predicates, site: CallSite): Update {
  const top = f.holds(p.top);
  const next = f.image(top, f.related(p.previous));
  const callers = p.locals.get(site.caller)!;
  const callees = p.locals.get(site.callee)!;
  const waits = p.waitsAt[site.id]!;
  const unary: UnaryUpdate[] = [
    [p.top, next],
    [waits, f.without(f.holds(waits), next)],
    ...callers.flatMap((x) => reveal(p, x, next)),
  ];
  for (const x of callees.filter((y) => !callers.includes(y))) {
    for (const q of [x.at, ...x.reaches]) unary.push([q, f.nothing()]);
  }
  return { unary, binary: [] };
}

function reveal(p: Predicates, x: PointerVariable, next: SetFormula): UnaryUpdate[] {
  const points = f.related(x.points);
  const at = f.image(next, points);
  const paths = p.directions.map((d) => f.related(d.path));
  const reached = paths.map((path) => f.image(at, path));
  if (!x.hidden) return [[x.at, at], ...x.reaches.map((r, i): UnaryUpdate => [r, reached[i]!])];
  const others = f.restrict(f.without(pending(p), next), points);
  const { at: hat, reaches, shared } = x.hidden;
  const stays = f.either(f.not(at), f.holds(shared), f.range(others));
  const newHat = f.both(f.holds(hat), stays);
  return [
    [x.at, at],
    ...x.reaches.map((r, i): UnaryUpdate => [r, f.both(f.holds(reaches[i]!), reached[i]!)]),
    [hat, newHat],
    [shared, f.both(f.holds(shared), f.either(f.not(at), f.twice(others)))],
    ...reaches.map((r, i): UnaryUpdate => {
      return [r, f.both(f.holds(r), f.either(f.not(reached[i]!), f.image(newHat, paths[i]!)))];
    }),
  ];
}
