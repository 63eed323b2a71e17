// Globals that may have changed, as one mark (`State.forgotten`) where telling of each would cost every caller.
// Set by summaries that change many (size.ts), carried out at calls (instantiate.ts), heeded where states meet (join.ts).

import { mayContain, type NameFilter, NO_NAMES, unionOf } from '../../../base/name-filter.js';
import { letGo } from './memory.js';
import { isFixed, isOnlySeen } from './shape.js';
import { type Cell, makeCell, type State } from './state.js';
import { isKnown, type Value } from './symbols.js';

/** A global that is looked at for the first time: of one that may have changed nobody knows what it holds. */
export const asItIsNow = (state: State, cell: Cell): Cell =>
  state.age > 0 && cell.untouched === 'input' && isAmong(state.forgotten, state, cell)
    ? makeCell(cell.name, 'global', 'unknown', { epoch: state.age })
    : cell;

function isAmong(names: NameFilter, { symbols }: State, { name }: Cell): boolean {
  const info = symbols.info(name);
  return info.kind === 'global' && mayContain(names, info.variable.name);
}

const canForget = (state: State, cell: Cell, names: NameFilter): boolean =>
  cell.kind === 'global' && !isFixed(state, cell) && isAmong(names, state, cell);

/**
 * The globals of these names, and the memory they lead to, may hold anything from now on. Blocks that were stored there are
 * somebody's: they are never lost.
 */
export function forgetGlobals(state: State, names: NameFilter, age = state.age + 1): void {
  for (const cell of [...state.cells.values()]) {
    if (!canForget(state, cell, names)) continue;
    for (const { value } of cell.before.values()) forgetBehind(state, value);
    for (const { value } of cell.fields.values()) {
      letGo(state, value);
      forgetBehind(state, value);
    }
    state.cells.delete(cell.name);
  }
  state.forgotten = unionOf(state.forgotten, names);
  state.age = age;
}

/** What memory holds that can be found through a global. */
function forgetBehind(state: State, v: Value): void {
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

/** States of one summary forget the same, so that it is written once; few of them would forget much less. */
export function shareForgotten(states: readonly State[]): void {
  const marked = states.filter(({ age }) => age > 0);
  const names = marked.map(({ forgotten }) => forgotten).reduce(unionOf, NO_NAMES);
  for (const state of marked) state.forgotten = names;
}

const areAligned = (a: State, b: State): boolean => a.age === b.age && a.forgotten === b.forgotten;

/** Two states that are to be one must mean the same by a global that they do not speak of. */
export function alignGlobals(a: State, b: State): void {
  if (areAligned(a, b)) return;
  const names = unionOf(a.forgotten, b.forgotten);
  const age = Math.max(a.age, b.age) + 1;
  for (const state of [a, b]) forgetGlobals(state, names, age);
}

/** The same for states of one shape: what they have written is the same, what they have seen is not. */
export function alignSeen(a: State, b: State): void {
  if (areAligned(a, b)) return;
  a.forgotten = unionOf(a.forgotten, b.forgotten);
  a.age = Math.max(a.age, b.age) + 1;
  for (const cell of [...a.cells.values()]) {
    if (!canForget(a, cell, a.forgotten)) continue;
    if (isOnlySeen(a, cell)) a.cells.delete(cell.name);
    else a.update(cell, { epoch: a.age });
  }
}
