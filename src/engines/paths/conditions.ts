// Conditions: the states in which one holds, or does not. Pointers are compared on refined graphs, numbers by the domain.
// Edges of the control flow graph carry them; comparisons that are values split states through here too.

import type { BinaryExpr, BinaryOp, Expr } from '../../ir/instr.js';
import {
  assumeAtMost,
  assumeNonzero,
  assumeRange,
  difference,
  type Linear,
  type Numbers,
} from '../../numeric/numbers.js';
import { constant, type Range, singleOf } from '../../numeric/range.js';
import { isInteger } from '../../types/types.js';
import type { Position } from './access.js';
import { evaluate, isComparison, number, operands, type Value } from './evaluate.js';
import { exactOffset } from './memory.js';
import {
  ENDED,
  FAILED,
  FREED,
  isFunction,
  isNull,
  mapTargets,
  NULL,
  nameOf,
  PASSED,
  pointsToNode,
  type Target,
} from './paper/cell.js';
import { type Draft, mapEdges } from './paper/graph.js';
import { at } from './paper/refine.js';
import type { Here, State } from './state.js';
import { type Amount, amountsOf } from './stride.js';
import { otherThanZero } from './strings.js';

type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

const NEGATED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  le: 'gt',
  gt: 'le',
  ge: 'lt',
};

/** { s ∈ states | condition = 1 or 1/2 } for `holds`, { s | condition = 0 or 1/2 } otherwise. */
export function assume(here: Here, state: State, e: Expr, holds: boolean): State[] {
  if (e.kind === 'unary' && e.op === 'not') return assume(here, state, e.operand, !holds);
  if (e.kind === 'cast' && keepsZero(e.operand, e)) return assume(here, state, e.operand, holds);
  if (isComparison(e)) return assumeComparison(here, state, e, holds);
  return evaluate(here, state, e).flatMap(({ state: after, value }) =>
    compare(after, value, zeroLike(value), holds ? 'ne' : 'eq', e),
  );
}

const zeroLike = (value: Value): Value =>
  value.kind === 'pointer' ? { kind: 'pointer', position: at(NULL) } : number(constant(0));

/** A conversion after which zero is zero and nothing else is. */
function keepsZero(from: Expr, to: Expr): boolean {
  if (to.type.kind === 'int' && to.type.bits === 1) return true;
  return isInteger(from.type) && isInteger(to.type) && to.type.size >= from.type.size;
}

function assumeComparison(here: Here, state: State, e: BinaryExpr, holds: boolean): State[] {
  const op = holds ? (e.op as Comparison) : NEGATED[e.op as Comparison];
  return evaluate(here, state, e.left).flatMap((left) =>
    evaluate(here, left.state, e.right).flatMap((right) => {
      const [first, { state: after, value }] = operands(here, left, right);
      return compare(after, first, value, op, e.left);
    }),
  );
}

function compare(state: State, left: Value, right: Value, op: Comparison, operand: Expr): State[] {
  if (left.kind === 'pointer' || right.kind === 'pointer') return comparePointers(state, left, right, op);
  if (!isInteger(operand.type)) return [state];
  const numbers = constrain(withoutZero(state.numbers, left, right, op), left, right, op);
  return numbers ? [{ ...state, numbers }] : [];
}

/** A character that is not zero is not the end of the string. */
function withoutZero(n: Numbers, left: NumberValue, right: NumberValue, op: Comparison): Numbers {
  if (op !== 'ne' || singleOf(right.range) !== 0 || !left.origin) return n;
  return differ(n, ...otherThanZero(n, left.origin.name, left.origin.offset)) ?? n;
}

// ---- pointers --------------------------------------------------------------------------------------------------

function comparePointers(state: State, left: Value, right: Value, op: Comparison): State[] {
  const [a, b] = [asPosition(left), asPosition(right)];
  if (!a || !b) return [state];
  if (isSameBlock(a, b, state)) return compareInside(state, a, b, op);
  if (op !== 'eq' && op !== 'ne') return [state];
  const same = samePosition(a, b, state);
  if (same === (op === 'eq' ? 'no' : 'yes')) return [];
  const tested = op === 'eq' && [a, b].some((p) => p.target === FAILED || p.target === PASSED);
  return [tested ? acknowledgeNull(state) : state];
}

const isSameBlock = (a: Position, b: Position, { graph }: State): boolean =>
  pointsToNode(a.target) &&
  pointsToNode(b.target) &&
  nameOf(a.target) === nameOf(b.target) &&
  !!graph.get(nameOf(a.target))?.unique;

/** Addresses in one block are compared by how far into it they point. */
function compareInside(state: State, a: Position, b: Position, op: Comparison): State[] {
  const amounts = amountsOf(a, b);
  if (!amounts) return [state];
  const numbers = constrain(state.numbers, amounts[0], amounts[1], op);
  return numbers ? [{ ...state, numbers }] : [];
}

