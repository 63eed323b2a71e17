// ∀ 0 <= j < k. C(j): what holds at the k-th visit because the loop continued k times; and the iteration count at exit.
// Part of loops.ts.

import {
  and,
  atMost,
  type Condition,
  type Constraint,
  type Cube,
  just,
  or,
  substituteIn,
  TRUE,
} from '../../logic/linear/constraint.js';
import { project, unknownsOf } from '../../logic/linear/project.js';
import { type IsUnsat, isWithin } from '../../logic/linear/simplify.js';
import {
  coefficientOf,
  constant,
  ONE,
  plus,
  scale,
  subtract,
  symbol,
  type Term,
  type Unknown,
  ZERO,
} from '../../logic/linear/term.js';
import type { Context } from './paper/context.js';
import { substituteInContext } from './paper/recurrent-context.js';

/** What holds because the loop continued; if not exact, it admits further paths. */
export interface Went {
  readonly condition: Condition;
  readonly exact: boolean;
}

export const NOT_YET: Went = { condition: TRUE, exact: true };

/** The loop continued in each of k >= 1 iterations. A disjunction is weakened to the constraints common to its cubes. */
export function afterContinuing(
  condition: Condition,
  index: Unknown,
  locals: ReadonlySet<string>,
  isUnsat: IsUnsat,
): Went {
  const bare = project(condition, (s) => !locals.has(s.id));
  const [first = [], ...others] = bare.condition;
  const common = first.filter((c) => others.every((o) => o.some((d) => d.key === c.key)));
  const parts = common.map((c) => forAll(c, index));
  return {
    condition: parts.reduce((all, p) => and(all, p.condition), TRUE),
    exact:
      bare.exact &&
      parts.every((p) => p.exact) &&
      !condition.some((cube) => isGuess(cube, locals)) &&
      isWithin(common, bare.condition, [], isUnsat),
  };
}

/** Does it depend on an unknown that is not an input? */
const isGuess = (cube: Cube, locals: ReadonlySet<string>): boolean =>
  [...unknownsOf(cube).values()].some((s) => locals.has(s.id) && s.origin === 'unknown');

/** A linear constraint holds at all indices iff it holds at the extreme one. */
function forAll(c: Constraint, index: Unknown): Went {
  const last = plus(symbol(index), -1);
  const at = (t: Term): Constraint => substituteIn(c, new Map([[index.id, t]]));
  const times = coefficientOf(c.term, index);
  if (times === 0n) return { condition: just(c), exact: true };
  const ends = just(at(ZERO), at(last));
  if (times === null) return { condition: ends, exact: false };
  if (c.kind === 'eq') return { condition: ends, exact: true };
  if (c.kind === 'le') return { condition: just(at(times > 0n ? last : ZERO)), exact: true };
  return times === 1n || times === -1n
    ? { condition: neverZero(c, index, times), exact: true }
    : { condition: ends, exact: false };
}

/** a + k and a - k take every integer value in between: they avoid 0 iff they do not change sign. */
function neverZero(c: Constraint, index: Unknown, times: bigint): Condition {
  const rising = times === 1n ? c.term : scale(c.term, -1n);
  const at = (k: Term): Term => substituteTerm(rising, index, k);
  const before = just(atMost(plus(at(plus(symbol(index), -1)), 1), ZERO));
  return or(before, just(atMost(ONE, at(ZERO))));
}

const substituteTerm = (t: Term, index: Unknown, by: Term): Term =>
  substituteIn(atMost(t, ZERO), new Map([[index.id, by]])).term;

// ---- exits -----------------------------------------------------------------------------------------------------

/** Replaces the index at the exit by a term, if the path condition determines it. */
export function settleCount(context: Context, index: Unknown): Context {
  const values = context.path.map((cube) => valueIn(cube, index));
  const [first] = values;
  if (!first || values.some((v) => v?.key !== first.key)) return context;
  const settled = substituteInContext(context, new Map([[index.id, first]]));
  const range = just(atMost(constant(1), first));
  return { ...settled, path: and(settled.path, range) };
}

function valueIn(cube: Cube, index: Unknown): Term | null {
  const lows: Term[] = [];
  const highs = new Set<string>();
  for (const c of cube) {
    const times = coefficientOf(c.term, index);
    if (times !== 1n && times !== -1n) continue;
    const value = scale(subtract(c.term, scale(symbol(index), times)), -times); // times·k + rest = 0
    if (c.kind === 'eq') return value;
    if (c.kind !== 'le') continue;
    if (times === -1n) lows.push(value);
    else highs.add(value.key);
  }
  return lows.find((l) => highs.has(l.key)) ?? null;
}
