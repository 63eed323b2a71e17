// Join: states that meet. Equal heaps become one state; where one knows less about numbers, it stands for both.
// Used by few.ts, which decides how many there may be, and by summaries.

import { copyMap, ForkingMap } from '../../../base/forking-map.js';
import { hull } from '../../../numeric/range.js';
import { unite } from './doubts.js';
import { factOf, isNonzero, rangeOf, saysNothing } from './facts.js';
import { alignGlobals, alignSeen } from './forgetting.js';
import { letGo } from './memory.js';
import { type Cell, type Fact, type Field, makeFact, type State, withValue } from './state.js';
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

/** What both cells are. */
export function joinCells(state: State, from: State, cell: Cell, other: Cell): void {
  if (cell === other) return;
  joinFields(state, from, cell, other);
  const now = state.cells.get(cell.name)!;
  const escaped = now.escaped || from.cells.get(cell.name)!.escaped;
  const maybeNull = now.maybeNull || other.maybeNull;
  const untouched = cell.untouched === other.untouched ? cell.untouched : 'unknown';
  const wiped = cell.untouched === 'input' ? other.wiped : cell.wiped;
  const epoch = Math.max(cell.epoch, other.epoch);
  const sameFlags = escaped === now.escaped && maybeNull === now.maybeNull && untouched === now.untouched;
  if (!sameFlags || wiped !== now.wiped || epoch !== now.epoch)
    state.update(now, { escaped, maybeNull, untouched, wiped, epoch });
}

function joinFields(state: State, from: State, cell: Cell, other: Cell): void {
  if (cell.fields === other.fields) return;
  for (const key of cell.fields.keys()) joinField(state, from, [cell, other], key);
  for (const key of other.fields.keys()) if (!cell.fields.has(key)) joinField(state, from, [cell, other], key);
}

/** What is not known stays so; what nobody has changed is still there. */
function joinField(state: State, from: State, [cell, other]: readonly [Cell, Cell], key: FieldKey): void {
  const x = cell.fields.get(key);
  const y = other.fields.get(key);
  if (x && (x === y || (y && sameValue(x.value, y.value)))) return;
  if (isUntouched(cell, key, x) && isUntouched(other, key, y)) return;
  const field = (x ?? y)!;
  const both = x && y && x.size === y.size ? ([x.value, y.value] as const) : ([field.value, OPAQUE] as const);
  for (const pointer of both) if (mayBeAddress(state, pointer)) for (const one of [state, from]) letGo(one, pointer);
  const value = joinValues(state, from, both, `${cell.name}.${key}`);
  if (!x || !sameValue(x.value, value)) state.setField(cell.name, key, withValue(field, value));
}

/** A pointer that came from the caller: where it was stored, nobody can tell any more. */
function mayBeAddress({ symbols }: State, v: Value): boolean {
  if (isKnown(v)) return false;
  const info = symbols.info(v.symbol);
  return info.kind === 'input' ? info.type.kind === 'pointer' : info.kind === 'parameter' && isUnbounded(symbols, v);
}

/** Numbers have bounds, addresses have none. */
const isUnbounded = (symbols: Symbols, { symbol }: Symbolic): boolean => symbols.boundsOf(symbol).high === Infinity;

const isUntouched = ({ before }: Cell, key: FieldKey, field: Field | undefined): boolean =>
  !field || before.get(key) === field;

/**
 * One of two numbers; what is known of each is kept with the case that it belongs to. Which of two blocks it is, is forgotten:
 * from now on something unknown points to them.
 */
export function joinValues(a: State, b: State, [v, w]: readonly [Value, Value], name: string): Value {
  const [x, y] = [a.resolve(v), b.resolve(w)];
  if (sameValue(x, y) || (isText(a, x) && isText(b, y))) return x;
  if (a.cellAt(x) || b.cellAt(y) || [x, y].some((z) => isOpaque(z) || isUninitialized(z))) {
    for (const state of [a, b]) for (const z of [x, y]) letGo(state, z);
    return OPAQUE;
  }
  const either = unusedSymbol(a, b, x, name);
  for (const [state, value] of [
    [a, x],
    [b, y],
  ] as const)
    setRange(state, either.symbol, value);
  return either;
}

function setRange(state: State, symbol: number, value: Value): void {
  state.facts.set(symbol, makeFact(rangeOf(state, value), isNonzero(state, value), doubtsOf(value)));
}

const isText = ({ symbols }: State, v: Value): boolean => !isKnown(v) && symbols.isText(v.symbol);

/** A symbol that neither state knows yet, unless it is the value itself. */
function unusedSymbol(a: State, b: State, x: Value, name: string): Symbolic {
  for (let count = 0; ; count++) {
    const symbol = a.symbols.fresh(JOINED, count, name, null);
    if (!b.facts.has(symbol.symbol) && (sameValue(symbol, x) || !a.facts.has(symbol.symbol))) return symbol;
  }
}

