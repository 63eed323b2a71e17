// Conditions: the states in which one holds, or does not. Compares pointers on refined graphs, numbers in the domain.
// Edges of the control flow graph carry them; comparisons used as values split states here too.

import type { BinaryExpr, Expr } from '../../ir/instr.js';
import { mayShareMemory } from '../../ir/read-only.js';
import { compare } from '../../numeric/arithmetic.js';
import type { Numbers } from '../../numeric/numbers.js';
import { constant, singleOf } from '../../numeric/range.js';
import { type Comparison, NEGATED } from '../../types/operators.js';
import { isInteger } from '../../types/questions.js';
import type { Position } from './access.js';
import { type Here, slotOf } from './analysis.js';
import { evaluate, isScalarComparison, type NumberInState, number, operands, type Value } from './evaluate.js';
import { exactOffset } from './memory.js';
import {
  ENDED,
  FAILED,
  FREED,
  isFunction,
  isNull,
  isOutside,
  mapTargets,
  mayBeNullOutside,
  NULL,
  nameOf,
  PASSED,
  pointsToNode,
  type Target,
  testedOutside,
} from './paper/cell.js';
import { type Draft, mapEdges, setTargets } from './paper/graph.js';
import { at } from './paper/refine.js';
import type { State } from './state.js';
import { amountsOf } from './stride.js';
import { otherThanZero } from './strings.js';

/** { s ∈ states | condition = 1 or 1/2 } for `holds`, { s | condition = 0 or 1/2 } otherwise. */
export function assume(here: Here, state: State, e: Expr, holds: boolean): State[] {
  if (e.kind === 'unary' && e.op === 'not') return assume(here, state, e.operand, !holds);
  if (e.kind === 'cast' && keepsZero(e.operand, e)) return assume(here, state, e.operand, holds);
  if (isScalarComparison(e)) return assumeComparison(here, state, e, holds);
  return evaluate(here, state, e).flatMap(({ state: after, value }) =>
    compareValues(here, after, [value, zeroLike(value)], holds ? 'ne' : 'eq', [e, e]),
  );
}

const zeroLike = (value: Value): Value =>
  value.kind === 'pointer' ? { kind: 'pointer', position: at(NULL) } : number(constant(0));

/** A conversion that maps zero, and only zero, to zero. */
function keepsZero(from: Expr, to: Expr): boolean {
  if (to.type.kind === 'int' && to.type.bits === 1) return true;
  return isInteger(from.type) && isInteger(to.type) && to.type.size >= from.type.size;
}

function assumeComparison(here: Here, state: State, e: BinaryExpr & { op: Comparison }, holds: boolean): State[] {
  const op = holds ? e.op : NEGATED[e.op];
  return evaluate(here, state, e.left).flatMap((left) =>
    evaluate(here, left.state, e.right).flatMap((right) => {
      const [first, { state: after, value }] = operands(here, left, right);
      return compareValues(here, after, [first, value], op, [e.left, e.right]);
    }),
  );
}

function compareValues(
  here: Here,
  state: State,
  [left, right]: readonly [Value, Value],
  op: Comparison,
  operands: readonly [Expr, Expr],
): State[] {
  if (left.kind === 'pointer' || right.kind === 'pointer')
    return comparePointers(here, state, [left, right], op, operands);
  if (!isInteger(operands[0].type)) return [state];
  const numbers = compare(withoutZero(state.numbers, left, right, op), op, left, right);
  return numbers ? [{ ...state, numbers }] : [];
}

/** A nonzero character is not the end of the string. */
function withoutZero(n: Numbers, left: NumberInState, right: NumberInState, op: Comparison): Numbers {
  if (op !== 'ne' || singleOf(right.range) !== 0 || !left.origin) return n;
  return compare(n, 'ne', ...otherThanZero(n, left.origin.name, left.origin.offset)) ?? n;
}

// ---- pointers --------------------------------------------------------------------------------------------------

