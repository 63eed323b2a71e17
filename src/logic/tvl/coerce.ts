// Coerce: sharpens a structure by integrity constraints, and discards it if it contradicts one.
// The step after focus and after update; constraints are values that an engine puts together from these makers.

import { bit, isSingle, lowest, MAX_NODES } from './bits.js';
import { binaryCode, type Reads, type RelationFormula, type SetFormula, unaryCode } from './formula.js';
import { ROWS, type Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate, Vocabulary } from './vocabulary.js';

export const UNCHANGED = 0;
export const CHANGED = 1;
export const CONTRADICTION = 2;
export type Effect = 0 | 1 | 2;

/** Sharpens in place. Every two-valued structure that it removes from what `s` stands for is not a memory state. */
export interface Constraint {
  /** Only a change of one of these predicates, or of the nodes, can give it new work. */
  readonly reads: Reads;
  readonly apply: (s: Structure) => Effect;
  /** Structures in which it certainly has no work. */
  readonly isIdle?: (s: Structure) => boolean;
}

function constraint(reads: Reads, apply: (s: Structure) => Effect): Constraint {
  return { reads, apply };
}

/** The constraints, which have work only where one of the sets is not empty. */
export const concerning = (about: readonly UnaryPredicate[], constraints: readonly Constraint[]): Constraint[] =>
  idleIf((s) => areEmpty(s, about), constraints);

export const idleIf = (isIdle: (s: Structure) => boolean, constraints: readonly Constraint[]): Constraint[] =>
  constraints.map((c) => ({ ...c, isIdle }));

export function areEmpty(s: Structure, sets: readonly UnaryPredicate[]): boolean {
  for (const p of sets) if (s.may(p) !== 0) return false;
  return true;
}

/** Constraints with the order of work: which to look at again when a predicate or a node has changed. */
export class RuleBook {
  private readonly ofUnary: readonly number[][];
  private readonly ofBinary: readonly number[][];
  private readonly waiting: Uint8Array;
  /** How many wait. */
  private left = 0;

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

