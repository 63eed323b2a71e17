// Summaries: the effects of a call, as outcomes over the inputs (precondition and postcondition).
// Made from the states at the returns (procedure.ts), instantiated at calls (instantiate.ts).

import { ForkingMap } from '../../../base/forking-map.js';
import { isNonzero, isTrivial, isZeroFact, rangeOf } from '../domain/facts.js';
import { isChanged, joinAllCells, joinFacts, joinValues } from '../domain/join.js';
import { NOTHING_LEARNED } from '../domain/learned.js';
import { escapeContents, summarizeElements } from '../domain/memory.js';
import type { LatentPreconditions } from '../domain/preconditions.js';
import { isFixed } from '../domain/shape.js';
import { type Cell, type Fact, type Field, NONE_PENDING, type State, withValue } from '../domain/state.js';
import {
  addressOf,
  type FieldKey,
  isDoubtful,
  isInputTerm,
  isKnown,
  isZero,
  numberOf,
  OPAQUE,
  SOME_ELEMENTS,
  type Symbols,
  sameValue,
  textOf,
  type Value,
} from '../domain/symbols.js';
import type { Keeping } from '../keeping/keeping.js';
import type { Gap } from './gaps.js';

/** One alternative of a call: facts about the inputs, and the cells after the call. */
export interface Outcome {
  readonly state: State;
  readonly result: Value | null;
  /**
   * Bounds on loop counters that were relaxed (counting.ts). The outcome is presumed to happen beyond them too, so
   * errors in it are not reported.
   */
  readonly counts?: ReadonlyMap<number, Fact>;
}

export interface Summary {
  readonly symbols: Symbols;
  readonly outcomes: readonly Outcome[];
  /** Why the outcomes may not be all outcomes of a call. */
  readonly gaps: readonly Gap[];
  /** Inputs that bound loops. */
  readonly counted: readonly number[];
  /** Is it a model whose outcome no caller can foresee? */
  readonly isUnforeseen?: true;
  /** Of its alarms, and of those of its callees. */
  readonly preconditions?: LatentPreconditions;
  /** What a call may keep of its arguments, whatever the outcomes say (keeping/). */
  readonly keeping: Keeping;
}

/** Keeps what a caller can observe: inputs, globals, and all that is reachable from them and the result. */
export function makeOutcome(state: State, result: Value | null): Outcome {
  const kept = state.fork();
  kept.registers = [];
  kept.rounds = new ForkingMap();
  kept.births = new ForkingMap();
  kept.steps = null;
  kept.past = null;
  kept.pending = NONE_PENDING;
  kept.learned = NOTHING_LEARNED;
  for (const cell of [...kept.cells.values()])
    if (isFixed(kept, cell)) kept.update(cell, { fields: NO_FIELDS, before: NO_FIELDS });
    else summarizeElements(kept, cell);
  escapeContents(
    kept,
    [...kept.cells.values()].filter(({ escaped }) => escaped),
  );
  dropEscapedInputs(kept);
  dropInvisible(kept, result);
  return { state: kept, result };
}

/**
 * Drops cells that a caller cannot reach, and facts about them. What memory of unknown origin holds is not lost: somebody
 * may still reach it there.
 */
export function dropInvisible(state: State, result: Value | null): void {
  const visible = visibleFrom(state, result);
  escapeContents(
    state,
    [...state.cells.values()].filter(
      ({ name, kind, escaped }) => (kind === 'unknown' || escaped) && !visible.has(name),
    ),
  );
  for (const { name, kind } of [...state.cells.values()])
    if (!visible.has(name) && kind !== 'input') state.cells.delete(name);
  dropFacts(state, result);
  dropUnused(state, result);
}

/**
 * Escaped inputs that were reached through escaped inputs: the summary only needs to say that the field that led to
 * them is unknown.
 */
export function dropEscapedInputs(state: State): void {
  const inner: [Cell, { readonly of: number; readonly key: FieldKey }][] = [];
  for (const cell of state.cells.values()) {
    const info = cell.kind === 'input' && cell.escaped && cell.status === 'live' ? state.symbols.info(cell.name) : null;
    if (info?.kind === 'input' && state.cells.get(info.of)?.escaped) inner.push([cell, info]);
  }
  for (const [cell, { of, key }] of inner) {
    state.cells.delete(cell.name);
    const holder = state.cells.get(of);
    const field = holder?.fields.get(key);
    if (field && field === holder?.before.get(key) && isWritten(cell))
      state.setField(of, key, withValue(field, OPAQUE));
  }
}

