// Makers of constraints about sets and functions: definitions, partial functions, sharing, chains.
// An engine puts its integrity constraints together from these and from path-constraints.ts; coerce.ts applies them.

import { bit, isSingle, lowest } from './bits.js';
import {
  CONTRADICTION,
  type Constraint,
  constraint,
  type Effect,
  forEach,
  makeSingle,
  sharpenRow,
  sharpenSet,
  UNCHANGED,
  worse,
} from './coerce.js';
import { binaryCode, type RelationFormula, type SetFormula, unaryCode } from './formula.js';
import type { Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate } from './vocabulary.js';

/** ∀v: p(v) ⇔ φ(v) */
export const definedBy = (p: UnaryPredicate, φ: SetFormula): Constraint =>
  constraint([unaryCode(p), ...φ.reads], (s) => {
    φ.evaluate(s);
    return sharpenSet(s, p, φ.must, φ.may);
  });

/** ∀v: p(v) ⇔ φ(v), applied only if p is 1/2 somewhere; for a p whose definite values other constraints handle */
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

/** p(v) ⇒ q(v) */
export const implies = (p: UnaryPredicate, q: UnaryPredicate): Constraint =>
  constraint([unaryCode(p), unaryCode(q)], (s) => {
    const first = sharpenSet(s, q, s.must(p), -1);
    return first === CONTRADICTION ? first : worse(first, sharpenSet(s, p, 0, s.may(q)));
  });

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

function columnOf(s: Structure, b: BinaryPredicate, v: number, from: number): { must: number; may: number } {
  let [must, may] = [0, 0];
  for (let rest = from; rest !== 0; rest &= rest - 1) {
    const u = lowest(rest);
    if ((s.mustRow(b, u) >>> v) & 1) must |= bit(u);
    if ((s.mayRow(b, u) >>> v) & 1) may |= bit(u);
  }
  return { must, may };
}
