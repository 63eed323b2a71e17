// Makers of constraints about inverse pointers: edges with a back edge, and paths with a path back.
// Beside constraints.ts; coerce.ts applies them.

import { bit, lowest } from './bits.js';
import { CONTRADICTION, type Constraint, constraint, forEach, sharpenRow, UNCHANGED, worse } from './coerce.js';
import { binaryCode, unaryCode } from './formula.js';
import type { Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate } from './vocabulary.js';

/** f(v, w) ∧ ¬broken(v) ⇒ b₁(w, v) ∨ b₂(w, v) ∨ …, for each forward f and its possible inverses b */
export const answered = (
  asking: BinaryPredicate,
  answering: readonly BinaryPredicate[],
  broken: UnaryPredicate,
): Constraint =>
  constraint([unaryCode(broken), binaryCode(asking), ...answering.map(binaryCode)], (s) =>
    forEach(s.nodes & ~s.may(broken), (v) => {
      let silent = 0;
      for (let rest = s.mayRow(asking, v); rest !== 0; rest &= rest - 1) {
        const w = lowest(rest);
        if (!answering.some((b) => (s.mayRow(b, w) >>> v) & 1)) silent |= bit(w);
      }
      const first = silent === 0 ? UNCHANGED : sharpenRow(s, asking, v, 0, ~silent);
      if (first === CONTRADICTION) return first;
      const answers = forEach(s.mustRow(asking, v), (w) => {
        const possible = answering.filter((b) => (s.mayRow(b, w) >>> v) & 1);
        return possible.length === 1 ? sharpenRow(s, possible[0]!, w, bit(v), -1) : UNCHANGED;
      });
      return worse(first, answers);
    }),
  );

/** The paths of a direction: along edges that have an inverse, and others. */
export interface Way {
  readonly path: BinaryPredicate;
  readonly others: readonly BinaryPredicate[];
  readonly broken: UnaryPredicate;
}

/**
 * t(u, v) ⇒ t'(v, u), if all edges on the path from u to v have an unbroken inverse; t' is the closure of the inverses
 */
export const reversed = ({ path, others, broken }: Way, back: BinaryPredicate): Constraint =>
  constraint([unaryCode(broken), binaryCode(path), binaryCode(back), ...others.map(binaryCode)], (s) =>
    forEach(s.nodes, (v) => {
      const above = columnOf(s, path, v);
      return forEach(above & ~bit(v), (u) => {
        const must = (s.mustRow(path, u) >>> v) & 1;
        const answer = (s.mayRow(back, v) >>> u) & 1;
        if (must ? (s.mustRow(back, v) >>> u) & 1 : answer) return UNCHANGED;
        if (!isSound(s, above & s.mayRow(path, u), v, { path, others, broken })) return UNCHANGED;
        if (!answer) return sharpenRow(s, path, u, 0, ~bit(v));
        return sharpenRow(s, back, v, bit(u), -1);
      });
    }),
  );

/** Is no node between u and v broken, and does none have an edge without inverse to another? v counts if it is a summary. */
function isSound(s: Structure, between: number, v: number, { others, broken }: Way): boolean {
  const passed = (s.summary >>> v) & 1 ? between : between & ~bit(v);
  if ((passed & s.may(broken)) !== 0) return false;
  for (let rest = passed; rest !== 0; rest &= rest - 1) {
    const z = lowest(rest);
    for (const b of others) if ((s.mayRow(b, z) & (between | bit(v))) !== 0) return false;
  }
  return true;
}

function columnOf(s: Structure, b: BinaryPredicate, v: number): number {
  let result = 0;
  for (let rest = s.nodes; rest !== 0; rest &= rest - 1) {
    const u = lowest(rest);
    if ((s.mayRow(b, u) >>> v) & 1) result |= bit(u);
  }
  return result;
}
