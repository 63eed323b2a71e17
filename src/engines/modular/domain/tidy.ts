// What a state need no longer know: memory of nobody's that nothing leads to.
// Asked for by procedure.ts where states have grown; what is forgotten nobody can ask about.

import { letGo } from './memory.js';
import type { Cell, State } from './state.js';
import { isKnown, type Value } from './symbols.js';

/** A state that has become larger by this much is looked through. */
const GROWTH = 8;

export function tidy(state: State): void {
  if (state.cells.size < state.tidySize + GROWTH) return;
  const held = heldIn(state);
  for (const cell of [...state.cells.values()]) if (isStray(cell) && !held.has(cell.name)) drop(state, cell);
  state.tidySize = state.cells.size;
}

/** Memory that unseen code has hold of, and that is not the caller's: only somebody who still points to it can ask about it. */
const isStray = ({ kind, escaped, status }: Cell): boolean =>
  escaped && status === 'live' && (kind === 'unknown' || kind === 'heap');

/** Whatever it leads to is from now on known to unseen code only. */
function drop(state: State, cell: Cell): void {
  for (const { value } of cell.fields.values()) letGo(state, value);
  state.cells.delete(cell.name);
}

/** Symbols that variables and memory lead to, those they are made of, and the cells in which they were found. */
function heldIn(state: State): ReadonlySet<number> {
  const { symbols } = state;
  const held = new Set<number>();
  const add = (v: Value | null | undefined): void => {
    if (v !== null && v !== undefined && !isKnown(v)) held.add(v.symbol);
  };
  state.registers.forEach(add);
  for (const cell of state.cells.values()) if (!isStray(cell)) held.add(cell.name);
  for (const symbol of held) {
    const holder = symbols.holderOf(symbol);
    if (holder !== null) held.add(holder);
    add(state.same.get(symbol));
    const info = symbols.info(symbol);
    if (info.kind === 'term') [info.left, info.right].forEach(add);
    const cell = state.cells.get(symbol);
    if (!cell) continue;
    for (const { value } of cell.fields.values()) add(value);
    for (const { value } of cell.before.values()) add(value);
    [cell.copyOf, cell.size, cell.wiped].forEach(add);
  }
  return held;
}
