// assume(e): refines the facts of a path by a condition, or ends the path.
// Terms are decomposed, so that `ok = (p != NULL); … if (ok)` implies the same as the test itself.

import type { AssumeInstr, Expr, Place } from '../../../ir/instr.js';
import { type Range, ZERO } from '../../../numeric/range.js';
import { type Comparison, isComparison, NEGATED } from '../../../types/operators.js';
import type { CType } from '../../../types/types.js';
import { isHeldNull } from '../beliefs/compared-with-null-variable.js';
import { type Doubts, doubtedBy, NO_DOUBTS, unite } from '../domain/doubts.js';
import { assumeComparison, decide } from '../domain/facts.js';
import { type Fact, isRegister, makeFact, type State, withValue } from '../domain/state.js';
import {
  isDoubtful,
  isKnown,
  isOpaque,
  isUninitialized,
  isZero,
  type Symbolic,
  type Value,
} from '../domain/symbols.js';
import { noteTest } from '../ownership/lookups.js';
import { bitsOf, comparison, evaluate, locate, otherBit, spotOf } from './evaluate.js';
import type { Here } from './report.js';

/** Is the condition feasible? */
export function assume(here: Here, state: State, { condition, holds }: AssumeInstr): boolean {
  return assumeExpr(here, state, condition, holds);
}

/** The same with doubts for a null that the test finds. */
export function assumeDoubting(here: Here, state: State, test: AssumeInstr, doubts: Doubts): boolean {
  state.doubting = doubts;
  const goesOn = assume(here, state, test);
  state.doubting = NO_DOUBTS;
  return goesOn;
}

/** A null with doubts loses them once the program tests for it. */
export function confirmNull(here: Here, state: State, tested: Place | null): void {
  if (tested?.kind === 'var' && tested.variable.kind !== 'global' && isRegister(tested.variable)) {
    const value = state.registers[tested.variable.id];
    if (value !== undefined && isDoubtful(state.resolve(value))) state.registers[tested.variable.id] = 0;
    return;
  }
  const where = tested && locate(here, state, tested);
  if (!where) return;
  const { cell, key } = spotOf(where, tested);
  const field = state.cells.get(cell)?.fields.get(key);
  if (field && isDoubtful(state.resolve(field.value))) state.setField(cell, key, withValue(field, 0));
}

function assumeExpr(here: Here, state: State, e: Expr, holds: boolean): boolean {
  if (e.kind === 'unary' && e.op === 'not') return assumeExpr(here, state, e.operand, !holds);
  if (e.kind === 'binary' && isComparison(e.op)) {
    const a = evaluate(here, state, e.left);
    const b = a === null ? null : evaluate(here, state, e.right);
    if (a === null || b === null) return false;
    const [op, x, y] = comparison(holds ? e.op : NEGATED[e.op], a, b, e.left.type);
    const undecided = decide(state, op, x, y) === null;
    const { doubting } = state;
    if (isHeldNull(e.left, x) || isHeldNull(e.right, y)) state.doubting = unite(doubting, HELD_NULL);
    if (isZero(x) && isZero(y)) noteTest(here, isDoubtful(x) ? x : y);
    const goesOn = assumeRelation(state, op, x, y) && (!undecided || rememberTerm(state, e, x, y, holds));
    state.doubting = doubting;
    return goesOn;
  }
  const value = evaluate(here, state, e);
  if (value !== null) noteTest(here, value);
  return value !== null && assumeTruth(state, value, holds);
}

const HELD_NULL = doubtedBy('compared-with-null-variable');

/** The term of the comparison, if it is used elsewhere, gets its truth value too. */
function rememberTerm(state: State, e: Expr & { kind: 'binary' }, a: Value, b: Value, holds: boolean): boolean {
  if (isOpaque(a) || isOpaque(b) || isKnown(a) || isKnown(b)) return true;
  const term = state.symbols.term(e.op, a, b, e.type);
  return assumeComparison(state, 'eq', term, holds ? 1 : 0);
}

