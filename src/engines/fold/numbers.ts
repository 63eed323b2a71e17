// The numeric part of a state: values of integer variables, and offsets of pointer variables into their targets.
// Pairs states with src/numeric: read by accesses and conditions, written by assignments, joined and widened with states.

import type { Expr } from '../../ir/instr.js';
import { type NumberValue, numberAt, plus } from '../../numeric/arithmetic.js';
import { assumeNumbers as assumeIn, type KeyOf, numberOf as numberIn } from '../../numeric/expressions.js';
import { assign, type Numbers } from '../../numeric/numbers.js';
import { hull, informative, type Range, singleOf } from '../../numeric/range.js';
import { isInteger } from '../../types/questions.js';
import { type Frame, nodeOfVariable } from './analysis.js';
import { evaluate } from './evaluate.js';
import type { NodeId } from './kernel.js';
import { bottom, type State, withNumbers } from './paper/state.js';
import { ANYWHERE } from './value.js';

/** The key of a variable is its node. */
const keysOf =
  (f: Frame): KeyOf =>
  (place) =>
    place.kind === 'var' ? nodeOfVariable(f, place.variable) : null;

/** The value of an integer expression. */
export const numberOf = (f: Frame, s: State, e: Expr): NumberValue => numberIn(s.numbers, e, keysOf(f));

/** The value if it is constant. */
export const constantIn = (f: Frame, s: State, e: Expr | undefined): number | null =>
  e && isInteger(e.type) ? singleOf(numberOf(f, s, e).range) : null;

const targetSize = (e: Expr): number => (e.type.kind === 'pointer' ? e.type.target.size : 0);

/** The index of a pointer into its target, in objects of its type, wherever it has a target; null if unknown. */
export function indexOf(f: Frame, s: State, e: Expr): NumberValue | null {
  const size = targetSize(e);
  if (size <= 0) return null;
  if (e.kind === 'cast' && targetSize(e.operand) === size) return indexOf(f, s, e.operand);
  if (e.kind === 'binary' && e.op === 'ptr-add' && targetSize(e.left) === size) {
    const base = indexOf(f, s, e.left);
    return base && plus(base, numberOf(f, s, e.right));
  }
  const known = indexByTargets(f, s, e, size);
  if (known || e.kind !== 'load' || e.place.kind !== 'var') return known && { range: known, form: null };
  return numberAt(s.numbers, nodeOfVariable(f, e.place.variable), e.type);
}

/** Computed from the edges, if all of them have known offsets. */
function indexByTargets(f: Frame, s: State, e: Expr, size: number): Range | null {
  const value = evaluate(f, s, e);
  if (value === 'unknown') return null;
  const targets = value.targets.filter((t) => !f.run.k.isSpecial(t.target));
  if (targets.length === 0 || targets.some((t) => t.offset === ANYWHERE || t.offset % size !== 0)) return null;
  return targets.map((t) => ({ low: t.offset / size, high: t.offset / size })).reduce(hull);
}

/** The number that an assignment of the expression gives to the variable, evaluated before the assignment. */
export const assignedNumber = (f: Frame, s: State, e: Expr): NumberValue | null =>
  isInteger(e.type) ? numberOf(f, s, e) : e.type.kind === 'pointer' ? indexOf(f, s, e) : null;

/** The state after an assignment to the variable, given the numbers before it. */
export function recordNumber(after: State, before: Numbers, x: NodeId, e: Expr, worth: NumberValue | null): State {
  if (!worth) return after;
  const known = isInteger(e.type) ? informative(worth.range, e.type) : worth.range;
  return withNumbers(after, assign(before, x, known, worth.form));
}

/** The state in which the condition on integers holds, or does not. */
export function assumeNumbers(f: Frame, s: State, e: Expr, holds: boolean): State {
  const numbers = assumeIn(s.numbers, e, holds, keysOf(f));
  return numbers ? withNumbers(s, numbers) : bottom;
}
