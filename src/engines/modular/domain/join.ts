// Join of states. States of one shape become one state that keeps the facts common to both, and the others as cases.
// Used by limits.ts, which decides when states are joined, and by summary.ts.

import { copyMap, ForkingMap } from '../../../base/forking-map.js';
import { ANYTHING, hull } from '../../../numeric/range.js';
import { orNull, unite } from './doubts.js';
import { factOf, isNonzero, isTrivial, rangeOf } from './facts.js';
import { splitAtGaps } from './gaps-in-range.js';
import { alignGlobals, alignUnchanged } from './havoc-globals.js';
import { joinLearned } from './learned.js';
import { markCopied, markEscaped } from './memory.js';
import {
  type Cell,
  type Fact,
  type Field,
  type Freeing,
  joinPending,
  makeFact,
  type State,
  withValue,
} from './state.js';
import {
  doubtsOf,
  type FieldKey,
  isKnown,
  isOpaque,
  isUninitialized,
  JOINED,
  OPAQUE,
  type Symbolic,
  type Symbols,
  sameValue,
  textOf,
  type Value,
} from './symbols.js';

/** Joins two versions of a cell. */
export function joinCells(state: State, from: State, cell: Cell, other: Cell): void {
  if (cell === other) return;
  joinFields(state, from, cell, other);
  const now = state.cells.get(cell.name)!;
  const escaped = now.escaped || from.cells.get(cell.name)!.escaped;
  const maybeNull = now.maybeNull || other.maybeNull;
  const untouched = cell.untouched === other.untouched ? cell.untouched : 'unknown';
  const wiped = cell.untouched === 'input' ? other.wiped : cell.wiped;
  const epoch = Math.max(cell.epoch, other.epoch);
  const copied = now.copied || other.copied;
  const releasedBy = now.releasedBy === other.releasedBy ? now.releasedBy : null;
  const freed = joinFreeing(now.freed, other.freed);
  const sameFlags = escaped === now.escaped && maybeNull === now.maybeNull && copied === now.copied;
  const sameBytes = untouched === now.untouched && wiped === now.wiped && epoch === now.epoch;
  if (!sameFlags || !sameBytes || releasedBy !== now.releasedBy || freed !== now.freed)
    state.update(now, { escaped, maybeNull, copied, untouched, wiped, epoch, releasedBy, freed });
  if (other.copyOf && !cell.copyOf) markCopied(state, other.copyOf);
}

/** If two functions release it, either may be the right one. */
const joinFreeing = (a: Freeing | null, b: Freeing | null): Freeing | null =>
  a && b && a.by !== b.by ? { ...a, by: '' } : a;

function joinFields(state: State, from: State, cell: Cell, other: Cell): void {
  if (cell.fields === other.fields) return;
  for (const key of cell.fields.keys()) joinField(state, from, [cell, other], key);
  for (const key of other.fields.keys()) if (!cell.fields.has(key)) joinField(state, from, [cell, other], key);
}

/** An unknown field stays unknown; an unwritten field keeps its value. */
function joinField(state: State, from: State, [cell, other]: readonly [Cell, Cell], key: FieldKey): void {
  const x = cell.fields.get(key);
  const y = other.fields.get(key);
  if (x && (x === y || (y && sameValue(x.value, y.value)))) return;
  if (isUntouched(cell, key, x) && isUntouched(other, key, y)) return;
  const field = (x ?? y)!;
  const both = x && y && x.size === y.size ? ([x.value, y.value] as const) : ([field.value, OPAQUE] as const);
  for (const pointer of both)
    if (mayBeAddress(state, pointer)) for (const one of [state, from]) markEscaped(one, pointer);
  const value = joinValues(state, from, both, `${cell.name}.${key}`);
  if (!x || !sameValue(x.value, value)) state.setField(cell.name, key, withValue(field, value));
}

/**
 * May the value be a pointer that the caller passed? Such a pointer escapes, since the joined state does not know where
 * it was stored.
 */
function mayBeAddress({ symbols }: State, v: Value): boolean {
  if (isKnown(v)) return false;
  const info = symbols.info(v.symbol);
  return info.kind === 'input' ? info.type.kind === 'pointer' : info.kind === 'parameter' && isUnbounded(symbols, v);
}

