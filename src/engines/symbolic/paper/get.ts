// `get(h, r, q)`: the right-most matching `put` (equation 1), through recurrences by index sets and suprema (3, 4).
// Where the matching entry is undecided, the context is split.

import {
  and,
  atMost,
  below,
  type Condition,
  type Constraint,
  equal,
  FALSE,
  just,
  not,
  or,
  substituteIn,
  TRUE,
} from '../../../logic/linear/constraint.js';
import {
  coefficientOf,
  constant,
  divideAll,
  dividesAll,
  plus,
  scale,
  subtract,
  symbol,
  symbolsOf,
  type Term,
  type Unknown,
  ZERO,
} from '../../../logic/linear/term.js';
import { COST } from '../../../logic/smt/effort.js';
import type { Run } from '../analysis.js';
import { assume, type Context } from './context.js';
import { type Entry, type Loop, substituteInEntry } from './heap.js';
import type { Base } from './value.js';

/** `entry`: the match, null at the beginning of the chain; `open`: could not be decided. */
export interface Found {
  readonly context: Context;
  readonly entry: Entry | 'open' | null;
}

/** The condition under which an entry matches. */
export type Match = (e: Entry) => Condition;

/** The right-most entry that matches. */
export function findLast(run: Run, context: Context, match: Match): Found[] {
  const found: Found[] = [];
  let rest: Context | null = context;
  for (let h = context.heap; h && rest; h = h.previous) {
    const { entry } = h;
    run.budget.effort.spend(COST.entry);
    if (entry.kind === 'havoc') {
      found.push({ context: rest, entry });
      return found;
    }
    const hits = entry.kind === 'loop' ? hitsInLoop(run, entry, match) : hitsOf(entry, match(entry));
    if (hits.length === 0) continue;
    for (const hit of hits) {
      const there = assume(run.decider, rest, hit.condition);
      if (there) found.push({ context: there, entry: hit.entry });
    }
    const none = hits.reduce<Condition>((all, hit) => and(all, not(hit.match)), TRUE);
    rest = assume(run.decider, rest, none);
  }
  if (rest) found.push({ context: rest, entry: null });
  return found;
}

interface Hit {
  /** The entry matches. */
  readonly match: Condition;
  /** The entry matches, and none further to the right does. */
  readonly condition: Condition;
  readonly entry: Entry | 'open';
}

const hitsOf = (entry: Entry, match: Condition): Hit[] =>
  match.length === 0 ? [] : [{ match, condition: match, entry }];

/** x_l = max X_l for every entry of the body; the largest wins, and in one iteration the later entry. */
function hitsInLoop(run: Run, loop: Loop, match: Match): Hit[] {
  const suprema = loop.body.flatMap((e, position): Candidate[] => {
    if (e.kind === 'loop' || e.kind === 'havoc')
      return isOpen(e, match) ? [{ at: null, match: TRUE, position, e }] : [];
    return match(e).map((cube) => ({ ...supremum(loop, cube), position, e }));
  });
  const possible = suprema.filter((s) => s.match.length > 0);
  return possible.map((s): Hit => {
    const later = possible.filter((o) => o !== s).map((o) => and(o.match, isLater(o, s)));
    const condition = later.reduce<Condition>((all, c) => and(all, not(c)), s.match);
    return { match: s.match, condition, entry: s.at === null ? 'open' : instantiate(run, loop, s.e, s.at) };
  });
}

const isOpen = (e: Entry, match: Match): boolean =>
  e.kind === 'havoc' || (e.kind === 'loop' && e.body.some((b) => match(b).length > 0 || isOpen(b, match)));

interface Candidate extends Supremum {
  readonly position: number;
  readonly e: Entry;
}

interface Supremum {
  /** The largest index at which the entry matches; null: unknown. */
  readonly at: Term | null;
  readonly match: Condition;
}

/** max { k | cube(k) ∧ 0 <= k < count } */
export function supremum({ index, count }: Loop, cube: readonly Constraint[]): Supremum {
  const about = cube.filter((c) => symbolsOf(c.term).has(index.id));
  const inside = (k: Term): Condition => just(atMost(ZERO, k), below(k, count));
  if (about.length === 0) {
    const last = plus(count, -1);
    return { at: last, match: and([cube], just(atMost(constant(1), count))) };
  }
  for (const c of about) {
    const k = c.kind === 'eq' ? solveFor(c.term, index) : null;
    if (k) return { at: k, match: and(just(...cube.map((o) => substituteIn(o, new Map([[index.id, k]])))), inside(k)) };
  }
  return { at: null, match: just(atMost(constant(1), count)) };
}

/** The k with term(k) = 0, if it is an integer for all values of the other symbols. */
export function solveFor(term: Term, index: Unknown): Term | null {
  const times = coefficientOf(term, index);
  if (times === null || times === 0n) return null;
  const rest = subtract(term, scale(symbol(index), times));
  return dividesAll(rest, times) ? scale(divideAll(rest, times), -1n) : null;
}

/** The condition under which `a` is to the right of `b`. */
function isLater(a: { at: Term | null; position: number }, b: { at: Term | null; position: number }): Condition {
  if (a.at === null || b.at === null) return a.at === null && b.at !== null ? TRUE : FALSE;
  const after = just(below(b.at, a.at));
  return a.position > b.position ? or(after, just(equal(a.at, b.at))) : after;
}

/** The entry at one index; unknowns of the iteration are replaced by fresh ones. */
export function instantiate(run: Run, loop: Loop, e: Entry, at: Term): Entry {
  const by = new Map<string, Term>([[loop.index.id, at]]);
  for (const l of loop.locals) by.set(l.id, symbol(run.fresh.next(l.name, 'unknown', l.low, l.high)));
  return substituteInEntry(e, by);
}

/** The condition under which two bases are the same. */
export function sameBase(a: Base, b: Base): Condition {
  if (a.kind === 'object' && b.kind === 'object') return a.id === b.id ? TRUE : FALSE;
  if (a.kind === 'record' && b.kind === 'record') return just(equal(a.number, b.number));
  return FALSE;
}
