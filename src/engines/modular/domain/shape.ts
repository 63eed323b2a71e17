// The shape of a state: all of it but facts and cells that were only read. States of one shape are candidates for a join.
// Shapes are found by hash and then compared. Used by limits.ts.

import { isConstant } from './globals.js';
import type { Cell, Field, State } from './state.js';
import { addressOf, type FieldKey, isKnown, numberOf, type SymbolInfo, type Value } from './symbols.js';

const FEW = 4;

/** Groups states by shape, in the order of the first state of each. */
export function groupByShape(
  states: readonly State[],
  add: (group: State[], state: State) => void,
): readonly State[][] {
  const groups: State[][] = [];
  const byHash = new Map<number, State[][]>();
  // For a few states the comparison alone is faster than hashing.
  const numberOf = states.length > FEW ? hashOf : () => 0;
  for (const state of states) {
    const hash = numberOf(state);
    const candidates = byHash.get(hash) ?? [];
    const group = candidates.find(([first]) => sameShape(first!, state));
    if (group) {
      add(group, state);
      continue;
    }
    const own = [state];
    groups.push(own);
    byHash.set(hash, [...candidates, own]);
  }
  return groups;
}

/** An input or global that was only read: another read would find the same values. */
export function isOnlyRead(state: State, cell: Cell): boolean {
  if (cell.kind === 'input') return cell.untouched === 'input' && isUnchanged(cell);
  if (cell.kind !== 'global') return false;
  if (state.havocCount > 0 && cell.untouched === 'unknown') return isUnwritten(cell);
  return isUnchanged(cell) && (cell.untouched === 'input' || isFixed(state, cell));
}

/** A havocked global that was not written since. */
function isUnwritten({ escaped, copied, copyOf, wiped, fields }: Cell): boolean {
  if (escaped || copied || copyOf || wiped !== null) return false;
  for (const { written } of fields.values()) if (written) return false;
  return true;
}

function isUnchanged({ status, escaped, copied, copyOf, fields, before }: Cell): boolean {
  if (status !== 'live' || escaped || copied || copyOf) return false;
  if (fields === before) return true;
  for (const [key, field] of fields) if (before.get(key) !== field) return false;
  return true;
}

/** A string literal or a constant table. */
export function isFixed({ symbols }: State, { name, kind }: Cell): boolean {
  if (kind !== 'global') return false;
  symbols.fixed[name] ??= isFixedVariable(symbols.info(name));
  return symbols.fixed[name]!;
}

const isFixedVariable = (info: SymbolInfo): boolean =>
  info.kind === 'global' && (info.variable.literal || isConstant(info.variable));

// ---- the number ------------------------------------------------------------------------------------------------

const mix = (a: number, b: number): number => {
  const h = Math.imul(a ^ b, 0x9e3779b1);
  return h ^ (h >>> 15);
};

/** A sum, so that the hash does not depend on the order of cells. */
function hashOf(state: State): number {
  let hash = (state.widenedIn ?? -1) + (state.isMerged ? 1 << 20 : 0);
  const { registers } = state;
  for (let id = 0; id < registers.length; id++) {
    const value = registers[id];
    if (value !== undefined) hash += mix(mix(id, 1), hashOfValue(canonicalValue(state, value)));
  }
  for (const cell of state.cells.values()) if (!isOnlyRead(state, cell)) hash += hashOfCell(state, cell);
  for (const [head, count] of state.rounds) hash += mix(mix(head, 2), count);
  return hash | 0;
}

function hashOfCell(state: State, cell: Cell): number {
  let hash = 0;
  if (!hasUnknownContent(cell) && cell.fields !== cell.before)
    for (const [key, field] of cell.fields)
      if (cell.before.get(key) !== field)
        hash += mix(typeof key === 'number' ? key : hashOfText(key), hashOfValue(canonicalValue(state, field.value)));
  return mix(mix(cell.name, headOf(cell)), hash | 0);
}

const headOf = ({ status, maybeNull, escaped }: Cell): number =>
  (status === 'live' ? 0 : 1) + (maybeNull ? 2 : 0) + (escaped ? 4 : 0);

function hashOfValue(v: Value): number {
  if (isKnown(v)) return mix(numberOf(v) | 0, 3);
  return mix(mix(v.symbol, v.plus | 0), v.index === '' ? 0 : hashOfText(v.index));
}

function hashOfText(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash, 31) + text.charCodeAt(i);
  return hash | 0;
}

// ---- the comparison --------------------------------------------------------------------------------------------

function sameShape(a: State, b: State): boolean {
  if (a.widenedIn !== b.widenedIn || a.isMerged !== b.isMerged) return false;
  return sameRegisters(a, b) && sameRounds(a.rounds, b.rounds) && sameCells(a, b);
}

function sameRegisters(a: State, b: State): boolean {
  const count = Math.max(a.registers.length, b.registers.length);
  for (let id = 0; id < count; id++) {
    const [x, y] = [a.registers[id], b.registers[id]];
    if (x === undefined || y === undefined ? x !== y : !sameCanonical(a, x, b, y)) return false;
  }
  return true;
}

function sameRounds(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  if (a.size !== b.size) return false;
  for (const [head, count] of a) if (b.get(head) !== count) return false;
  return true;
}

function sameCells(a: State, b: State): boolean {
  let count = 0;
  for (const cell of a.cells.values()) {
    if (isOnlyRead(a, cell)) continue;
    const other = b.cells.get(cell.name);
    if (!other || isOnlyRead(b, other) || !sameCell(a, cell, b, other)) return false;
    count++;
  }
  for (const cell of b.cells.values()) if (!isOnlyRead(b, cell)) count--;
  return count === 0;
}

function sameCell(a: State, x: Cell, b: State, y: Cell): boolean {
  if (x.kind !== y.kind || x.status !== y.status || x.untouched !== y.untouched) return false;
  if (x.maybeNull !== y.maybeNull || x.escaped !== y.escaped || x.copied !== y.copied) return false;
  return hasUnknownContent(x) || (hasFieldsOf(a, x, b, y) && hasFieldsOf(b, y, a, x));
}

/** Does the other cell have the same changes? */
function hasFieldsOf(a: State, x: Cell, b: State, y: Cell): boolean {
  for (const [key, field] of x.fields) {
    if (x.before.get(key) === field) continue;
    const other = changedIn(y, key);
    if (!other || !sameCanonical(a, field.value, b, other.value)) return false;
  }
  return true;
}

function changedIn({ fields, before }: Cell, key: FieldKey): Field | null {
  const field = fields.get(key);
  return field && before.get(key) !== field ? field : null;
}

/** The contents of an escaped cell of unknown origin are unknown anyway. */
const hasUnknownContent = ({ kind, escaped }: Cell): boolean => kind === 'unknown' && escaped;

function sameCanonical(a: State, v: Value, b: State, w: Value): boolean {
  const [x, y] = [canonicalValue(a, v), canonicalValue(b, w)];
  if (isKnown(x) || isKnown(y)) return isKnown(x) && isKnown(y) && numberOf(x) === numberOf(y);
  return x.symbol === y.symbol && x.plus === y.plus && x.index === y.index;
}

const A_TEXT = addressOf(-1);

/** All string literals are equivalent. */
function canonicalValue(state: State, v: Value): Value {
  const value = isKnown(v) ? v : state.resolve(v);
  return !isKnown(value) && state.symbols.isText(value.symbol) ? A_TEXT : value;
}