function comparePointers(
  here: Here,
  state: State,
  [left, right]: readonly [Value, Value],
  op: Comparison,
  operands: readonly [Expr, Expr],
): State[] {
  const [a, b] = [asPosition(left), asPosition(right)];
  if (!a || !b) return [state];
  if (here.settings.outside && (op === 'eq' || op === 'ne')) {
    if (isOutside(a.target) && isNull(b.target) && b.displaced === 'no')
      return testNull(here, state, a, op, operands[0]);
    if (isOutside(b.target) && isNull(a.target) && a.displaced === 'no')
      return testNull(here, state, b, op, operands[1]);
  }
  if (isSameBlock(a, b, state)) return compareInside(state, a, b, op);
  if ((op !== 'eq' && op !== 'ne') || (isShared(here, a) && isShared(here, b))) return [state];
  const same = samePosition(a, b, state);
  if (same === (op === 'eq' ? 'no' : 'yes')) return [];
  const tested = op === 'eq' && [a, b].some((p) => p.target === FAILED || p.target === PASSED);
  return [tested ? acknowledgeNull(state) : state];
}

/** A pointer from outside is compared with null: the local variable that holds it is null, or known not to be. */
function testNull(here: Here, state: State, { target, displaced }: Position, op: 'eq' | 'ne', e: Expr): State[] {
  if (!mayBeNullOutside(target) || displaced !== 'no') return op === 'eq' && e.type.kind === 'pointer' ? [] : [state];
  const tested = e.kind === 'cast' ? e.operand : e;
  const variable = tested.kind === 'load' && tested.place.kind === 'var' ? tested.place.variable : null;
  if (!variable || variable.kind === 'global' || variable.addressTaken) return [state];
  const name = slotOf(here, variable);
  const held = state.graph.get(name)?.cells.get(0);
  if (held?.length !== 1 || held[0] !== target) return [state];
  const draft: Draft = new Map(state.graph);
  setTargets(draft, name, 0, [op === 'eq' ? NULL : testedOutside(target)]);
  return [{ ...state, graph: draft }];
}

/** Literals with a common part may share memory. */
function isShared({ settings }: Here, { target }: Position): boolean {
  const variable = pointsToNode(target) ? settings.slots.slot(nameOf(target))?.variable : null;
  return !!variable && mayShareMemory(variable);
}

const isSameBlock = (a: Position, b: Position, { graph }: State): boolean =>
  pointsToNode(a.target) &&
  pointsToNode(b.target) &&
  nameOf(a.target) === nameOf(b.target) &&
  !!graph.get(nameOf(a.target))?.unique;

/** Addresses in one allocation are compared by their offsets. */
function compareInside(state: State, a: Position, b: Position, op: Comparison): State[] {
  const amounts = amountsOf(a, b);
  if (!amounts) return [state];
  const numbers = compare(state.numbers, op, amounts[0], amounts[1]);
  return numbers ? [{ ...state, numbers }] : [];
}

/** A number compared with an address: only zero is known to be an address. */
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

/** The end of one allocation may be the start of another, and an empty one has no address of its own. */
function liesInside(p: Position, graph: State['graph']): boolean {
  const offset = exactOffset(p);
  const size = graph.get(nameOf(p.target))?.size ?? null;
  return (offset === 0 && size !== 0) || (offset !== null && size !== null && offset > 0 && offset < size);
}

const isDangling = (t: Target): boolean => t === FREED || t === ENDED;

const isDefinite = (t: Target): boolean => isNull(t) || isFunction(t) || pointsToNode(t);

/** After the program has tested it, the null of a failed allocation, or of a caller, is an ordinary null. */
function acknowledgeNull(state: State): State {
  const draft: Draft = new Map(state.graph);
  mapEdges(draft, (targets) => mapTargets(targets, (t) => (isNull(t) ? NULL : t)));
  return { ...state, graph: draft };
}
