// Limits the size of summaries: cells that are far from parameters and globals become unknown.
// The last step between procedure.ts and a summary; small summaries do not change.

import { filterOf } from '../../../base/name-filter.js';
import { havocGlobals } from '../domain/havoc-globals.js';
import { isChanged } from '../domain/join.js';
import { markCopied, markEscaped } from '../domain/memory.js';
import { type Cell, type Event, makeField, type State } from '../domain/state.js';
import { addressOf, isKnown, OPAQUE, type Symbols, type Value } from '../domain/symbols.js';
import { dropInvisible, type Outcome } from './summary.js';

/** Limits on the cells of an outcome, since every caller pays for them. With many outcomes each gets fewer. */
const MOST_CELLS = 40;
const FEWEST_CELLS = 16;
const CELLS_OF_ALL = 200;

/** The limit on the cells of each of so many outcomes. */
export const cellsFor = (outcomes: number): number =>
  Math.min(MOST_CELLS, Math.max(FEWEST_CELLS, Math.floor(CELLS_OF_ALL / Math.max(1, outcomes))));

/** Cells up to this distance from a parameter, and freed cells, are always kept. */
const ALWAYS = 1;

/** If an outcome changes more globals than this, they are havocked as a set of names. */
const MOST_GLOBALS = 48;

/** Havocs the globals of an outcome that changes too many, and drops memory that only they reach. */
export function limitGlobals(outcome: Outcome): Outcome {
  const { state, result } = outcome;
  const changed = [...state.cells.values()].filter((cell) => cell.kind === 'global' && isChanged(cell));
  if (changed.length <= MOST_GLOBALS) return outcome;
  const names = new Map(changed.map(({ name }) => [name, nameOf(state, name)]));
  const found = foundFrom(outcome);
  havocGlobals(state, filterOf(names.values()));
  for (const { name } of [...state.cells.values()])
    if (names.has(rootOf(state.symbols, name)) && !found.has(name)) state.cells.delete(name);
  dropInvisible(state, result);
  return outcome;
}

function nameOf({ symbols }: State, symbol: number): string {
  const info = symbols.info(symbol);
  return info.kind === 'global' ? info.variable.name : '';
}

/** The parameter or global from which an input was reached. */
function rootOf(symbols: Symbols, symbol: number): number {
  const info = symbols.info(symbol);
  return info.kind === 'input' ? rootOf(symbols, info.of) : symbol;
}

/** Cells reachable from parameters and the result. */
function foundFrom({ state, result }: Outcome): ReadonlySet<number> {
  const found = new Set<number>();
  const add = (v: Value): void => {
    const value = isKnown(v) ? v : state.resolve(v);
    if (!isKnown(value)) found.add(value.symbol);
  };
  if (result !== null) add(result);
  for (const { name } of state.cells.values()) if (state.symbols.info(name).kind === 'parameter') found.add(name);
  for (const symbol of found) for (const { value } of state.cells.get(symbol)?.fields.values() ?? []) add(value);
  return found;
}

export function limitSize(outcome: Outcome, most: number): Outcome {
  const { state } = outcome;
  if (state.cells.size <= most) return outcome;
  const depths = depthsOf(outcome);
  const deepest = [...state.cells.values()]
    .map((cell) => ({ cell, depth: depths.get(cell.name) ?? DEEP }))
    .filter(({ cell, depth }) => depth > ALWAYS && cell.status !== 'freed')
    .sort((a, b) => b.depth - a.depth || b.cell.name - a.cell.name);
  const dropped = new Map(deepest.slice(0, state.cells.size - most).map(({ cell }) => [cell.name, cell]));
  for (const cell of dropped.values()) escapeContent(state, cell);
  for (const { copyOf } of dropped.values()) if (copyOf) markCopied(state, copyOf);
  for (const name of dropped.keys()) state.cells.delete(name);
  for (const cell of [...state.cells.values()]) havocDropped(state, cell, dropped);
  dropFactsBehind(state, dropped);
  return outcome;
}

const DEEP = 99;

/** The distance of each cell from a parameter or the result, in pointers; globals are one away. */
function depthsOf({ state, result }: Outcome): ReadonlyMap<number, number> {
  const depths = new Map<number, number>();
  let level: Value[] = result === null ? [] : [result];
  const globals: Value[] = [];
  for (const { name, kind } of state.cells.values()) {
    const address = addressOf(name);
    if (kind === 'global') globals.push(address);
    else if (state.symbols.info(name).kind === 'parameter') level.push(address);
  }
  for (let depth = 0; level.length > 0 || depth === 0; depth++) {
    const next: Value[] = depth === 0 ? globals : [];
    for (const value of level) {
      const cell = state.cellAt(state.resolve(value));
      if (!cell || depths.has(cell.name)) continue;
      depths.set(cell.name, depth);
      for (const fields of [cell.fields, cell.before]) for (const field of fields.values()) next.push(field.value);
    }
    level = next;
  }
  return depths;
}

/** What was stored in a dropped cell escapes. */
function escapeContent(state: State, { fields, before }: Cell): void {
  for (const [key, field] of fields) if (before.get(key) !== field) markEscaped(state, field.value);
}

/** A pointer to a dropped cell becomes unknown, unless nothing changed there. So does a field that held one before. */
function havocDropped(state: State, cell: Cell, dropped: ReadonlyMap<number, Cell>): void {
  for (const [key, field] of cell.fields) {
    const values = [field.value, cell.before.get(key)?.value ?? 0].map((value) => state.resolve(value));
    const targets = values.flatMap((value) => (isKnown(value) ? [] : (dropped.get(value.symbol) ?? [])));
    const target = targets.find((one) => !isUnchangedBelow(one, dropped, state));
    const { size, written, isPointer } = field;
    if (target) state.setField(cell.name, key, makeField(OPAQUE, size, written ?? eventIn(target), isPointer));
  }
}

/** Is nothing changed in the cell, nor in cells reachable from it? */
function isUnchangedBelow(
  cell: Cell,
  dropped: ReadonlyMap<number, Cell>,
  state: State,
  seen = new Set<Cell>(),
): boolean {
  if (seen.has(cell)) return true;
  seen.add(cell);
  if (cell.kind !== 'input' || cell.status !== 'live' || cell.escaped || cell.untouched !== 'input') return false;
  for (const [key, field] of cell.fields) {
    if (cell.before.get(key) !== field) return false;
    const value = state.resolve(field.value);
    const behind = isKnown(value) ? undefined : dropped.get(value.symbol);
    if (behind && !isUnchangedBelow(behind, dropped, state, seen)) return false;
  }
  return true;
}

function eventIn({ fields, freed }: Cell): Event | null {
  for (const { written } of fields.values()) if (written) return written;
  return freed?.event ?? null;
}

/** Drops facts about dropped cells; that makes the precondition of the outcome weaker. */
function dropFactsBehind(state: State, dropped: ReadonlyMap<number, Cell>): void {
  const isBehind = (symbol: number): boolean => {
    const info = state.symbols.info(symbol);
    return dropped.has(symbol) || (info.kind === 'input' && (dropped.has(info.of) || isBehind(info.of)));
  };
  for (const symbol of [...state.facts.keys()]) if (isBehind(symbol)) state.facts.delete(symbol);
  const cases = state.cases.map((facts) => new Map([...facts].filter(([symbol]) => !isBehind(symbol))));
  state.cases = cases.some((facts) => facts.size === 0) ? [] : cases;
}