const isWritten = ({ fields, before }: Cell): boolean =>
  fields !== before && [...fields].some(([key, field]) => before.get(key) !== field);

const NO_FIELDS: Cell['fields'] = new Map();

function visibleFrom(state: State, result: Value | null): Set<number> {
  const seen = new Set<number>();
  const work: Value[] = result === null ? [] : [result];
  for (const cell of state.cells.values())
    if (cell.kind === 'input' || cell.kind === 'global') work.push(addressOf(cell.name));
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    const value = state.resolve(v);
    const cell = state.cellAt(value);
    if (!cell || seen.has(cell.name) || cell.kind === 'local') continue;
    seen.add(cell.name);
    for (const field of cell.fields.values()) work.push(field.value);
  }
  return seen;
}

/** Drops facts about symbols that no caller can name: they would only distinguish equal outcomes. */
function dropFacts(state: State, result: Value | null): void {
  const named = new Set<number>();
  if (result !== null) name(named, result);
  for (const cell of state.cells.values()) for (const { value } of cell.fields.values()) name(named, value);
  const visible = (v: Value): boolean => isKnown(v) || named.has(v.symbol) || isInputTerm(state.symbols, v.symbol);
  for (const [symbol, fact] of [...state.facts])
    if (!visible(addressOf(symbol)) || isTrivial(state, symbol, fact)) state.facts.delete(symbol);
  for (const symbol of [...state.same.keys()]) if (!visible(addressOf(symbol))) state.same.delete(symbol);
  for (const [key, [a, b]] of [...state.apart]) if (!visible(a) || !visible(b)) state.apart.delete(key);
  const cases = state.cases.map((facts) => new Map([...facts].filter(([symbol]) => visible(addressOf(symbol)))));
  state.cases = cases.some((facts) => facts.size === 0) ? [] : cases;
}

function name(named: Set<number>, v: Value): void {
  if (!isKnown(v)) named.add(v.symbol);
}

/** Drops inputs that were only read and that no fact is about. Parameters remain, as their dereference is a precondition. */
function dropUnused(state: State, result: Value | null): void {
  const needed = new Set<number>();
  const need = (v: Value): void => {
    if (isKnown(v) || needed.has(v.symbol)) return;
    needed.add(v.symbol);
    const info = state.symbols.info(v.symbol);
    if (info.kind === 'input') need(addressOf(info.of));
    if (info.kind === 'term') [info.left, info.right].forEach(need);
  };
  if (result !== null) need(result);
  for (const cell of state.cells.values()) if (isChanged(cell)) needCell(cell, need);
  for (const symbol of state.facts.keys()) need(addressOf(symbol));
  for (const facts of state.cases) for (const symbol of facts.keys()) need(addressOf(symbol));
  for (const [symbol, value] of state.same) [addressOf(symbol), value].forEach(need);
  for (const pair of state.apart.values()) pair.forEach(need);
  for (const cell of [...state.cells.values()]) {
    const used = needed.has(cell.name) || isChanged(cell) || state.symbols.info(cell.name).kind === 'parameter';
    if (used) dropUnusedFields(state, cell, needed);
    else state.cells.delete(cell.name);
  }
}

function needCell(cell: Cell, need: (v: Value) => void): void {
  need(addressOf(cell.name));
  if (cell.copyOf) need(cell.copyOf);
  if (cell.wiped !== null) need(cell.wiped);
  for (const [key, field] of cell.fields) if (cell.before.get(key) !== field) need(field.value);
}

function dropUnusedFields(state: State, cell: Cell, needed: ReadonlySet<number>): void {
  if (cell.before.size === 0) return;
  const before = new Map(cell.before);
  const fields = cell.fields === cell.before ? before : new Map(cell.fields);
  for (const [key, field] of cell.before) {
    if (isKnown(field.value) || needed.has(field.value.symbol) || cell.fields.get(key) !== field) continue;
    fields.delete(key);
    before.delete(key);
  }
  if (before.size < cell.before.size) state.update(cell, { fields, before });
}

/**
 * The result, the functions that arguments are, and the effects on pointers, as text: outcomes with equal texts differ only in
 * numbers and other preconditions.
 */
export function effectsOf({ state, result }: Outcome): string {
  let text = beginOf(state, result) + calledOf(state);
  for (const symbol of [...state.cells.keys()].sort((a, b) => a - b))
    text += changesOf(state, state.cells.get(symbol)!);
  return text;
}

