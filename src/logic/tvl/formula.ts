// First-order formulas with transitive closure, as sets and relations of nodes, evaluated in Kleene's logic on bit
// planes. An engine states definitions and updates with them; hot, so each formula owns the buffer of its result.

import { bit, lowest, MAX_NODES } from './bits.js';
import { ROWS, type Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate } from './vocabulary.js';

/** The predicates that a formula or constraint depends on, coded by `unaryCode` and `binaryCode`. */
export type Reads = readonly number[];

export const unaryCode = (p: UnaryPredicate): number => p.id;
export const binaryCode = (b: BinaryPredicate): number => -1 - b.id;

/** φ(v): after `evaluate`, the nodes where it must and may hold. */
export interface SetFormula {
  readonly reads: Reads;
  must: number;
  may: number;
  evaluate(s: Structure): void;
}

/**
 * φ(u, v): after `evaluate`, the row of node v is rows[must + v] and rows[may + v]; rows of numbers that are not nodes
 * are undefined. A predicate's formula aliases the rows of the structure itself.
 */
export interface RelationFormula {
  readonly reads: Reads;
  rows: Int32Array;
  must: number;
  may: number;
  evaluate(s: Structure): void;
}

type Part = SetFormula | RelationFormula;

const readsOf = (parts: readonly Part[]): Reads => [...new Set(parts.flatMap((p) => p.reads))];

function set(parts: readonly Part[], evaluate: (s: Structure, out: SetFormula) => void): SetFormula {
  const formula: SetFormula = { reads: readsOf(parts), must: 0, may: 0, evaluate: (s) => evaluate(s, formula) };
  return formula;
}

/** `row` puts the rows of node v into `out`. */
function relation(
  parts: readonly Part[],
  row: (s: Structure, v: number, out: RelationFormula) => void,
  finish: (s: Structure, out: RelationFormula) => void = () => {},
): RelationFormula {
  const formula: RelationFormula = {
    reads: readsOf(parts),
    rows: new Int32Array(ROWS),
    must: 0,
    may: MAX_NODES,
    evaluate: (s) => {
      for (const p of parts) p.evaluate(s);
      for (let rest = s.nodes; rest !== 0; rest &= rest - 1) row(s, lowest(rest), formula);
      finish(s, formula);
    },
  };
  return formula;
}

const mustOf = (r: RelationFormula, v: number): number => r.rows[r.must + v]!;
const mayOf = (r: RelationFormula, v: number): number => r.rows[r.may + v]!;

function put(out: RelationFormula, v: number, must: number, may: number): void {
  out.rows[v] = must;
  out.rows[MAX_NODES + v] = may;
}

// ---- sets ------------------------------------------------------------------------------------------------------

/** p(v) */
export function holds(p: UnaryPredicate): SetFormula {
  const formula: SetFormula = {
    reads: [unaryCode(p)],
    must: 0,
    may: 0,
    evaluate: (s) => {
      formula.must = s.must(p);
      formula.may = s.may(p);
    },
  };
  return formula;
}

/** 0 */
export const nothing: () => SetFormula = () =>
  set([], (_, out) => {
    out.must = 0;
    out.may = 0;
  });

/** 1/2 */
export const perhaps: () => SetFormula = () =>
  set([], (s, out) => {
    out.must = 0;
    out.may = s.nodes;
  });

/** φ₁(v) ∧ φ₂(v) ∧ … */
export const both = (...parts: readonly SetFormula[]): SetFormula =>
  set(parts, (s, out) => {
    let must = s.nodes;
    let may = s.nodes;
    for (const p of parts) {
      p.evaluate(s);
      must &= p.must;
      may &= p.may;
    }
    out.must = must;
    out.may = may;
  });