/** A number compared with an address: only zero is known to be one. */
function asPosition(value: Value): Position | null {
  if (value.kind === 'pointer') return value.position;
  return singleOf(value.range) === 0 ? at(NULL) : null;
}

function samePosition(a: Position, b: Position, { graph }: State): 'yes' | 'no' | 'perhaps' {
  if (a.displaced === 'yes' || b.displaced === 'yes') return 'perhaps';
  if (isNull(a.target) && isNull(b.target)) return 'yes';
  if (isDangling(a.target) && isNull(b.target)) return 'no';
  if (isDangling(b.target) && isNull(a.target)) return 'no';
  if (!isDefinite(a.target) || !isDefinite(b.target)) return 'perhaps';
  if (!pointsToNode(a.target) || !pointsToNode(b.target)) return a.target === b.target ? 'yes' : 'no';
  return nameOf(a.target) !== nameOf(b.target) && liesInside(a, graph) && liesInside(b, graph) ? 'no' : 'perhaps';
}

/** Behind the end of a block another one may begin. */
function liesInside(p: Position, graph: State['graph']): boolean {
  const offset = exactOffset(p);
  const size = graph.get(nameOf(p.target))?.size ?? null;
  return offset === 0 || (offset !== null && size !== null && offset > 0 && offset < size);
}

const isDangling = (t: Target): boolean => t === FREED || t === ENDED;

const isDefinite = (t: Target): boolean => isNull(t) || isFunction(t) || pointsToNode(t);

/** Somebody has looked: from here on the null of a failed allocation, or of a caller, is a null like any other. */
function acknowledgeNull(state: State): State {
  const draft: Draft = new Map(state.graph);
  mapEdges(draft, (targets) => mapTargets(targets, (t) => (isNull(t) ? NULL : t)));
  return { ...state, graph: draft };
}

// ---- numbers ---------------------------------------------------------------------------------------------------

type NumberValue = Extract<Value, { kind: 'number' }>;

function constrain(n: Numbers, a: Amount, b: Amount, op: BinaryOp): Numbers | null {
  switch (op) {
    case 'lt':
      return atMost(n, a, b, -1);
    case 'le':
      return atMost(n, a, b, 0);
    case 'gt':
      return atMost(n, b, a, -1);
    case 'ge':
      return atMost(n, b, a, 0);
    case 'eq': {
      const below = atMost(n, a, b, 0);
      return below && atMost(below, b, a, 0);
    }
    default:
      return differ(n, a, b);
  }
}

/** n ∧ a - b ≤ c */
function atMost(n: Numbers, a: Amount, b: Amount, c: number): Numbers | null {
  if (a.range.low - b.range.high > c) return null;
  const [x, y] = [unit(a.form), unit(b.form) ?? unit(b.most ?? null)];
  let result: Numbers | null = n;
  if (x) result = assumeAtMost(result, x.key, null, b.range.high + c - x.plus);
  if (result && y) result = assumeAtMost(result, null, y.key, c - a.range.low + y.plus);
  if (result && x && y && x.key !== y.key) result = assumeAtMost(result, x.key, y.key, c - x.plus + y.plus);
  return result;
}

const unit = (form: Linear | null): Linear | null => (form?.times === 1 ? form : null);

function differ(n: Numbers, a: Amount, b: Amount): Numbers | null {
  const [x, y] = [unit(a.form), unit(b.form)];
  if (x && y && x.key !== y.key) return moveApart(n, x, y);
  const [left, right] = [singleOf(a.range), singleOf(b.range)];
  if (left !== null && right !== null) return left === right ? null : n;
  const known = right === null ? left : right;
  const open = right === null ? b : a;
  const form = unit(open.form);
  if (known === null || !form) return n;
  const excluded = known - form.plus;
  return excluded === 0 ? assumeNonzero(n, form.key) : trimEnd(n, form.key, shift(open.range, -form.plus), excluded);
}

/** x ≠ y where one is at most the other: it is less. */
function moveApart(n: Numbers, x: Linear, y: Linear): Numbers | null {
  const [above, below] = [y.plus - x.plus, x.plus - y.plus];
  if (difference(n, x.key, y.key) <= above) return assumeAtMost(n, x.key, y.key, above - 1);
  if (difference(n, y.key, x.key) <= below) return assumeAtMost(n, y.key, x.key, below - 1);
  return n;
}

const shift = (r: Range, by: number): Range => ({ low: r.low + by, high: r.high + by });

function trimEnd(n: Numbers, key: number, r: Range, excluded: number): Numbers | null {
  if (r.low === excluded) return assumeRange(n, key, { low: excluded + 1, high: r.high });
  return r.high === excluded ? assumeRange(n, key, { low: r.low, high: excluded - 1 }) : n;
}