/** Which functions the arguments are, as text. */
function calledOf({ same, symbols }: State): string {
  let text = '';
  for (const [symbol, v] of same)
    if (!isKnown(v) && symbols.info(symbol).kind === 'parameter' && symbols.info(v.symbol).kind === 'function')
      text += `@${symbol}=${v.symbol}`;
  return text;
}

const beginOf = (state: State, result: Value | null): string =>
  (state.havocCount > 0 ? '*' : '') + (result === null ? '' : showResult(state, state.resolve(result)));

/** The effects on one cell, as text; empty if they do not matter to a caller. Numbers and escapes do not. */
function changesOf(state: State, cell: Cell): string {
  if (!isChanged(cell) || (cell.kind === 'unknown' && cell.status === 'live')) return '';
  const pointers = [...cell.fields].filter(
    ([key, field]) => cell.before.get(key) !== field && isPointer(state, key, field),
  );
  if (pointers.length === 0 && isShared(cell) && cell.status === 'live' && cell.untouched !== 'zero') return '';
  let text = `|${cell.name}${cell.status}${cell.untouched === 'zero' ? 'zero' : ''}`;
  for (const [key, { value }] of pointers) text += `,${key}=${showPointer(state, state.resolve(value))}`;
  return text;
}

const isShared = (cell: Cell): boolean => cell.kind === 'global' || cell.kind === 'input';

/** The result as far as callers distinguish it: all error codes are alike. */
export function showResult(state: State, v: Value): string {
  if (isDoubtful(v)) return 'failed';
  if (isKnown(v)) return isZero(v) ? '0' : numberOf(v) < 0 ? 'negative' : 'positive';
  const cell = state.cellAt(v);
  if (cell) return cell.kind === 'unknown' ? (cell.maybeNull ? 'any' : 'somewhere') : showPointer(state, v);
  const { low, high } = rangeOf(state, v);
  if (low > 0) return 'positive';
  if (high < 0) return 'negative';
  return isNonzero(state, v) ? 'nonzero' : 'any';
}

const showPointer = ({ symbols }: State, v: Value): string =>
  !isKnown(v) && symbols.isText(v.symbol) ? 'text' : textOf(v);

/** A field that holds null or the address of a known cell. */
function isPointer(state: State, key: FieldKey, field: Field): boolean {
  if (key === SOME_ELEMENTS) return field.isPointer === true;
  const v = state.resolve(field.value);
  if (isKnown(v)) return isZero(v) && field.isPointer === true;
  const cell = state.cellAt(v);
  return cell !== null && cell.kind !== 'unknown';
}

/** Joins all outcomes with the same effects. */
export function mergeOutcomes(alike: readonly Outcome[]): Outcome {
  const merged = alike.reduce(joinOutcomes);
  if (alike.length > 1) dropFacts(merged.state, merged.result);
  if (alike.length > 1) dropUnused(merged.state, merged.result);
  return merged;
}

/** Joins two outcomes with the same effects: the weaker precondition, and unknown values for numbers that differ. */
function joinOutcomes(a: Outcome, b: Outcome): Outcome {
  const { state } = a;
  const same = a.result !== null && b.result !== null && sameValue(state.resolve(a.result), b.state.resolve(b.result));
  const result = same || a.result === null || b.result === null ? a.result : joinResults(a, b);
  joinAllCells(state, b.state);
  return { state: joinFacts(state, b.state), result };
}

/** The join of two results of one kind. */
export function joinResults(a: Outcome, b: Outcome): Value {
  const [x, y] = [a, b].map(({ state, result }) => state.resolve(result!)) as [Value, Value];
  const isBlock = a.state.cellAt(x)?.kind === 'heap' && showResult(a.state, x) === showResult(b.state, y);
  if (isBlock || (isDoubtful(x) && isDoubtful(y))) return x;
  return joinValues(a.state, b.state, [x, y], 'result');
}

/**
 * An outcome without effects in which an allocation fails is redundant beside one that returns the fresh cell: the cell
 * may be null there, and a test in the caller decides.
 */
export function absorbFailures(outcomes: readonly Outcome[]): Outcome[] {
  const failures = outcomes.filter(isPureFailure);
  const fresh = outcomes.filter(returnsFreshCell);
  if (failures.length === 0 || fresh.length === 0) return [...outcomes];
  for (const { state, result } of fresh) state.update(state.cellAt(state.resolve(result!))!, { maybeNull: true });
  return outcomes.filter((o) => !failures.includes(o));
}