  /** Applies the constraints that have work until nothing changes; false: no memory state is described. */
  coerce(s: Structure): boolean {
    const { constraints, waiting } = this;
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

  /** Puts everybody to work whom the changes of the structure concern. */
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

/** The nodes turn out to stand for one individual each. */
function makeSingle(s: Structure, set: number): Effect {
  if ((s.summary & set) === 0) return UNCHANGED;
  s.touched |= s.summary & set;
  s.summary &= ~set;
  return CHANGED;
}

const worse = (a: Effect, b: Effect): Effect => (a > b ? a : b);

/** Runs `step` on the nodes of a set, keeping the worst effect. */
function forEach(set: number, step: (v: number) => Effect): Effect {
  let effect: Effect = UNCHANGED;
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    effect = worse(effect, step(lowest(rest)));
    if (effect === CONTRADICTION) return effect;
  }
  return effect;
}

/** ∀v: p(v) ⇔ φ(v) */
export const definedBy = (p: UnaryPredicate, φ: SetFormula): Constraint =>
  constraint([unaryCode(p), ...φ.reads], (s) => {
    φ.evaluate(s);
    return sharpenSet(s, p, φ.must, φ.may);
  });

/** ∀v: p(v) ⇔ φ(v), where p is open; for a p whose definite values other constraints look after */
export const decidedBy = (p: UnaryPredicate, φ: SetFormula): Constraint =>
  constraint([unaryCode(p), ...φ.reads], (s) => {
    if (s.must(p) === s.may(p)) return UNCHANGED;
    φ.evaluate(s);
    return sharpenSet(s, p, φ.must, φ.may);
  });

/** ∀u, v: b(u, v) ⇔ ρ(u, v) */
export const relationDefinedBy = (b: BinaryPredicate, ρ: RelationFormula): Constraint =>
  constraint([binaryCode(b), ...ρ.reads], (s) => {
    ρ.evaluate(s);
    return forEach(s.nodes, (u) => sharpenRow(s, b, u, ρ.rows[ρ.must + u]!, ρ.rows[ρ.may + u]!));
  });

/** b(u, v) ∧ b(u, w) ⇒ v = w; so a definite edge into a summary node makes that node single. */
export const functional = (b: BinaryPredicate): Constraint =>
  constraint([binaryCode(b)], (s) =>
    forEach(s.nodes, (u) => {
      const must = s.mustRow(b, u);
      if (must === 0) return UNCHANGED;
      if (!isSingle(must)) return CONTRADICTION;
      return worse(makeSingle(s, must), sharpenRow(s, b, u, must, must));
    }),
  );

/** φ(u) ∧ φ(w) ∧ b(u, v) ∧ b(w, v) ∧ ¬shared(v) ⇒ u = w */
export const unshared = (b: BinaryPredicate, shared: UnaryPredicate, sources: SetFormula): Constraint =>
  constraint([binaryCode(b), unaryCode(shared), ...sources.reads], (s) => {
    sources.evaluate(s);
    const from = sources.must;
    return forEach(s.nodes & ~s.may(shared), (v) => {
      const known = columnOf(s, b, v, from).must;
      if (known === 0) return UNCHANGED;
      if (!isSingle(known)) return CONTRADICTION;
      const single = makeSingle(s, known);
      const others = forEach(from & ~known, (u) => sharpenRow(s, b, u, 0, ~bit(v)));
      return worse(single, others);
    });
  });

/** a(u, v) ∧ b(w, v) ⇒ shared(v), for edges of two relations */
export const unsharedBetween = (a: BinaryPredicate, b: BinaryPredicate, shared: UnaryPredicate): Constraint =>
  constraint([binaryCode(a), binaryCode(b), unaryCode(shared)], (s) => {
    let [byA, byB] = [0, 0];
    for (let rest = s.nodes; rest !== 0; rest &= rest - 1) {
      byA |= s.mustRow(a, lowest(rest));
      byB |= s.mustRow(b, lowest(rest));
    }
    const alone = s.nodes & ~s.may(shared);
    if ((byA & byB & alone) !== 0) return CONTRADICTION;
    return forEach(s.nodes, (u) => {
      const first = sharpenRow(s, b, u, 0, ~(byA & alone));
      return first === CONTRADICTION ? first : worse(first, sharpenRow(s, a, u, 0, ~(byB & alone)));
    });
  });

/** p(u) ⇒ ∃v: b(u, v), and ¬p(u) ⇒ ¬∃v: b(u, v) */
export const total = (p: UnaryPredicate, b: BinaryPredicate): Constraint =>
  constraint([unaryCode(p), binaryCode(b)], (s) => {
    const empty = forEach(s.nodes & ~s.may(p), (u) => sharpenRow(s, b, u, 0, 0));
    if (empty === CONTRADICTION) return empty;
    const filled = forEach(s.must(p), (u) => {
      const may = s.mayRow(b, u);
      if (may === 0) return CONTRADICTION;
      return isSingle(may) && (s.summary & may) === 0 ? sharpenRow(s, b, u, may, may) : UNCHANGED;
    });
    return worse(empty, filled);
  });

/** φ(u) ⇒ ∃v: b(u, v) */
export const serial = (φ: SetFormula, b: BinaryPredicate): Constraint =>
  constraint([...φ.reads, binaryCode(b)], (s) => {
    φ.evaluate(s);
    return forEach(φ.must, (u) => {
      const may = s.mayRow(b, u);
      if (may === 0) return CONTRADICTION;
      return isSingle(may) && (s.summary & may) === 0 ? sharpenRow(s, b, u, may, may) : UNCHANGED;
    });
  });

/** p(v) ⇒ ∃u: φ(u) ∧ b(u, v), and ¬p(v) ⇒ ¬∃u: φ(u) ∧ b(u, v) */
export const onto = (p: UnaryPredicate, b: BinaryPredicate, sources: SetFormula): Constraint =>
  constraint([unaryCode(p), binaryCode(b), ...sources.reads], (s) => {
    sources.evaluate(s);
    const from = sources.must;
    const never = ~s.may(p);
    const empty = forEach(from, (u) => sharpenRow(s, b, u, 0, ~never));
    if (empty === CONTRADICTION) return empty;
    const filled = forEach(s.must(p), (v) => {
      const { may } = columnOf(s, b, v, sources.may);
      if (may === 0) return CONTRADICTION;
      if (!isSingle(may) || (s.summary & may) !== 0) return UNCHANGED;
      return sharpenRow(s, b, lowest(may), bit(v), -1);
    });
    return worse(empty, filled);
  });

/** p(u) ∧ b(u, v) ⇒ p(v) */
export const closed = (p: UnaryPredicate, b: BinaryPredicate): Constraint =>
  constraint([unaryCode(p), binaryCode(b)], (s) => {
    let effect: Effect = UNCHANGED;
    const never = s.nodes & ~s.may(p);
    for (let rest = s.nodes; rest !== 0; rest &= rest - 1) {
      const u = lowest(rest);
      if ((s.must(p) >>> u) & 1) {
        effect = worse(effect, sharpenSet(s, p, s.mustRow(b, u), -1));
        effect = worse(effect, sharpenRow(s, b, u, 0, ~never));
      } else if ((s.mustRow(b, u) & never) !== 0) effect = worse(effect, sharpenSet(s, p, 0, ~bit(u)));
      if (effect === CONTRADICTION) return effect;
    }
    return effect;
  });

/** x(w) ⇒ (r(v) ⇔ t(w, v)), for an x that holds on at most one individual */
export const rowOf = (r: UnaryPredicate, x: UnaryPredicate, t: BinaryPredicate): Constraint =>
  constraint([unaryCode(r), unaryCode(x), binaryCode(t)], (s) => {
    const at = s.must(x);
    if (!isSingle(at) || (s.summary & at) !== 0) return UNCHANGED;
    const w = lowest(at);
    const first = sharpenSet(s, r, s.mustRow(t, w), s.mayRow(t, w));
    if (first === CONTRADICTION) return first;
    return worse(first, sharpenRow(s, t, w, s.must(r), s.may(r)));
  });

/** b(u, v) ⇒ t(u, v) */
export const within = (b: BinaryPredicate, t: BinaryPredicate): Constraint =>
  constraint([binaryCode(b), binaryCode(t)], (s) =>
    forEach(s.nodes, (u) => {
      const first = sharpenRow(s, b, u, 0, s.mayRow(t, u));
      if (first === CONTRADICTION) return first;
      return worse(first, sharpenRow(s, t, u, s.mustRow(b, u), -1));
    }),
  );

/** t(v, w) ∧ v ≠ w ∧ ¬cyclic(v) ⇒ ¬t(w, v) */
export const antisymmetric = (t: BinaryPredicate, cyclic: UnaryPredicate): Constraint =>
  constraint([binaryCode(t), unaryCode(cyclic)], (s) =>
    forEach(s.nodes & ~s.may(cyclic), (v) =>
      forEach(s.mustRow(t, v) & ~bit(v), (w) => sharpenRow(s, t, w, 0, ~bit(v))),
    ),
  );

/** b(v, w) ∧ t(w, v) ⇒ cyclic(v) */
export const acyclic = (b: BinaryPredicate, t: BinaryPredicate, cyclic: UnaryPredicate): Constraint =>
  constraint([binaryCode(b), binaryCode(t), unaryCode(cyclic)], (s) =>
    forEach(s.nodes & ~s.may(cyclic), (v) => {
      let back = 0;
      for (let rest = s.mayRow(b, v); rest !== 0; rest &= rest - 1) {
        const w = lowest(rest);
        if ((s.mustRow(t, w) >>> v) & 1) back |= bit(w);
      }
      return back === 0 ? UNCHANGED : sharpenRow(s, b, v, 0, ~back);
    }),
  );

/** t(u, v) ∧ b(v, w) ⇒ t(u, w), for a transitive t that contains b */
export const carried = (b: BinaryPredicate, t: BinaryPredicate): Constraint =>
  constraint([binaryCode(b), binaryCode(t)], (s) =>
    forEach(s.nodes & ~s.summary, (u) => {
      const may = s.mayRow(t, u);
      return forEach(s.mustRow(t, u), (v) => sharpenRow(s, b, v, 0, may));
    }),
  );

/** t(u, v) ∧ u ≠ v ∧ ¬shared(v) ∧ b(w, v) ⇒ t(u, w): the one edge into v continues the path from u */
export const inherited = (b: BinaryPredicate, t: BinaryPredicate, shared: UnaryPredicate): Constraint =>
  constraint([binaryCode(b), binaryCode(t), unaryCode(shared)], (s) =>
    forEach(s.nodes & ~s.summary, (u) => {
      const below = s.mustRow(t, u) & ~bit(u) & ~s.may(shared);
      if (below === 0) return UNCHANGED;
      return forEach(s.nodes & ~s.mayRow(t, u), (w) => sharpenRow(s, b, w, 0, ~below));
    }),
  );

/** p(v) ⇒ q(v) */
export const implies = (p: UnaryPredicate, q: UnaryPredicate): Constraint =>
  constraint([unaryCode(p), unaryCode(q)], (s) => {
    const first = sharpenSet(s, q, s.must(p), -1);
    return first === CONTRADICTION ? first : worse(first, sharpenSet(s, p, 0, s.may(q)));
  });

/** If v is all that u has an edge to: w ≠ u ⇒ (t(u, w) ⇔ t(v, w)). */
export const followed = (t: BinaryPredicate, edges: readonly BinaryPredicate[]): Constraint =>
  constraint([binaryCode(t), ...edges.map(binaryCode)], (s) =>
    forEach(s.nodes & ~s.summary, (u) => {
      let [must, may] = [0, 0];
      for (const e of edges) {
        must |= s.mustRow(e, u);
        may |= s.mayRow(e, u);
      }
      if (must === 0 || must !== may || !isSingle(must) || (s.summary & must) !== 0) return UNCHANGED;
      const v = lowest(must);
      const first = sharpenRow(s, t, v, s.mustRow(t, u) & ~bit(u), s.mayRow(t, u) | bit(u));
      if (first === CONTRADICTION) return first;
      return worse(first, sharpenRow(s, t, u, s.mustRow(t, v), s.mayRow(t, v) | bit(u)));
    }),
  );

/** b is the successor on one chain that begins at p: b(u, v) ∧ b(w, v) ⇒ u = w, ¬b(v, v), and p(v) ⇒ ¬b(u, v). */
export const chain = (b: BinaryPredicate, p: UnaryPredicate): Constraint =>
  constraint([binaryCode(b), unaryCode(p)], (s) => {
    const first = s.must(p);
    const single = s.nodes & ~s.summary;
    const free = forEach(s.nodes, (u) => sharpenRow(s, b, u, 0, ~(first | (single & bit(u)))));
    if (free === CONTRADICTION) return free;
    const taken = forEach(s.nodes, (u) => {
      const must = s.mustRow(b, u);
      return must === 0 ? UNCHANGED : forEach(s.nodes & ~bit(u), (w) => sharpenRow(s, b, w, 0, ~must));
    });
    return worse(free, taken);
  });

/** Every node of φ is reached from the nodes of p along b. */
export const connected = (p: UnaryPredicate, b: BinaryPredicate, among: SetFormula): Constraint =>
  constraint([unaryCode(p), binaryCode(b), ...among.reads], (s) => {
    among.evaluate(s);
    let reached = s.may(p);
    for (let fresh = reached; fresh !== 0; ) {
      let next = 0;
      for (let rest = fresh; rest !== 0; rest &= rest - 1) next |= s.mayRow(b, lowest(rest));
      fresh = next & ~reached;
      reached |= next;
    }
    return (among.must & ~reached) !== 0 ? CONTRADICTION : UNCHANGED;
  });

/** Where an access path ends: from u along the edges `via`, then the row of `last`. */
export interface Path {
  readonly via: readonly BinaryPredicate[];
  readonly last: BinaryPredicate;
}

/** p(u) ⇔ ∃v: path(u, v), for a path that is a partial function */
export const ends = (p: UnaryPredicate, path: Path): Constraint =>
  constraint([unaryCode(p), ...[...path.via, path.last].map(binaryCode)], (s) =>
    forEach(s.nodes & (s.must(p) | ~s.may(p)), (u) => {
      const at = walk(s, path, u);
      if (at < 0) return UNCHANGED;
      if (((s.may(p) >>> u) & 1) === 0) return sharpenRow(s, path.last, at, 0, 0);
      const may = s.mayRow(path.last, at);
      if (may === 0) return CONTRADICTION;
      return isSingle(may) && (s.summary & may) === 0 ? sharpenRow(s, path.last, at, may, may) : UNCHANGED;
    }),
  );

/** b(u, v) ⇒ (p(u) ⇔ q(v)), and p(u) ⇒ ∃v: b(u, v), for a partial function b */
export const agrees = (p: UnaryPredicate, b: BinaryPredicate, q: UnaryPredicate): Constraint =>
  constraint([unaryCode(p), binaryCode(b), unaryCode(q)], (s) =>
    forEach(s.nodes, (u) => {
      const row = s.mustRow(b, u);
      const may = s.mayRow(b, u);
      let effect: Effect = UNCHANGED;
      if ((s.must(p) >>> u) & 1) {
        effect = worse(sharpenRow(s, b, u, 0, s.may(q)), sharpenSet(s, q, row, -1));
      } else if (((s.may(p) >>> u) & 1) === 0) {
        effect = worse(sharpenRow(s, b, u, 0, ~s.must(q)), sharpenSet(s, q, 0, ~row));
      }
      if (effect === CONTRADICTION) return effect;
      const [always, never] = [row !== 0 && (row & ~s.must(q)) === 0, (may & s.may(q)) === 0];
      return worse(effect, sharpenSet(s, p, always ? bit(u) : 0, never ? ~bit(u) : -1));
    }),
  );

/** p(u) ∧ path(u, v) ⇒ q(v) */
export const endsIn = (p: UnaryPredicate, path: Path, q: UnaryPredicate): Constraint =>
  constraint([unaryCode(p), unaryCode(q), ...[...path.via, path.last].map(binaryCode)], (s) =>
    forEach(s.must(p), (u) => {
      const at = walk(s, path, u);
      return at < 0 ? UNCHANGED : sharpenSet(s, q, s.mustRow(path.last, at), -1);
    }),
  );

/** x(u, v) ∧ t(v, w) ∧ v ≠ w ⇒ p(u), where t is the closure of the one relation behind p:  p(u) ⇔ ∃v, w: x(u, v) ∧ f(v, w) */
export const leadsOn = (p: UnaryPredicate, x: BinaryPredicate, t: BinaryPredicate): Constraint =>
  constraint([unaryCode(p), binaryCode(x), binaryCode(t)], (s) => {
    let must = 0;
    for (let rest = s.nodes & ~s.must(p); rest !== 0; rest &= rest - 1) {
      const u = lowest(rest);
      const row = s.mustRow(x, u);
      if (row !== 0 && (s.mustRow(t, lowest(row)) & ~row) !== 0) must |= bit(u);
    }
    return must === 0 ? UNCHANGED : sharpenSet(s, p, must, -1);
  });

/** p(u) ⇔ ∃v: left(u, v) ∧ right(u, v), for paths that are partial functions */
export const sameEnd = (p: UnaryPredicate, left: Path, right: Path): Constraint =>
  constraint([unaryCode(p), ...[left, right].flatMap(({ via, last }) => [...via, last].map(binaryCode))], (s) => {
    const yes = forEach(s.must(p), (u) => {
      const [a, b] = [walk(s, left, u), walk(s, right, u)];
      if (a < 0 || b < 0) return UNCHANGED;
      const must = s.mustRow(left.last, a) | s.mustRow(right.last, b);
      const may = s.mayRow(left.last, a) & s.mayRow(right.last, b);
      if (may === 0) return CONTRADICTION;
      const first = sharpenRow(s, left.last, a, must, may);
      return first === CONTRADICTION ? first : worse(first, sharpenRow(s, right.last, b, must, may));
    });
    if (yes === CONTRADICTION) return yes;
    const no = forEach(s.nodes & ~s.may(p), (u) => {
      const [a, b] = [walk(s, left, u), walk(s, right, u)];
      if (a < 0 || b < 0) return UNCHANGED;
      const first = sharpenRow(s, left.last, a, 0, ~(s.mustRow(right.last, b) & ~s.summary));
      if (first === CONTRADICTION) return first;
      return worse(first, sharpenRow(s, right.last, b, 0, ~(s.mustRow(left.last, a) & ~s.summary)));
    });
    return worse(yes, no);
  });

/** The single node at which the path leaves u for its last edge, or -1 if it is not known to be one. */
function walk(s: Structure, path: Path, u: number): number {
  let at = u;
  for (const b of path.via) {
    const row = s.mustRow(b, at);
    if (!isSingle(row) || ((s.summary & row) | (s.summary & bit(at))) !== 0) return -1;
    at = lowest(row);
  }
  return at;
}

function columnOf(s: Structure, b: BinaryPredicate, v: number, from: number): { must: number; may: number } {
  let [must, may] = [0, 0];
  for (let rest = from; rest !== 0; rest &= rest - 1) {
    const u = lowest(rest);
    if ((s.mustRow(b, u) >>> v) & 1) must |= bit(u);
    if ((s.mayRow(b, u) >>> v) & 1) may |= bit(u);
  }
  return { must, may };
}