/** Integer types have bounds, addresses do not. */
const isUnbounded = (symbols: Symbols, { symbol }: Symbolic): boolean => symbols.boundsOf(symbol).high === Infinity;

const isUntouched = ({ before }: Cell, key: FieldKey, field: Field | undefined): boolean =>
  !field || before.get(key) === field;

/**
 * A fresh symbol for one of two numbers; the range of each stays in its case. Pointers to different cells are not
 * distinguished: the cells escape, and of the value is known at most that it is not null. So do pointers that the caller passed, since the joined value
 * may still hold them.
 */
export function joinValues(a: State, b: State, [v, w]: readonly [Value, Value], name: string): Value {
  const [x, y] = [a.resolve(v), b.resolve(w)];
  if (sameValue(x, y) || (isText(a, x) && isText(b, y))) return x;
  if (isPointing(a, x) || isPointing(b, y)) {
    for (const state of [a, b]) for (const z of [x, y]) markEscaped(state, z);
    if (!isAddress(a, x) || !isAddress(b, y)) return OPAQUE;
    const one = unusedSymbol(a, b, x, name);
    for (const state of [a, b]) state.facts.set(one.symbol, SOME_ADDRESS);
    return one;
  }
  for (const z of [x, y]) if (mayBeAddress(a, z)) for (const state of [a, b]) markEscaped(state, z);
  const either = unusedSymbol(a, b, x, name);
  for (const [state, value] of [
    [a, x],
    [b, y],
  ] as const)
    setRange(state, either.symbol, value);
  return either;
}

/** Of a pointer to one of several cells, only this is known. */
const SOME_ADDRESS: Fact = makeFact(ANYTHING, true);

/** Does the value lead to a cell, to one of several, or to what is not known? */
function isPointing(state: State, v: Value): boolean {
  if (isKnown(v)) return false;
  if (state.cellAt(v) || isOpaque(v) || isUninitialized(v)) return true;
  const info = state.symbols.info(v.symbol);
  const fact = info.kind === 'fresh' && info.at === JOINED ? state.facts.get(v.symbol) : undefined;
  return fact !== undefined && sameFact(fact, SOME_ADDRESS);
}

const isAddress = (state: State, v: Value): boolean => !isOpaque(v) && !isUninitialized(v) && isNonzero(state, v);

function setRange(state: State, symbol: number, value: Value): void {
  state.facts.set(symbol, makeFact(rangeOf(state, value), isNonzero(state, value), orNull(doubtsOf(value))));
}

const isText = ({ symbols }: State, v: Value): boolean => !isKnown(v) && symbols.isText(v.symbol);

/** A symbol that occurs in neither state, or the value itself. */
function unusedSymbol(a: State, b: State, x: Value, name: string): Symbolic {
  for (let count = 0; ; count++) {
    const symbol = a.symbols.fresh(JOINED, count, name, null);
    if (!b.facts.has(symbol.symbol) && (sameValue(symbol, x) || !a.facts.has(symbol.symbol))) return symbol;
  }
}

/** States of one shape are joined if there are more than this. */
const MOST_ALIKE = 3;

/**
 * Adds a state to those of its shape. A state that differs in at most one fact is joined at once, without loss of
 * precision.
 */
export function addTo(group: State[], state: State): void {
  const near = group.findIndex((other) => differences(other, state) <= 1);
  if (near >= 0) group[near] = joinKnowledge(group[near]!, state);
  else group.push(state);
  if (group.length > MOST_ALIKE) group.splice(0, group.length, group.reduce(joinKnowledge));
}

function differences(a: State, b: State): number {
  let count = 0;
  for (const [symbol, fact] of a.facts) if (!sameFact(fact, factOf(b, symbol)) && ++count > 1) return count;
  for (const [symbol, fact] of b.facts)
    if (!a.facts.has(symbol) && !sameFact(factOf(a, symbol), fact) && ++count > 1) return count;
  for (const [symbol, value] of a.same) {
    const other = b.same.get(symbol);
    if (other === undefined || textOf(other) !== textOf(value)) count += 2;
  }
  for (const symbol of b.same.keys()) if (!a.same.has(symbol)) count++;
  for (const key of a.apart.keys()) if (!b.apart.has(key)) count++;
  for (const key of b.apart.keys()) if (!a.apart.has(key)) count++;
  return count;
}