/** φ₁(v) ∨ φ₂(v) ∨ … */
export const either = (...parts: readonly SetFormula[]): SetFormula =>
  set(parts, (s, out) => {
    let must = 0;
    let may = 0;
    for (const p of parts) {
      p.evaluate(s);
      must |= p.must;
      may |= p.may;
    }
    out.must = must;
    out.may = may;
  });

/** ¬φ(v) */
export const not = (part: SetFormula): SetFormula =>
  set([part], (s, out) => {
    part.evaluate(s);
    out.must = s.nodes & ~part.may;
    out.may = s.nodes & ~part.must;
  });

/** φ(v) ∧ ¬ψ(v) */
export const without = (part: SetFormula, taken: SetFormula): SetFormula => both(part, not(taken));

/** ∃u: φ(u), at every v alike */
export const some = (part: SetFormula): SetFormula =>
  set([part], (s, out) => {
    part.evaluate(s);
    out.must = part.must !== 0 ? s.nodes : 0;
    out.may = part.may !== 0 ? s.nodes : 0;
  });

/** ∃u: φ(u) ∧ ρ(u, v) */
export const image = (from: SetFormula, through: RelationFormula): SetFormula =>
  set([from, through], (s, out) => {
    from.evaluate(s);
    through.evaluate(s);
    out.must = unionOfRows(through.rows, through.must, from.must);
    out.may = unionOfRows(through.rows, through.may, from.may);
  });

/** ∃v: ρ(u, v) ∧ φ(v), as a set of u */
export const preimage = (through: RelationFormula, to: SetFormula): SetFormula =>
  set([through, to], (s, out) => {
    to.evaluate(s);
    through.evaluate(s);
    out.must = rowsThatMeet(through.rows, through.must, to.must, s.nodes);
    out.may = rowsThatMeet(through.rows, through.may, to.may, s.nodes);
  });

/** ∃v: ρ(u, v) */
export const domain = (r: RelationFormula): SetFormula =>
  set([r], (s, out) => {
    r.evaluate(s);
    out.must = rowsThatMeet(r.rows, r.must, -1, s.nodes);
    out.may = rowsThatMeet(r.rows, r.may, -1, s.nodes);
  });

/** ∃u: ρ(u, v) */
export const range = (r: RelationFormula): SetFormula =>
  set([r], (s, out) => {
    r.evaluate(s);
    out.must = unionOfRows(r.rows, r.must, s.nodes);
    out.may = unionOfRows(r.rows, r.may, s.nodes);
  });

/** ρ(v, v) */
export const diagonal = (r: RelationFormula): SetFormula =>
  set([r], (s, out) => {
    r.evaluate(s);
    out.must = 0;
    out.may = 0;
    for (let rest = s.nodes; rest !== 0; rest &= rest - 1) {
      const own = rest & -rest;
      const v = lowest(own);
      out.must |= mustOf(r, v) & own;
      out.may |= mayOf(r, v) & own;
    }
  });

/** ∃u₁ ≠ u₂: ρ(u₁, v) ∧ ρ(u₂, v) */
export const twice = (r: RelationFormula): SetFormula =>
  set([r], (s, out) => {
    r.evaluate(s);
    let [once, must, seen, may] = [0, 0, 0, 0];
    for (let rest = s.nodes; rest !== 0; rest &= rest - 1) {
      const u = lowest(rest);
      must |= once & mustOf(r, u);
      once |= mustOf(r, u);
      may |= (seen | ((s.summary >>> u) & 1 ? -1 : 0)) & mayOf(r, u);
      seen |= mayOf(r, u);
    }
    out.must = must;
    out.may = may;
  });

// ---- relations -------------------------------------------------------------------------------------------------

/** b(u, v) */
export function related(b: BinaryPredicate): RelationFormula {
  const start = ROWS * b.id;
  const formula: RelationFormula = {
    reads: [binaryCode(b)],
    rows: new Int32Array(0),
    must: start,
    may: start + MAX_NODES,
    evaluate: (s) => {
      formula.rows = s.binary;
    },
  };
  return formula;
}

