// The value of a visible pointer in a structure, made definite: focus on the variable, then coerce.
// The first step of every check and every branch.

import { lowest } from '../../logic/tvl/bits.js';
import type { RuleBook } from '../../logic/tvl/coerce.js';
import { focusRow, focusSet, focusTargets } from '../../logic/tvl/focus.js';
import type { Structure } from '../../logic/tvl/structure.js';
import type { BinaryPredicate } from '../../logic/tvl/vocabulary.js';
import type { PointerField, PointerVariable, Predicates } from './paper/predicates.js';

export type Value = 'null' | 'cell' | 'uninitialized' | 'foreign';

/** A structure in which the pointer has one known value; `node` is the cell, or -1. */
export interface Resolved {
  readonly state: Structure;
  readonly value: Value;
  readonly node: number;
}

export function recordOf(p: Predicates, x: PointerVariable, s: Structure): number {
  return lowest(s.must(x.owner ? p.top : p.statics));
}

/** All possible values of x, each with the structure in which x has it; null: out of nodes. */
export function resolve(p: Predicates, rules: RuleBook, x: PointerVariable, s: Structure): Resolved[] | null {
  const at = s.must(x.at);
  if (at !== 0 && at === s.may(x.at) && (s.summary & at) === 0) return [{ state: s, value: 'cell', node: lowest(at) }];
  const record = 1 << recordOf(p, x, s);
  const open = (s.may(x.at) | ((s.may(x.uninitialized) ^ s.must(x.uninitialized)) & record)) !== 0;
  if (!open && ((s.may(x.foreign) ^ s.must(x.foreign)) & record) === 0) return [valueIn(x, s, record)];
  const focused = focusRow(s, x.points, recordOf(p, x, s));
  return settle(rules, focused, [x.uninitialized, x.foreign])?.map((state) => valueIn(x, state, record)) ?? null;
}

/**
 * All structures in which the field of the single cell `node` is definite. In directions of several fields,
 * reachability from there is definite too, so that the subtrees of its children are distinguished.
 */
export function resolveField(
  p: Predicates,
  rules: RuleBook,
  field: PointerField,
  node: number,
  s: Structure,
): Structure[] | null {
  return below(p, rules, field.points, node, fieldStates(rules, field, node, s));
}

/** Makes the paths from the target of b(node, ·) definite. */
export function below(
  p: Predicates,
  rules: RuleBook,
  b: BinaryPredicate,
  node: number,
  states: Structure[] | null,
): Structure[] | null {
  let result = states;
  for (const { path } of p.directions.filter((d) => d.fields.length > 1)) {
    const next: Structure[] = [];
    for (const s of result ?? []) {
      const target = s.mustRow(b, node);
      const focused = target === 0 ? [s] : focusTargets(s, path, lowest(target), (t) => rules.coerce(t));
      if (!focused) return null;
      next.push(...focused);
    }
    if (result) result = next;
  }
  return result;
}

function fieldStates(rules: RuleBook, field: PointerField, node: number, s: Structure): Structure[] | null {
  const own = 1 << node;
  const row = s.mustRow(field.points, node);
  const known = row === s.mayRow(field.points, node) && (s.summary & row) === 0;
  const odd =
    (s.may(field.uninitialized) ^ s.must(field.uninitialized)) | (s.may(field.foreign) ^ s.must(field.foreign));
  if (known && (odd & own) === 0) return [s];
  return settle(rules, focusRow(s, field.points, node), [field.uninitialized, field.foreign]);
}

/** Focuses on the special values too, and drops what coerce refutes. */
function settle(
  rules: RuleBook,
  focused: Structure[] | null,
  odd: readonly PointerVariable['foreign'][],
): Structure[] | null {
  let all = focused;
  for (const q of odd) {
    const next: Structure[] = [];
    for (const s of all ?? []) {
      const split = focusSet(s, q);
      if (!split) return null;
      next.push(...split);
    }
    if (all) all = next;
  }
  return all?.filter((s) => rules.coerce(s)) ?? null;
}

/** The content of a definite field of the single cell. */
export function valueOfField(field: PointerField, node: number, s: Structure): { value: Value; node: number } {
  const target = s.mustRow(field.points, node);
  if (target !== 0) return { value: 'cell', node: lowest(target) };
  const holds = (q: PointerField['foreign']) => (s.must(q) >>> node) & 1;
  return { value: holds(field.uninitialized) ? 'uninitialized' : holds(field.foreign) ? 'foreign' : 'null', node: -1 };
}

function valueIn(x: PointerVariable, s: Structure, record: number): Resolved {
  const at = s.must(x.at);
  if (at !== 0) return { state: s, value: 'cell', node: lowest(at) };
  if ((s.must(x.uninitialized) & record) !== 0) return { state: s, value: 'uninitialized', node: -1 };
  return { state: s, value: (s.must(x.foreign) & record) !== 0 ? 'foreign' : 'null', node: -1 };
}
