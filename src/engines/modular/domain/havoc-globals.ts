// Havoc of many globals at once, by a set of names (`State.havocked`), because one field per global would cost every caller.
// Set by summaries that change many globals (size.ts), applied at calls (effects.ts), aligned at joins (join.ts).

import { mayContain, type NameFilter, NO_NAMES, unionOf } from '../../../base/name-filter.js';
import { markEscaped } from './memory.js';
import { isFixed, isOnlyRead } from './shape.js';
import { type Cell, makeCell, type State } from './state.js';
import { isKnown, type Value } from './symbols.js';

/** The cell of a global at its first access; its contents are unknown if the global was havocked. */
export const currentGlobal = (state: State, cell: Cell): Cell =>
  state.havocCount > 0 && cell.untouched === 'input' && isNamedIn(state.havocked, state, cell)
    ? makeCell(cell.name, 'global', 'unknown', { epoch: state.havocCount })
    : cell;

function isNamedIn(names: NameFilter, { symbols }: State, { name }: Cell): boolean {
  const info = symbols.info(name);
  return info.kind === 'global' && mayContain(names, info.variable.name);
}

const isHavockedBy = (state: State, cell: Cell, names: NameFilter): boolean =>
  cell.kind === 'global' && !isFixed(state, cell) && isNamedIn(names, state, cell);

/**
 * Havocs the globals of these names and the memory reachable from them. Cells that were stored there escape, so they
 * are never reported as leaks.
 */
export function havocGlobals(state: State, names: NameFilter, havocCount = state.havocCount + 1): void {
  for (const cell of [...state.cells.values()]) {
    if (!isHavockedBy(state, cell, names)) continue;
    for (const { value } of cell.before.values()) havocReachable(state, value);
    for (const { value } of cell.fields.values()) {
      markEscaped(state, value);
      havocReachable(state, value);
    }
    state.cells.delete(cell.name);
  }
  state.havocked = unionOf(state.havocked, names);
  state.havocCount = havocCount;
}

/** Havocs all memory reachable from a value of a global. */
function havocReachable(state: State, v: Value): void {
  const work = [v];
  const seen = new Set<number>();
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    const cell = isKnown(value) ? null : state.cellAt(state.resolve(value));
    if (!cell || seen.has(cell.name) || isFixed(state, cell)) continue;
    seen.add(cell.name);
    for (const field of cell.fields.values()) work.push(field.value);
    if (cell.kind === 'local' || cell.status !== 'live') continue;
    state.update(cell, { fields: NOTHING, untouched: 'unknown', escaped: true, epoch: cell.epoch + 1, copyOf: null });
  }
}

const NOTHING: Cell['fields'] = new Map();

/** All states of a summary get the same set of names, so that it is serialised once. The loss of precision is small. */
export function shareHavocked(states: readonly State[]): void {
  const marked = states.filter(({ havocCount }) => havocCount > 0);
  const names = marked.map(({ havocked }) => havocked).reduce(unionOf, NO_NAMES);
  for (const state of marked) state.havocked = names;
}

const areAligned = (a: State, b: State): boolean => a.havocCount === b.havocCount && a.havocked === b.havocked;

/** Before a join or merge: a global without a cell must mean the same in both states. */
export function alignGlobals(a: State, b: State): void {
  if (areAligned(a, b)) return;
  const names = unionOf(a.havocked, b.havocked);
  const havocCount = Math.max(a.havocCount, b.havocCount) + 1;
  for (const state of [a, b]) havocGlobals(state, names, havocCount);
}

/** The same for states of one shape: they agree on written cells, but not on those that were only read. */
export function alignUnchanged(a: State, b: State): void {
  if (areAligned(a, b)) return;
  a.havocked = unionOf(a.havocked, b.havocked);
  a.havocCount = Math.max(a.havocCount, b.havocCount) + 1;
  for (const cell of [...a.cells.values()]) {
    if (!isHavockedBy(a, cell, a.havocked)) continue;
    if (isOnlyRead(a, cell)) a.cells.delete(cell.name);
    else a.update(cell, { epoch: a.havocCount });
  }
}
