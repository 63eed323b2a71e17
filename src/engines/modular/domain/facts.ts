// Facts of a path about its symbols: ranges, zero or not, equal or distinct. Conditions refine them or end the path.
// Used by evaluate.ts and conditions.ts. A fact stays true for the whole path, because symbols are immutable.

import { meet, type Range, ZERO } from '../../../numeric/range.js';
import { type Comparison, SWAPPED } from '../../../types/operators.js';
import { areTwoNames } from '../beliefs/two-names.js';
import { doubtedBy, NO_DOUBTS, orNull, unite, uniteAll } from './doubts.js';
import { type Cell, type Fact, makeFact, type State } from './state.js';
import {
  addressOf,
  doubtsOf,
  isKnown,
  isOpaque,
  isZero,
  numberOf,
  type SymbolInfo,
  type Symbolic,
  sameValue,
  type Value,
} from './symbols.js';

/** The range of a resolved value. */
export function rangeOf(state: State, v: Value): Range {
  if (isKnown(v)) return { low: numberOf(v), high: numberOf(v) };
  if (v.index !== '' || isOpaque(v)) return EVERYTHING;
  const cell = addressed(state, v.symbol);
  if (cell) return cell.maybeNull ? FROM_NULL : BEHIND_NULL;
  const known: Range = state.facts.get(v.symbol) ?? rangeOfParts(state, v.symbol);
  return v.plus === 0 ? known : { low: known.low + v.plus, high: known.high + v.plus };
}

/**
 * The cell that a symbol is the address of. An escaped integer parameter has a cell too, in case it holds an address;
 * it is still compared as a number.
 */
function addressed(state: State, symbol: number): Cell | undefined {
  const cell = state.cells.get(symbol);
  return cell?.maybeNull && state.symbols.isNumber(symbol) ? undefined : cell;
}

/** The range of a term by the ranges of its operands: n > 1 ⟹ n >> 1 > 0. */
function rangeOfParts(state: State, symbol: number): Range {
  const bounds = state.symbols.boundsOf(symbol);
  const info = state.symbols.info(symbol);
  if (info.kind !== 'term' || (info.op !== 'shr' && info.op !== 'div') || !isKnown(info.right)) return bounds;
  const by = numberOf(info.right);
  const divisor = info.op === 'shr' ? 2 ** by : by;
  const { low, high } = rangeOf(state, state.resolve(info.left));
  if (divisor < 1 || low < 0) return bounds;
  return meet(bounds, { low: Math.floor(low / divisor), high: Math.floor(high / divisor) });
}

const EVERYTHING: Range = { low: -Infinity, high: Infinity };
/** The range of addresses, as numbers. */
const FROM_NULL: Range = { low: 0, high: Infinity };
const BEHIND_NULL: Range = { low: 1, high: Infinity };

export function factOf(state: State, symbol: number): Fact {
  const known = state.facts.get(symbol);
  if (known) return known;
  const { low, high } = rangeOfParts(state, symbol);
  return makeFact({ low, high }, state.cells.get(symbol)?.maybeNull === false);
}

/** Does the fact say no more than the type of the symbol? */
export function isTrivial({ symbols }: State, symbol: number, { low, high, nonzero }: Fact): boolean {
  const bounds = symbols.boundsOf(symbol);
  return !nonzero && low <= bounds.low && bounds.high <= high;
}

/** Is the value never zero? The address of a cell is not, at any offset. */
export function isNonzero(state: State, v: Value): boolean {
  if (isKnown(v)) return !isZero(v);
  const cell = addressed(state, v.symbol);
  if (cell) return !cell.maybeNull;
  if (isDefined(state.symbols.info(v.symbol))) return true;
  const fact = factOf(state, v.symbol);
  if (v.plus === 0 && v.index === '' && fact.nonzero) return true;
  const { low, high } = rangeOf(state, v);
  return low > 0 || high < 0 || (v.plus === 0 && v.index === '' && isNonzeroTerm(state, v.symbol));
}