/** u = v; on a summary node 1/2 */
export const same = (): RelationFormula => relation([], (s, v, out) => put(out, v, bit(v) & ~s.summary, bit(v)));

/** φ(u) ∧ ψ(v) */
export const product = (from: SetFormula, to: SetFormula): RelationFormula =>
  relation([from, to], (_, v, out) => {
    put(out, v, (from.must >>> v) & 1 ? to.must : 0, (from.may >>> v) & 1 ? to.may : 0);
  });

/** ρ₁(u, v) ∧ ρ₂(u, v) */
export const meet = (a: RelationFormula, b: RelationFormula): RelationFormula =>
  relation([a, b], (_, v, out) => put(out, v, mustOf(a, v) & mustOf(b, v), mayOf(a, v) & mayOf(b, v)));

/** ρ₁(u, v) ∨ ρ₂(u, v) ∨ … */
export const union = (...parts: readonly RelationFormula[]): RelationFormula =>
  relation(parts, (_, v, out) => {
    let must = 0;
    let may = 0;
    for (const p of parts) {
      must |= mustOf(p, v);
      may |= mayOf(p, v);
    }
    put(out, v, must, may);
  });

/** ¬ρ(u, v) */
export const complement = (r: RelationFormula): RelationFormula =>
  relation([r], (s, v, out) => put(out, v, s.nodes & ~mayOf(r, v), s.nodes & ~mustOf(r, v)));

/** ∃w: ρ₁(u, w) ∧ ρ₂(w, v) */
export const compose = (first: RelationFormula, second: RelationFormula): RelationFormula =>
  relation([first, second], (_, v, out) => {
    const must = unionOfRows(second.rows, second.must, mustOf(first, v));
    put(out, v, must, unionOfRows(second.rows, second.may, mayOf(first, v)));
  });

/** ρ(v, u) */
export const converse = (r: RelationFormula): RelationFormula =>
  relation([r], (s, v, out) => {
    put(out, v, rowsThatMeet(r.rows, r.must, bit(v), s.nodes), rowsThatMeet(r.rows, r.may, bit(v), s.nodes));
  });

/** φ(u) ∧ ρ(u, v) */
export const restrict = (from: SetFormula, r: RelationFormula): RelationFormula =>
  relation([from, r], (_, v, out) => {
    put(out, v, (from.must >>> v) & 1 ? mustOf(r, v) : 0, (from.may >>> v) & 1 ? mayOf(r, v) : 0);
  });

/** ρ*(u, v), the reflexive transitive closure */
export const star = (r: RelationFormula): RelationFormula =>
  relation(
    [r],
    (s, v, out) => put(out, v, mustOf(r, v) | (bit(v) & ~s.summary), mayOf(r, v) | bit(v)),
    (s, out) => {
      close(out.rows, out.must, s.nodes);
      close(out.rows, out.may, s.nodes);
    },
  );

/** Warshall's algorithm, a row at a time. */
function close(rows: Int32Array, start: number, nodes: number): void {
  for (let via = nodes; via !== 0; via &= via - 1) {
    const k = lowest(via);
    const beyond = rows[start + k]!;
    for (let rest = nodes; rest !== 0; rest &= rest - 1) {
      const u = start + lowest(rest);
      if ((rows[u]! >>> k) & 1) rows[u]! |= beyond;
    }
  }
}

function unionOfRows(rows: Int32Array, start: number, chosen: number): number {
  let result = 0;
  for (let rest = chosen; rest !== 0; rest &= rest - 1) result |= rows[start + lowest(rest)]!;
  return result;
}

function rowsThatMeet(rows: Int32Array, start: number, to: number, nodes: number): number {
  let result = 0;
  for (let rest = nodes; rest !== 0; rest &= rest - 1) {
    const own = rest & -rest;
    if ((rows[start + lowest(own)]! & to) !== 0) result |= own;
  }
  return result;
}
