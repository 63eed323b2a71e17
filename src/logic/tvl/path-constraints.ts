// Makers of constraints about paths: a transitive relation with the edges it is the closure of, and the ends of access
// paths. Beside constraints.ts; coerce.ts applies them.

import { bit, isSingle, lowest } from './bits.js';
import {
  CONTRADICTION,
  type Constraint,
  constraint,
  type Effect,
  forEach,
  sharpenRow,
  sharpenSet,
  UNCHANGED,
  worse,
} from './coerce.js';
import { binaryCode, unaryCode } from './formula.js';
import type { Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate } from './vocabulary.js';

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

/** If all edges of u go to v: w ≠ u ⇒ (t(u, w) ⇔ t(v, w)). */
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

/** The non-summary node from which the path takes its last edge, or -1 if it is not determined. */
function walk(s: Structure, path: Path, u: number): number {
  let at = u;
  for (const b of path.via) {
    const row = s.mustRow(b, at);
    if (!isSingle(row) || ((s.summary & row) | (s.summary & bit(at))) !== 0) return -1;
    at = lowest(row);
  }
  return at;
}