/** Is it the address of a function, a local variable, or a global one that is not weak? */
const isDefined = (info: SymbolInfo): boolean =>
  info.kind === 'function' ||
  info.kind === 'local' ||
  (info.kind === 'global' && (info.variable.defined || info.variable.literal));

/**
 * a·b ≠ 0 if neither operand is 0; a − b ≠ 0 if they are distinct; a + b ≠ 0 if one is nonzero and neither is negative.
 * Assumes that sums and products do not wrap.
 */
function isNonzeroTerm(state: State, symbol: number): boolean {
  const info = state.symbols.info(symbol);
  if (info.kind !== 'term') return false;
  const [left, right] = [state.resolve(info.left), state.resolve(info.right)];
  if (info.op === 'mul') return isNonzero(state, left) && isNonzero(state, right);
  if (info.op === 'cast' || info.op === 'shl') return isNonzero(state, left);
  if (info.op === 'ptr-diff') return areApart(state, left, right) === true;
  if (info.op !== 'add') return false;
  const natural = rangeOf(state, left).low >= 0 && rangeOf(state, right).low >= 0;
  return natural && (isNonzero(state, left) || isNonzero(state, right));
}

/** a op b: true, false, or null if it is not known. */
export function decide(state: State, op: Comparison, a: Value, b: Value): boolean | null {
  if (isOpaque(a) || isOpaque(b)) return null;
  if (sameValue(a, b)) return op === 'eq' || op === 'le' || op === 'ge';
  if (op === 'eq' || op === 'ne') {
    const apart = areApart(state, a, b);
    return apart === null ? null : (op === 'ne') === apart;
  }
  const difference = fixedDifference(a, b);
  if (difference !== null) return compareNumbers(op, difference, 0);
  const [x, y] = [rangeOf(state, a), rangeOf(state, b)];
  if (op === 'lt') return x.high < y.low ? true : x.low >= y.high ? false : null;
  if (op === 'le') return x.high <= y.low ? true : x.low > y.high ? false : null;
  return decide(state, SWAPPED[op], b, a);
}

/** No object is so near to the ends of memory: such a pointer is null, or a sentinel such as MAP_FAILED. */
const isNowhere = ({ low, high }: Range): boolean => low > -FIRST_ADDRESS && high < FIRST_ADDRESS;
const FIRST_ADDRESS = 4096;

/** Is the cell surely an object? Other pointers may be sentinels. */
const isObject = ({ kind }: Cell): boolean => kind === 'heap' || kind === 'local' || kind === 'global';

function isSentinel(state: State, n: Value, v: Value): boolean {
  if (!isKnown(n) || isZero(n) || !isNowhere({ low: numberOf(n), high: numberOf(n) })) return false;
  const cell = state.cellAt(v);
  return cell !== null && isObject(cell);
}

/** Is a ≠ b? Heap cells allocated by this procedure differ from each other and from all earlier memory. */
function areApart(state: State, a: Value, b: Value): boolean | null {
  const difference = fixedDifference(a, b);
  if (difference !== null) return difference !== 0;
  if (isZero(b)) return isNonzero(state, a) ? true : null;
  if (isZero(a)) return isNonzero(state, b) ? true : null;
  if (isSentinel(state, a, b) || isSentinel(state, b, a)) return true;
  const [x, y] = [rangeOf(state, a), rangeOf(state, b)];
  if (x.high < y.low || y.high < x.low) return true;
  return state.apart.has(pairKey(a, b)) || knownApart(state, a, b) ? true : null;
}

/** The key of a pair of values; equal for all pairs with the same difference. */
function pairKey(a: Value, b: Value): string {
  if (isKnown(a)) return isKnown(b) ? '' : pairKey(b, a);
  if (isKnown(b)) return `${a.symbol}${a.index}:${numberOf(b) - a.plus}`;
  if (a.symbol > b.symbol) return pairKey(b, a);
  return `${a.symbol}${a.index}|${b.symbol}${b.index}:${b.plus - a.plus}`;
}