/** States with the same cells and pointers may differ in numbers this often before they are joined. */
const MOST_ALIKE = 3;

/** A state that differs from another in one fact only is joined with it at once: nothing is lost. Of many, all are joined. */
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

/** What both know. Inputs that only one of them has looked at are no longer known to be there. */
export function joinKnowledge(a: State, b: State): State {
  settleValues(a, b);
  alignSeen(a, b);
  for (const cell of [...a.cells.values()]) {
    if (cell.kind !== 'input') continue;
    const other = b.cells.get(cell.name);
    if (!other) a.cells.delete(cell.name);
    else if (other.maybeNull && !cell.maybeNull) a.update(cell, { maybeNull: true });
  }
  return joinFacts(a, b);
}

/**
 * x = n where n is known to be 0, and x = 0 where it is not: both look alike, but what makes the first so is about to be forgotten.
 * Where two values differ that look alike, what they look like is kept.
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
  return a;
}

/** The ranges of both, and which go with which as cases. */
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
    if (!saysNothing(a, symbol, both)) facts.set(symbol, both);
  }
  for (const [symbol, y] of b.facts) if (!a.facts.has(symbol)) onlyB.set(symbol, y);
  a.facts = new ForkingMap(facts);
  a.cases = joinCases(a, onlyA, b, onlyB);
}

/** All cells of both. What only one of them knows of memory that is not ours is doubtful: `forgetChanges` comes first. */
export function joinAllCells(a: State, b: State): void {
  alignGlobals(a, b);
  if (a.cells.shares(b.cells)) return;
  forgetChanges(a, b);
  forgetChanges(b, a);
  for (const cell of [...a.cells.values()]) {
    const other = b.cells.get(cell.name);
    if (other) joinCells(a, b, cell, other);
  }
  for (const cell of b.cells.values()) if (!a.cells.has(cell.name)) a.cells.set(cell.name, cell);
}

/**
 * Cells of the caller's that the other state does not know: their changes are changes to something unknown, if there is such a
 * cell, and the blocks whose addresses were stored there are known to somebody unknown.
 */
function forgetChanges(state: State, other: State): void {
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
      letGo(state, field.value);
      letGo(other, field.value);
      state.setField(name, key, withValue(field, OPAQUE));
    }
    state.update(state.cells.get(name)!, { maybeNull: kind === 'input' });
  }
}

/** The caller's cells that the other state does not know. Hot: most states that meet know the same. */
function onlyIn(state: State, other: State): readonly number[] {
  const names: number[] = [];
  for (const { name, kind } of state.cells.values())
    if ((kind === 'input' || kind === 'global') && !other.cells.has(name)) names.push(name);
  return names;
}

/** Memory of others that was overwritten as a whole. */
export const isWiped = ({ kind, untouched, wiped }: Cell): boolean =>
  (kind === 'input' && untouched !== 'input') || (kind === 'global' && wiped !== null);

/** Does the procedure leave the cell otherwise than it was? */
export function isChanged(cell: Cell): boolean {
  if (cell.kind === 'heap' || cell.kind === 'unknown') return true;
  if (cell.status !== 'live' || cell.escaped || cell.copyOf) return true;
  if (isWiped(cell)) return true;
  if (cell.fields === cell.before) return false;
  for (const [key, field] of cell.fields) if (cell.before.get(key) !== field && field.written) return true;
  return false;
}

const MOST_CASES = 32;

type Case = ReadonlyMap<number, Fact>;

/** Too many cases, or one that says nothing, are as good as none. */
function joinCases(a: State, onlyA: Case, b: State, onlyB: Case): readonly Case[] {
  if (saysNothingMore(a, onlyA) || saysNothingMore(b, onlyB)) return [];
  if (Math.max(1, a.cases.length) + Math.max(1, b.cases.length) > MOST_CASES) return [];
  return [...casesWith(a, onlyA), ...casesWith(b, onlyB)];
}

const saysNothingMore = ({ cases }: State, only: Case): boolean => cases.length === 0 && only.size === 0;

function casesWith({ cases }: State, only: Case): readonly Case[] {
  if (cases.length === 0) return [only];
  return only.size === 0 ? cases : cases.map((facts) => addedTo(only, facts));
}

function addedTo(facts: Case, more: Case): Case {
  const all = copyMap(facts);
  for (const [symbol, fact] of more) all.set(symbol, fact);
  return all;
}

const sameFact = (x: Fact, y: Fact): boolean => x.low === y.low && x.high === y.high && x.nonzero === y.nonzero;

const isNever0 = (f: Fact): boolean => f.nonzero || f.low > 0 || f.high < 0;