/**
 * Joins the knowledge of states of one shape. An input cell that only one of them has is dropped; it is materialised
 * again when needed.
 */
export function joinKnowledge(a: State, b: State): State {
  settleValues(a, b);
  alignUnchanged(a, b);
  for (const cell of [...a.cells.values()]) {
    if (cell.kind !== 'input') continue;
    const other = b.cells.get(cell.name);
    if (!other) a.cells.delete(cell.name);
    else if (other.maybeNull && !cell.maybeNull) a.update(cell, { maybeNull: true });
  }
  return joinFacts(a, b);
}

/**
 * The same number may be a constant in one state and, in the other, a symbol with a known value. The join drops facts
 * about the symbol, so such values are resolved first.
 */
function settleValues(a: State, b: State): void {
  if (a.facts.shares(b.facts) && a.same.shares(b.same)) return;
  a.registers.forEach((value, id) => {
    const other = b.registers[id];
    if (value !== undefined && other !== undefined && !sameValue(value, other)) a.registers[id] = a.resolve(value);
  });
  if (a.cells.shares(b.cells)) return;
  for (const { name, fields } of [...a.cells.values()]) {
    const others = b.cells.get(name)?.fields;
    if (!others || others === fields) continue;
    for (const [key, field] of fields) {
      const other = others.get(key);
      if (!other || sameValue(field.value, other.value)) continue;
      const value = a.resolve(field.value);
      if (!sameValue(value, field.value)) a.setField(name, key, withValue(field, value));
    }
  }
}

export function joinFacts(a: State, b: State): State {
  if (!a.facts.shares(b.facts) || a.cases !== b.cases) joinRanges(a, b);
  if (!a.same.shares(b.same))
    for (const [symbol, value] of a.same) {
      const other = b.same.get(symbol);
      if (other === undefined || textOf(other) !== textOf(value)) a.same.delete(symbol);
    }
  if (!a.apart.shares(b.apart)) for (const key of a.apart.keys()) if (!b.apart.has(key)) a.apart.delete(key);
  if (!a.births.shares(b.births))
    for (const [at, count] of b.births) if (count > (a.births.get(at) ?? 0)) a.births.set(at, count);
  a.doubts = unite(a.doubts, b.doubts);
  if (a.pending !== b.pending) a.pending = joinPending(a.pending, b.pending);
  a.outOfMemory &&= b.outOfMemory;
  a.learned = joinLearned(a.learned, b.learned);
  return a;
}

/** Joins the ranges; facts that differ become cases. */
function joinRanges(a: State, b: State): void {
  const [onlyA, onlyB] = [new Map<number, Fact>(), new Map<number, Fact>()];
  const facts = new Map<number, Fact>();
  for (const [symbol, x] of a.facts) {
    const y = b.facts.get(symbol);
    if (y && sameFact(x, y)) {
      facts.set(symbol, x);
      continue;
    }
    onlyA.set(symbol, x);
    if (!y) continue;
    onlyB.set(symbol, y);
    const both = makeFact(hull(x, y), isNever0(x) && isNever0(y));
    if (!isTrivial(a, symbol, both)) facts.set(symbol, both);
  }
  for (const [symbol, y] of b.facts) if (!a.facts.has(symbol)) onlyB.set(symbol, y);
  a.facts = new ForkingMap(facts);
  a.cases = joinCases(a, onlyA, b, onlyB);
}

/** Joins all cells of both states. Changes of inputs that only one state has are weakened first (`weakenUnshared`). */
export function joinAllCells(a: State, b: State): void {
  alignGlobals(a, b);
  if (a.cells.shares(b.cells)) return;
  weakenUnshared(a, b);
  weakenUnshared(b, a);
  for (const cell of [...a.cells.values()]) {
    const other = b.cells.get(cell.name);
    if (other) joinCells(a, b, cell, other);
  }
  for (const cell of [...a.cells.values()]) if (!b.cells.has(cell.name)) mayBeNull(a, cell);
  for (const cell of b.cells.values()) if (!a.cells.has(cell.name)) a.cells.set(cell.name, mayBeNull(a, cell));
}