function setApart(state: State, a: Value, b: Value): void {
  if (isOpaque(a) || isOpaque(b)) return;
  state.apart.set(pairKey(a, b), [a, b]);
}

/**
 * A heap cell that has not escaped differs from any pointer that was read from memory, passed as an argument or is opaque.
 * Two functions differ.
 */
function knownApart(state: State, a: Value, b: Value): boolean {
  if (!isKnown(a) && !isKnown(b) && isFunction(state, a) && isFunction(state, b)) return a.symbol !== b.symbol;
  const [x, y] = [state.cellAt(a), state.cellAt(b)];
  if (x && y && x.name !== y.name) return x.kind !== 'input' || y.kind !== 'input';
  const own = x ?? y;
  const other = x ? b : a;
  if (!own || isKnown(other) || own.kind !== 'heap' || own.escaped) return false;
  const info = state.symbols.info(other.symbol);
  const isFromElsewhere =
    info.kind === 'parameter' || info.kind === 'opaque' || (info.kind === 'fresh' && info.at >= 0);
  return isFromElsewhere || state.symbols.holderOf(other.symbol) !== null;
}

/**
 * Did a test establish a = b? For pointers that were not unified (two-names), the value of the test is the only record
 * of it.
 */
export function wereEqual(state: State, a: Value, b: Value): boolean {
  const isSaid = (op: 'eq' | 'ne', x: Value, y: Value): boolean => {
    const test = state.symbols.findTest(op, x, y);
    const { low, high } = test ? rangeOf(state, test) : EVERYTHING;
    return low === high && low === (op === 'eq' ? 1 : 0);
  };
  return isSaid('eq', a, b) || isSaid('eq', b, a) || isSaid('ne', a, b) || isSaid('ne', b, a);
}

function fixedDifference(a: Value, b: Value): number | null {
  if (isKnown(a)) return isKnown(b) ? numberOf(a) - numberOf(b) : null;
  return !isKnown(b) && a.symbol === b.symbol && a.index === b.index && !isOpaque(a) ? a.plus - b.plus : null;
}

function compareNumbers(op: Comparison, x: number, y: number): boolean {
  switch (op) {
    case 'eq':
      return x === y;
    case 'ne':
      return x !== y;
    case 'lt':
      return x < y;
    case 'le':
      return x <= y;
    case 'gt':
      return x > y;
    case 'ge':
      return x >= y;
  }
}

/** Assumes a op b. Returns false if that is infeasible. */
export function assumeComparison(state: State, op: Comparison, a: Value, b: Value): boolean {
  const decided = decide(state, op, a, b);
  if (decided !== null) return decided;
  if (isOpaque(a) || isOpaque(b)) return true;
  if (isKnown(b)) return isKnown(a) || refine(state, a, op, numberOf(b));
  if (isKnown(a)) return refine(state, b, SWAPPED[op], numberOf(a));
  if (op === 'eq') return unify(state, a, b);
  if (op === 'ne') {
    setApart(state, a, b);
    return true;
  }
  const [x, y] = [rangeOf(state, a), rangeOf(state, b)];
  return refineBound(state, a, op, y) && refineBound(state, b, SWAPPED[op], x);
}

/** Assumes x op y for some y in the range. */
function refineBound(state: State, x: Symbolic, op: Comparison, { low, high }: Range): boolean {
  if ((op === 'lt' || op === 'le') && Number.isFinite(high)) return refine(state, x, op, high);
  if ((op === 'gt' || op === 'ge') && Number.isFinite(low)) return refine(state, x, op, low);
  return true;
}

/** Assumes symbol + plus op n. */
function refine(state: State, v: Symbolic, op: Comparison, n: number): boolean {
  const { symbol, plus, index } = v;
  if (index !== '' || isOpaque(v)) return true;
  const cell = addressed(state, symbol);
  if (cell) return refineCell(state, cell, op, n - plus);
  const fact = factOf(state, symbol);
  const bound = n - plus;
  if (op === 'ne') {
    setApart(state, v, n);
    return exclude(state, symbol, fact, bound);
  }
  return setFact(state, symbol, makeFact(meet(fact, allowed(op, bound)), fact.nonzero));
}

