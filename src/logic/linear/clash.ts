// Cheap contradictions: bounds of one linear form that leave no number between them.
// Tried before solve.ts: most queries of an analysis are of this kind.

import type { Constraint, Cube } from './constraint.js';
import { scale, type Term, type Unknown } from './term.js';

/** By form: the largest c with form + c <= 0. */
type Bounds = Map<string, bigint>;

/** f + a <= 0 and -f + b <= 0 with a + b > 0; or the two leave one number, and it is excluded. */
export function isClash(cube: Cube): boolean {
  const bounds: Bounds = new Map();
  for (const c of cube) if (c.kind !== 'ne' && !isBounded(bounds, c)) return true;
  return cube.some((c) => c.kind === 'ne' && isOnlyValue(bounds, c));
}

/** Adds a constraint; false if its form has no value left. */
function isBounded(bounds: Bounds, c: Constraint): boolean {
  const { term } = c;
  if (term.parts.length === 0) return c.kind === 'le' ? term.constant <= 0n : term.constant === 0n;
  const opposite = oppositeOf(c);
  const up = raise(bounds, term, term.constant);
  const down = c.kind === 'eq' ? raise(bounds, opposite, -term.constant) : boundOf(bounds, opposite);
  return down === null || up + down <= 0n;
}

function raise(bounds: Bounds, t: Term, c: bigint): bigint {
  const known = boundOf(bounds, t);
  if (known !== null && known >= c) return known;
  bounds.set(t.form, c);
  return c;
}

/** The range of a symbol counts as a bound, too. */
function boundOf(bounds: Bounds, t: Term): bigint | null {
  const known = bounds.get(t.form);
  if (known !== undefined) return known;
  const [only] = t.parts;
  if (t.parts.length > 1 || only?.atom.kind !== 'symbol') return null;
  return boundOfSymbol(only.atom.symbol, only.times);
}

/** s <= high is s - high <= 0; -s + low <= 0. */
function boundOfSymbol({ low, high }: Unknown, times: bigint): bigint | null {
  if (times === 1n) return high === null ? null : -high;
  return times === -1n ? low : null;
}

function isOnlyValue(bounds: Bounds, c: Constraint): boolean {
  if (c.term.parts.length === 0) return c.term.constant === 0n;
  const up = boundOf(bounds, c.term);
  const down = boundOf(bounds, oppositeOf(c));
  return up !== null && down !== null && up === c.term.constant && down === -c.term.constant;
}

/** The form of -term, memoised: constraints live long and are looked up often. */
const opposites = new WeakMap<Constraint, Term>();

function oppositeOf(c: Constraint): Term {
  const known = opposites.get(c);
  if (known) return known;
  const made = scale(c.term, -1n);
  opposites.set(c, made);
  return made;
}
