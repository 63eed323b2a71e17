// Drops unreachable cells of unknown origin from a state.
// Used by procedure.ts where states have grown. No later operation can name the dropped cells.

import { escapeContents } from './memory.js';
import type { Cell, State } from './state.js';
import { isKnown, type Value } from './symbols.js';

/** States are searched after growing by this many cells. */
const GROWTH = 8;

export function dropUnreachable(state: State): void {
  if (state.cells.size < state.sizeAfterDrop + GROWTH) return;
  const held = heldIn(state);
  for (const cell of [...state.cells.values()]) if (isDroppable(cell) && !held.has(cell.name)) drop(state, cell);
  state.sizeAfterDrop = state.cells.size;
}

/** A live escaped cell that is not an input: it matters only while a pointer to it remains. */
const isDroppable = ({ kind, escaped, status }: Cell): boolean =>
  escaped && status === 'live' && (kind === 'unknown' || kind === 'heap');

/** All that the dropped cell points to escapes. */
function drop(state: State, cell: Cell): void {
  escapeContents(state, [cell]);
  state.cells.delete(cell.name);
}

/** Symbols reachable from variables and other cells, their operands, and the cells that they were read from. */
function heldIn(state: State): ReadonlySet<number> {
  const { symbols } = state;
  const held = new Set<number>();
  const add = (v: Value | null | undefined): void => {
    if (v !== null && v !== undefined && !isKnown(v)) held.add(v.symbol);
  };
  state.registers.forEach(add);
  for (const cell of state.cells.values()) if (!isDroppable(cell)) held.add(cell.name);
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