/** Compares the address of a cell with a number: only a comparison with null refines anything. */
function refineCell(state: State, cell: Cell, op: Comparison, n: number): boolean {
  if (n !== 0 || !cell.maybeNull) return op !== 'eq';
  if (op === 'ne' || op === 'gt') state.update(cell, { maybeNull: false });
  if (op === 'eq' || op === 'le') becomeNull(state, cell);
  return true;
}

/** The pointer is null, so the cell does not exist. That an allocation may fail is no news, whatever paths and loops need. */
function becomeNull(state: State, cell: Cell): void {
  state.cells.delete(cell.name);
  const isOwn = cell.kind === 'heap';
  if (isOwn) state.outOfMemory = true;
  const doubts = isOwn ? state.doubting.filter((name) => name === 'dies-on-null') : state.doubting;
  state.facts.set(cell.name, makeFact(ZERO, false, orNull(uniteAll(doubts)), isOwn));
}

function allowed(op: Comparison, n: number): Range {
  switch (op) {
    case 'lt':
      return { low: -Infinity, high: n - 1 };
    case 'le':
      return { low: -Infinity, high: n };
    case 'gt':
      return { low: n + 1, high: Infinity };
    case 'ge':
      return { low: n, high: Infinity };
    default:
      return { low: n, high: n };
  }
}

/** Excluded numbers at the ends of the range tighten its bounds. Numbers beyond 53 bits have no exact neighbours. */
function exclude(state: State, symbol: number, fact: Fact, n: number): boolean {
  const isOut = (m: number): boolean => Number.isSafeInteger(m) && (m === n || state.apart.has(`${symbol}:${m}`));
  let { low, high } = fact;
  while (low <= high && isOut(low)) low++;
  while (low <= high && isOut(high)) high--;
  return setFact(state, symbol, makeFact({ low, high }, fact.nonzero || n === 0));
}

function setFact(state: State, symbol: number, fact: Fact): boolean {
  let { low, high } = fact;
  if (fact.nonzero && low === 0) low = 1;
  if (fact.nonzero && high === 0) high = -1;
  if (low > high || (low === 0 && high === 0 && (fact.nonzero || isNonzeroTerm(state, symbol)))) return false;
  const isNull = low === 0 && high === 0;
  const doubts =
    isNull && isAddress(state, symbol) ? orNull(unite(fact.doubts ?? NO_DOUBTS, state.doubting)) : fact.doubts;
  const known = makeFact({ low, high }, fact.nonzero, isNull ? doubts : null, isNull && fact.failed);
  state.facts.set(symbol, known);
  return state.cases.length === 0 || filterCases(state, symbol, known);
}

/** Integer types have bounds, addresses do not. */
const isAddress = ({ symbols }: State, symbol: number): boolean => symbols.boundsOf(symbol).high === Infinity;

/** Drops the cases that contradict the new fact. If one case remains, its facts hold. */
function filterCases(state: State, symbol: number, fact: Fact): boolean {
  const left = state.cases.filter((facts) => agree(facts.get(symbol), fact));
  if (left.length === state.cases.length) return true;
  state.cases = left.length > 1 ? left : [];
  if (left.length !== 1) return left.length > 0;
  for (const [other, known] of left[0]!) if (!narrow(state, other, known)) return false;
  return true;
}

function agree(a: Fact | undefined, b: Fact): boolean {
  if (!a) return true;
  const { low, high } = meet(a, b);
  return low <= high && !(low === 0 && high === 0 && (a.nonzero || b.nonzero));
}

function narrow(state: State, symbol: number, known: Fact): boolean {
  const cell = addressed(state, symbol);
  if (cell) return !isZeroFact(known) || refineCell(state, cell, 'eq', 0);
  const fact = factOf(state, symbol);
  const nonzero = fact.nonzero || known.nonzero;
  const isNull = isZeroFact(known) && agree(fact, known);
  return setFact(state, symbol, isNull ? { ...known, nonzero } : makeFact(meet(fact, known), nonzero));
}