/** Assumes value ≠ 0, or value = 0. */
export function assumeTruth(state: State, v: Value, holds: boolean): boolean {
  const value = state.resolve(v);
  if (isUninitialized(value)) return true;
  return assumeRelation(state, holds ? 'ne' : 'eq', value, 0);
}

function assumeRelation(state: State, op: Comparison, a: Value, b: Value): boolean {
  if (!assumeComparison(state, op, a, b)) return false;
  if (op !== 'eq' && op !== 'ne') return true;
  if (isZero(b)) return takeApart(state, a, op === 'ne');
  if (!isTruth(state, a)) return true;
  if (b === 1) return takeApart(state, a, op === 'eq');
  if (isTruth(state, b)) correlate(state, op === 'eq', a, b);
  return true;
}

/** Is the value a truth value, so that (p == NULL) == 1 implies p == NULL? */
function isTruth(state: State, v: Value): v is Symbolic {
  if (isKnown(v) || v.plus !== 0 || v.index !== '') return false;
  const { low, high } = state.symbols.boundsOf(v.symbol);
  return low === 0 && high === 1;
}

/** (x == 0) == (p == NULL): two cases, both or neither. */
function correlate(state: State, alike: boolean, a: Symbolic, b: Symbolic): void {
  if (state.cases.length > 0) return;
  const cases = [true, false].map((holds) => new Map([says(state, a, holds), says(state, b, holds === alike)]));
  if (cases.every(({ size }) => size === 2)) state.cases = cases;
}

const ONE: Range = { low: 1, high: 1 };

/** The fact that a test implies: about its operand if it is a comparison with 0, else about the test itself. */
function says({ symbols }: State, test: Symbolic, holds: boolean): [number, Fact] {
  const info = symbols.info(test.symbol);
  const isPlain = info.kind === 'term' && !isKnown(info.left) && info.left.plus === 0 && info.left.index === '';
  if (!isPlain || !isZero(info.right) || (info.op !== 'eq' && info.op !== 'ne'))
    return [test.symbol, makeFact(holds ? ONE : ZERO, holds)];
  const { symbol } = info.left as Symbolic;
  if ((info.op === 'eq') === holds) return [symbol, makeFact(ZERO, false)];
  return [symbol, makeFact(symbols.boundsOf(symbol), true)];
}

/** Does the type represent all values of the operand by different ones? */
function isWidening({ symbols }: State, v: Value, type: CType): boolean {
  if (isKnown(v) || v.index !== '') return false;
  const { low, high } = symbols.boundsOf(v.symbol);
  return high - low < 2 ** (8 * type.size);
}

/** The facts that the truth value of a term implies about its operands. */
function takeApart(state: State, v: Value, holds: boolean): boolean {
  if (isKnown(v) || v.plus !== 0 || v.index !== '') return true;
  const info = state.symbols.info(v.symbol);
  if (info.kind !== 'term') return true;
  const [left, right] = [state.resolve(info.left), state.resolve(info.right)];
  if (isComparison(info.op)) return assumeRelation(state, holds ? info.op : NEGATED[info.op], left, right);
  if (info.op === 'not') return assumeTruth(state, left, !holds);
  if (info.op === 'shl' && holds) return assumeTruth(state, left, true);
  if (info.op === 'mul' && holds) return assumeTruth(state, left, true) && assumeTruth(state, right, true);
  if (info.op === 'mul' && isKnown(right) && !isZero(right)) return assumeTruth(state, left, holds);
  if (info.op === 'mul' && isKnown(left) && !isZero(left)) return assumeTruth(state, right, holds);
  if (info.op === 'cast' && (holds || isWidening(state, left, info.type))) return assumeTruth(state, left, holds);
  if (info.op === 'or' && !holds) return assumeTruth(state, left, false) && assumeTruth(state, right, false);
  const other = info.op === 'and' ? otherBit(state, info) : null;
  if (other) return assumeComparison(state, holds ? 'eq' : 'ne', other, 0);
  if (info.op === 'and' && holds) return assumeTruth(state, left, true);
  if (info.op === 'and') return bitsOf(state, info).every((bit) => assumeComparison(state, 'eq', bit, 0));
  return true;
}
