// Coerce: sharpens a structure by integrity constraints, and discards it if it contradicts one.
// The step after focus and after update; constraints are values, made by constraints.ts and path-constraints.ts.

import { lowest, MAX_NODES } from './bits.js';
import { binaryCode, type Reads, unaryCode } from './formula.js';
import { ROWS, type Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate, Vocabulary } from './vocabulary.js';

export const UNCHANGED = 0;
export const CHANGED = 1;
export const CONTRADICTION = 2;
export type Effect = 0 | 1 | 2;

/** Sharpens in place. It removes only two-valued structures that are not memory states. */
export interface Constraint {
  /** Needs to run again only after a change of one of these predicates, or of the nodes. */
  readonly reads: Reads;
  readonly apply: (s: Structure) => Effect;
  /** Structures in which it certainly changes nothing. */
  readonly isIdle?: (s: Structure) => boolean;
}

export function constraint(reads: Reads, apply: (s: Structure) => Effect): Constraint {
  return { reads, apply };
}

/** The constraints, restricted to structures where one of the predicates may hold somewhere. */
export const concerning = (about: readonly UnaryPredicate[], constraints: readonly Constraint[]): Constraint[] =>
  idleIf((s) => areEmpty(s, about), constraints);

export const idleIf = (isIdle: (s: Structure) => boolean, constraints: readonly Constraint[]): Constraint[] =>
  constraints.map((c) => ({ ...c, isIdle }));

export function areEmpty(s: Structure, sets: readonly UnaryPredicate[]): boolean {
  for (const p of sets) if (s.may(p) !== 0) return false;
  return true;
}

/** Constraints with their worklist: which to run again when a predicate or a node has changed. */
export class RuleBook {
  private readonly ofUnary: readonly number[][];
  private readonly ofBinary: readonly number[][];
  private readonly waiting: Uint8Array;
  /** The number of pending constraints. */
  private left = 0;
  /** The number of structures coerced so far: a measure of work. */
  coerced = 0;

  constructor(
    readonly constraints: readonly Constraint[],
    vocabulary: Vocabulary,
  ) {
    this.ofUnary = vocabulary.unary.map(() => []);
    this.ofBinary = vocabulary.binary.map(() => []);
    this.waiting = new Uint8Array(constraints.length);
    constraints.forEach(({ reads }, i) => {
      for (const code of new Set(reads)) (code < 0 ? this.ofBinary[-1 - code]! : this.ofUnary[code]!).push(i);
    });
  }

  /** Applies pending constraints to a fixpoint; false if the structure describes no memory state. */
  coerce(s: Structure): boolean {
    const { constraints, waiting } = this;
    this.coerced++;
    waiting.fill(0);
    this.left = 0;
    this.take(s);
    for (let i = 0; this.left > 0; i = i + 1 === constraints.length ? 0 : i + 1) {
      if (waiting[i] === 0) continue;
      waiting[i] = 0;
      this.left--;
      const effect = constraints[i]!.apply(s);
      if (effect === CONTRADICTION) return false;
      if (effect === CHANGED) this.take(s);
    }
    return true;
  }

  /** Enqueues the constraints that read what has changed. */
  private take(s: Structure): void {
    for (const code of s.changes) this.wake(s, code < 0 ? this.ofBinary[-1 - code]! : this.ofUnary[code]!);
    s.changes.length = 0;
    if (s.touched !== 0) this.takeNodes(s, s.touched);
    s.touched = 0;
  }

  /** A change of nodes is a change of every predicate that may hold there. */
  private takeNodes(s: Structure, touched: number): void {
    for (let p = 0; p < this.ofUnary.length; p++) {
      if ((s.unary[2 * p + 1]! & touched) !== 0) this.wake(s, this.ofUnary[p]!);
    }
    for (let b = 0; b < this.ofBinary.length; b++) {
      if (isIncident(s, b, touched)) this.wake(s, this.ofBinary[b]!);
    }
  }

  private wake(s: Structure, readers: readonly number[]): void {
    for (const i of readers) {
      if (this.waiting[i] !== 0 || this.constraints[i]!.isIdle?.(s)) continue;
      this.waiting[i] = 1;
      this.left++;
    }
  }
}

/** Does an edge of the relation begin or end in one of the nodes? */
function isIncident(s: Structure, relation: number, set: number): boolean {
  const start = ROWS * relation + MAX_NODES;
  for (let rest = s.nodes; rest !== 0; rest &= rest - 1) {
    const u = lowest(rest);
    const row = s.binary[start + u]!;
    if ((row & set) !== 0 || (row !== 0 && (set >>> u) & 1)) return true;
  }
  return false;
}

/** p := p ⊓ (must, may) in the order of information. */
export function sharpenSet(s: Structure, p: UnaryPredicate, must: number, may: number): Effect {
  const [oldMust, oldMay] = [s.must(p), s.may(p)];
  const newMust = oldMust | (must & s.nodes);
  const newMay = oldMay & may;
  if (newMust === oldMust && newMay === oldMay) return UNCHANGED;
  if ((newMust & ~newMay) !== 0) return CONTRADICTION;
  s.set(p, newMust, newMay);
  s.changes.push(unaryCode(p));
  return CHANGED;
}

/** b(u, ·) := b(u, ·) ⊓ (must, may) */
export function sharpenRow(s: Structure, b: BinaryPredicate, u: number, must: number, may: number): Effect {
  const [oldMust, oldMay] = [s.mustRow(b, u), s.mayRow(b, u)];
  const newMust = oldMust | (must & s.nodes);
  const newMay = oldMay & may;
  if (newMust === oldMust && newMay === oldMay) return UNCHANGED;
  if ((newMust & ~newMay) !== 0) return CONTRADICTION;
  s.setRow(b, u, newMust, newMay);
  s.changes.push(binaryCode(b));
  return CHANGED;
}

/** Makes the nodes non-summary: each stands for one individual. */
export function makeSingle(s: Structure, set: number): Effect {
  if ((s.summary & set) === 0) return UNCHANGED;
  s.touched |= s.summary & set;
  s.summary &= ~set;
  return CHANGED;
}

export const worse = (a: Effect, b: Effect): Effect => (a > b ? a : b);

/** Runs `step` on the nodes of a set, keeping the worst effect. */
export function forEach(set: number, step: (v: number) => Effect): Effect {
  let effect: Effect = UNCHANGED;
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    effect = worse(effect, step(lowest(rest)));
    if (effect === CONTRADICTION) return effect;
  }
  return effect;
}