/** A dereferenced pointer is not null: drops the cases in which it is. */
export const excludeNull = (state: State, symbol: number): boolean =>
  state.cases.length === 0 || setNonzero(state, symbol, factOf(state, symbol));

const setNonzero = (state: State, symbol: number, { low, high }: Fact): boolean =>
  setFact(state, symbol, makeFact({ low, high }, true));

const TESTED_BY_CALLEE = doubtedBy('null-tested-by-callee');

/** Does the state know that the fact holds? */
export function isImplied(state: State, v: Value, fact: Fact): boolean {
  if (fact.nonzero && !isNonzero(state, v)) return false;
  const { low, high } = rangeOf(state, v);
  return fact.low <= low && high <= fact.high;
}

/** Is the fact consistent with what is known of the value? Changes nothing. */
export function isPossible(state: State, v: Value, fact: Fact): boolean {
  const { low, high } = meet(rangeOf(state, v), fact);
  if (low > high) return false;
  const zero = low === 0 && high === 0;
  return !(zero && (fact.nonzero || isNonzero(state, v))) && !(fact.nonzero && isZero(v));
}

/** Assumes a fact from an outcome of a callee. A null that only the callee tested for gets a doubt. */
export function assumeFact(state: State, v: Value, fact: Fact): boolean {
  if (isKnown(v)) return fact.low <= numberOf(v) && numberOf(v) <= fact.high && !(fact.nonzero && isZero(v));
  if (v.index !== '' || isOpaque(v)) return true;
  if (fact.nonzero && v.plus === 0 && !assumeComparison(state, 'ne', v, 0)) return false;
  const w = state.resolve(v);
  if (isKnown(w)) return assumeFact(state, w, fact);
  const cell = addressed(state, w.symbol);
  if (cell && (isZeroFact(fact) || (isNowhere(fact) && isObject(cell))))
    return fact.low <= 0 && fact.high >= 0 && refine(state, w, 'eq', 0);
  if (cell) return true;
  if (isZeroFact(fact) && w.plus === 0)
    return setFact(state, w.symbol, makeFact(ZERO, isNonzero(state, w), TESTED_BY_CALLEE));
  return refine(state, w, 'ge', fact.low) && refine(state, w, 'le', fact.high);
}

export const isZeroFact = ({ low, high }: Fact): boolean => low === 0 && high === 0;

/** Which of two symbols remains: a function, else the older one. */
const isNamedBefore = (state: State, a: Symbolic, b: Symbolic): boolean =>
  isFunction(state, a) || (a.symbol < b.symbol && !isFunction(state, b));

const isFunction = ({ symbols }: State, { symbol }: Symbolic): boolean => symbols.info(symbol).kind === 'function';

/**
 * Unifies two symbols. Two cells are distinct, so such paths end. A pointer found equal to an argument or to an escaped
 * cell is not unified with it: the belief two-names.
 */
function unify(state: State, a: Symbolic, b: Symbolic): boolean {
  if (isOpaque(a) || isOpaque(b) || a.index !== '' || b.index !== '') return true;
  const [x, y] = [state.cells.has(a.symbol), state.cells.has(b.symbol)];
  if (x && y) return false;
  if (areTwoNames(state, a, b, state.cells.get(x ? a.symbol : b.symbol))) {
    state.doubt('two-names');
    return true;
  }
  const [from, to] = x || (!y && isNamedBefore(state, a, b)) ? [b, a] : [a, b];
  const fact = factOf(state, from.symbol);
  const equal = addressOf(to.symbol, to.plus - from.plus);
  if (!assumeFact(state, equal, fact)) return false;
  const resolved = state.resolve(equal);
  if (isKnown(resolved)) {
    const n = numberOf(resolved);
    return setFact(state, from.symbol, makeFact({ low: n, high: n }, fact.nonzero, orNull(doubtsOf(resolved))));
  }
  if (resolved.symbol !== from.symbol) state.same.set(from.symbol, resolved);
  return true;
}