function isPureFailure({ state, result }: Outcome): boolean {
  return result !== null && isFailure(state, result) && leavesInputsAlone(state);
}

/** Is it null because an allocation failed? */
function isFailure(state: State, v: Value): boolean {
  if (isKnown(v)) return isDoubtful(v);
  const fact = state.facts.get(v.symbol);
  return fact !== undefined && isZeroFact(fact) && (fact.failed || fact.doubts !== null);
}

function leavesInputsAlone(state: State): boolean {
  if (state.havocCount > 0) return false;
  return [...state.cells.values()].every(
    (c) =>
      c.kind === 'heap' ||
      (c.status === 'live' && !c.escaped && [...c.fields].every(([k, f]) => c.before.get(k) === f)),
  );
}

function returnsFreshCell({ state, result }: Outcome): boolean {
  if (result === null || !leavesInputsAlone(state)) return false;
  const value = state.resolve(result);
  const cell = state.cellAt(value);
  return cell?.kind === 'heap' && !isKnown(value) && value.plus === 0 && cell.status === 'live' && isAlone(state, cell);
}

/** If the cell is null, cells that it points to do not exist: there must be none. */
const isAlone = (state: State, fresh: Cell): boolean =>
  [...state.cells.values()].every((c) => c === fresh || c.kind !== 'heap' || c.status !== 'live');

/**
 * If f(p) changes *p for p ≠ NULL and otherwise does the same for p = NULL, one outcome is enough; its effect on *p
 * applies only where p is not null. So tests of optional arguments do not double the outcomes.
 */
export function absorbNullArguments(outcomes: readonly Outcome[]): Outcome[] {
  const left = [...outcomes];
  for (const without of outcomes) {
    const absent = nullArguments(without);
    if (absent.size === 0) continue;
    const rest = partsOf(without, absent);
    const whole = left.find((o) => o !== without && hasOnly(o, absent) && partsOf(o, absent) === rest);
    if (!whole) continue;
    left.splice(left.indexOf(without), 1);
    left[left.indexOf(whole)] = withOptional(whole, without, absent);
  }
  return left;
}

/** Parameters that are null in this outcome. */
function nullArguments({ state }: Outcome): Set<number> {
  const absent = new Set<number>();
  for (const [symbol, { low, high }] of state.facts)
    if (low === 0 && high === 0 && state.symbols.info(symbol).kind === 'parameter') absent.add(symbol);
  return absent;
}

/** The effects, except those on the targets of the arguments and on heap cells stored there. */
function partsOf({ state, result }: Outcome, absent: ReadonlySet<number>): string {
  const stored = new Set<number>();
  for (const symbol of absent)
    for (const { value } of state.cells.get(symbol)?.fields.values() ?? [])
      if (!isKnown(value) && state.cellAt(state.resolve(value))?.kind === 'heap') stored.add(value.symbol);
  let text = beginOf(state, result);
  for (const symbol of [...state.cells.keys()].sort((a, b) => a - b))
    if (!absent.has(symbol) && !stored.has(symbol)) text += changesOf(state, state.cells.get(symbol)!);
  return text;
}

/** Has the outcome an effect on one of the arguments, and does it not require them to be null? */
const hasOnly = ({ state }: Outcome, absent: ReadonlySet<number>): boolean =>
  [...absent].some((symbol) => state.cells.has(symbol)) &&
  [...absent].every((symbol) => state.facts.get(symbol)?.high !== 0 || state.facts.get(symbol)?.low !== 0);

function withOptional(whole: Outcome, without: Outcome, absent: ReadonlySet<number>): Outcome {
  const { state } = whole;
  for (const symbol of absent) {
    const cell = state.cells.get(symbol);
    if (cell) state.update(cell, { maybeNull: true });
  }
  const result = whole.result === null || without.result === null ? whole.result : joinAlike(whole, without);
  for (const cell of without.state.cells.values())
    if (cell.escaped && !state.cells.has(cell.name)) state.cells.set(cell.name, cell);
  return { state: joinFacts(state, without.state), result };
}

const joinAlike = (a: Outcome, b: Outcome): Value =>
  sameValue(a.state.resolve(a.result!), b.state.resolve(b.result!)) ? a.result! : joinResults(a, b);
