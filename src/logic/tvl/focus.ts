// Focus: replaces a structure by several in which a value that matters is definite.
// The first step of the abstract transformer; coerce then removes the structures that describe no memory at all.

import { bit, elementsOf, lowest } from './bits.js';
import { binaryCode, unaryCode } from './formula.js';
import type { Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate } from './vocabulary.js';

/** The structures, or null: one of them would need more nodes than a structure can have. */
export type Focused = Structure[] | null;

/**
 * Makes the row of the function b at the non-summary node u definite: no target, or one non-summary target,
 * materialised from its summary node if needed.  focus φ(v) = b(u, v)
 */
export function focusRow(s: Structure, b: BinaryPredicate, u: number): Focused {
  const must = s.mustRow(b, u);
  if (must !== 0) {
    const target = must & -must;
    if (s.mayRow(b, u) === target && (s.summary & target) === 0) return [s];
    return [pointedTo(s.copy(), b, u, lowest(target))];
  }
  if (s.mayRow(b, u) === 0) return [s];
  const result: Structure[] = [];
  const none = s.copy();
  none.setRow(b, u, 0, 0);
  none.changes.push(binaryCode(b));
  result.push(none);
  for (const v of elementsOf(s.mayRow(b, u))) {
    result.push(pointedTo(s.copy(), b, u, v));
    if (((s.summary >>> v) & 1) === 0) continue;
    const split = s.copy();
    const one = split.bifurcate(v);
    if (one < 0) return null;
    result.push(pointedTo(split, b, u, one));
  }
  return result;
}

function pointedTo(s: Structure, b: BinaryPredicate, u: number, v: number): Structure {
  s.touched |= s.summary & bit(v);
  s.summary &= ~bit(v);
  s.setRow(b, u, bit(v), bit(v));
  s.changes.push(binaryCode(b));
  return s;
}

/** Which of the focused structures are feasible; usually coerce. */
export type Keep = (s: Structure) => boolean;

/** The limit on cases: beyond it, a definite relation is not worth its cost. */
export const MOST_CASES = 64;

/**
 * Makes the row of any relation at the non-summary node u definite: each node, or each part of a summary node, is in or
 * out. The cases multiply, so infeasible ones are discarded node by node; null also means that there are too many.
 */
export function focusTargets(s: Structure, b: BinaryPredicate, u: number, keep: Keep): Focused {
  const open = s.mayRow(b, u) & ~s.mustRow(b, u);
  if (open === 0) return [s];
  const result: Structure[] = [];
  for (const choice of targetChoices(s, b, u, lowest(open))) {
    if (choice && !keep(choice)) continue;
    const rest = choice && focusTargets(choice, b, u, keep);
    if (!rest || result.push(...rest) > MOST_CASES) return null;
  }
  return result;
}

function targetChoices(s: Structure, b: BinaryPredicate, u: number, v: number): (Structure | null)[] {
  const choose = (t: Structure, into: number, out: number): Structure => {
    t.setRow(b, u, t.mustRow(b, u) | into, t.mayRow(b, u) & ~out);
    t.changes.push(binaryCode(b));
    return t;
  };
  const [yes, no] = [choose(s.copy(), bit(v), 0), choose(s.copy(), 0, bit(v))];
  if (((s.summary >>> v) & 1) === 0) return [yes, no];
  const split = s.copy();
  const w = split.bifurcate(v);
  return [yes, no, w < 0 ? null : choose(split, bit(v), bit(w))];
}

/** Makes p definite on every node: 1, 0, or, for a summary node, one part each.  focus φ(v) = p(v) */
export function focusSet(s: Structure, p: UnaryPredicate): Focused {
  const open = s.may(p) & ~s.must(p);
  if (open === 0) return [s];
  const v = lowest(open);
  const result: Structure[] = [];
  for (const choice of choices(s, p, v)) {
    const rest = choice && focusSet(choice, p);
    if (!rest) return null;
    result.push(...rest);
  }
  return result;
}

function choices(s: Structure, p: UnaryPredicate, v: number): (Structure | null)[] {
  const yes = s.copy();
  yes.set(p, s.must(p) | bit(v), s.may(p));
  yes.changes.push(unaryCode(p));
  const no = s.copy();
  no.set(p, s.must(p), s.may(p) & ~bit(v));
  no.changes.push(unaryCode(p));
  if (((s.summary >>> v) & 1) === 0) return [yes, no];
  const split = s.copy();
  const w = split.bifurcate(v);
  if (w < 0) return [yes, no, null];
  split.set(p, split.must(p) | bit(v), split.may(p) & ~bit(w));
  split.changes.push(unaryCode(p));
  return [yes, no, split];
}