/** An input that has escaped only by the join, in one of the states: in the other it may be null. */
const mayBeNull = (state: State, cell: Cell): Cell =>
  cell.kind === 'input' && !cell.maybeNull ? state.update(cell, { maybeNull: true }) : cell;

/**
 * Inputs and globals that the other state does not have: their changed fields become opaque, the stored cells escape,
 * and the cell may not exist.
 */
function weakenUnshared(state: State, other: State): void {
  for (const name of onlyIn(state, other)) {
    if (other.cells.has(name)) continue;
    const cell = state.cells.get(name)!;
    const { kind } = cell;
    if (!isChanged(cell)) {
      state.cells.delete(name);
      continue;
    }
    for (const [key, field] of cell.fields) {
      if (cell.before.get(key) === field) continue;
      markEscaped(state, field.value);
      markEscaped(other, field.value);
      state.setField(name, key, withValue(field, OPAQUE));
    }
    if (cell.copyOf) for (const one of [state, other]) markCopied(one, cell.copyOf);
    state.update(state.cells.get(name)!, { maybeNull: kind === 'input' });
  }
}

/** The inputs and globals that the other state does not have. Hot: usually there are none. */
function onlyIn(state: State, other: State): readonly number[] {
  const names: number[] = [];
  for (const { name, kind } of state.cells.values())
    if ((kind === 'input' || kind === 'global') && !other.cells.has(name)) names.push(name);
  return names;
}

/** An input or global that was overwritten as a whole. */
export const isWiped = ({ kind, untouched, wiped }: Cell): boolean =>
  (kind === 'input' && untouched !== 'input') || (kind === 'global' && wiped !== null);

/** Does the procedure change the cell? */
export function isChanged(cell: Cell): boolean {
  if (cell.kind === 'heap' || cell.kind === 'unknown') return true;
  if (cell.status !== 'live' || cell.escaped || cell.copied || cell.copyOf) return true;
  if (isWiped(cell)) return true;
  if (cell.fields === cell.before) return false;
  for (const [key, field] of cell.fields) if (cell.before.get(key) !== field && field.written) return true;
  return false;
}

const MOST_CASES = 32;

type Case = ReadonlyMap<number, Fact>;

/** No cases if there would be too many, or if one of them would be trivial. */
function joinCases(a: State, onlyA: Case, b: State, onlyB: Case): readonly Case[] {
  const [ofA, ofB] = [splitAtGaps(a, b, onlyA), splitAtGaps(b, a, onlyB)];
  if (ofA.some((only) => isTrivialCase(a, only)) || ofB.some((only) => isTrivialCase(b, only))) return [];
  const split = [...ofA.flatMap((only) => casesWith(a, only)), ...ofB.flatMap((only) => casesWith(b, only))];
  if (split.length <= MOST_CASES) return split;
  if (Math.max(1, a.cases.length) + Math.max(1, b.cases.length) > MOST_CASES) return [];
  return isTrivialCase(a, onlyA) || isTrivialCase(b, onlyB) ? [] : [...casesWith(a, onlyA), ...casesWith(b, onlyB)];
}

const isTrivialCase = ({ cases }: State, only: Case): boolean => cases.length === 0 && only.size === 0;

function casesWith({ cases }: State, only: Case): readonly Case[] {
  if (cases.length === 0) return [only];
  return only.size === 0 ? cases : cases.map((facts) => addedTo(only, facts));
}

function addedTo(facts: Case, more: Case): Case {
  const all = copyMap(facts);
  for (const [symbol, fact] of more) all.set(symbol, fact);
  return all;
}

export const sameFact = (x: Fact, y: Fact): boolean => x.low === y.low && x.high === y.high && x.nonzero === y.nonzero;

const isNever0 = (f: Fact): boolean => f.nonzero || f.low > 0 || f.high < 0;
