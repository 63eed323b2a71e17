// Update: the new values of predicates, all computed from the old ones before any is stored.
// The step of the abstract transformer that executes a statement; comes after focus and coerce, before coerce and blur.

import { lowest } from './bits.js';
import { binaryCode, type RelationFormula, type SetFormula, unaryCode } from './formula.js';
import type { Structure } from './structure.js';
import type { BinaryPredicate, UnaryPredicate } from './vocabulary.js';

/** p'(v) = φ(v), or b'(u, v) = φ(u, v); predicates that are not mentioned keep their values. */
export interface Update {
  readonly unary: readonly (readonly [UnaryPredicate, SetFormula])[];
  readonly binary: readonly (readonly [BinaryPredicate, RelationFormula])[];
}

export function update(s: Structure, { unary, binary }: Update): void {
  for (const [, formula] of unary) formula.evaluate(s);
  for (const [, formula] of binary) formula.evaluate(s);
  // Formulas may share parts, but each keeps its own result; predicates' own formulas show the structure itself.
  const sets = unary.map(([p, { must, may }]) => ({ p, must, may }));
  for (const { p, must, may } of sets) storeSet(s, p, must & s.nodes, may & s.nodes);
  for (const [b, formula] of binary) storeRows(s, b, formula);
}

function storeSet(s: Structure, p: UnaryPredicate, must: number, may: number): void {
  if (must === s.must(p) && may === s.may(p)) return;
  s.set(p, must, may);
  s.changes.push(unaryCode(p));
}

function storeRows(s: Structure, b: BinaryPredicate, { rows, must: mustAt, may: mayAt }: RelationFormula): void {
  let changed = false;
  for (let rest = s.nodes; rest !== 0; rest &= rest - 1) {
    const v = lowest(rest);
    const [must, may] = [rows[mustAt + v]! & s.nodes, rows[mayAt + v]! & s.nodes];
    if (must === s.mustRow(b, v) && may === s.mayRow(b, v)) continue;
    s.setRow(b, v, must, may);
    changed = true;
  }
  if (changed) s.changes.push(binaryCode(b));
}
