// Merge: one state for two of different shapes. What differs is forgotten; a cell that only one state freed escapes.
// Used by limits.ts where there are too many states.

import { joinAllCells, joinFacts, joinValues } from './join.js';
import { markEscaped } from './memory.js';
import type { State } from './state.js';
import { addressOf, isKnown, isZero, OPAQUE, sameValue, type Value } from './symbols.js';

/** s ⊔ t for states with different cells. Changes both; the result is `a`. */
export function mergeStates(a: State, b: State): State {
  reconcile(a, b);
  for (let id = 0; id < Math.max(a.registers.length, b.registers.length); id++) {
    const [value, other] = [a.registers[id], b.registers[id]];
    if (value !== undefined && other !== undefined) a.registers[id] = joinPointers(a, b, [value, other], `r${id}`);
    else if (value !== other) {
      for (const state of [a, b]) markEscaped(state, (value ?? other)!);
      a.registers[id] = OPAQUE;
    }
  }
  joinAllCells(a, b);
  for (const [head, count] of b.rounds) a.rounds.set(head, Math.max(count, a.rounds.get(head) ?? 0));
  return joinFacts(a, b);
}

/** A cell that is freed in one state and not in the other escapes: nothing is reported about it. */
function reconcile(a: State, b: State): void {
  if (a.cells.shares(b.cells)) return;
  const disputed: number[] = [];
  for (const { name, status } of a.cells.values())
    if ((b.cells.get(name)?.status ?? (status === 'freed' ? 'live' : status)) !== status) disputed.push(name);
  for (const name of disputed) disown(a, b, name);
  const freed: number[] = [];
  for (const { name, status } of b.cells.values()) if (status === 'freed' && !a.cells.has(name)) freed.push(name);
  for (const name of freed) disown(a, b, name);
}

function disown(a: State, b: State, name: number): void {
  for (const state of [a, b]) {
    const cell = state.cells.get(name);
    if (!cell) continue;
    state.update(cell, { status: 'live', freed: null });
    markEscaped(state, addressOf(name));
  }
}

/**
 * A number that has one name in both states keeps it, even if one of them knows its value. Where one state has a heap cell of
 * its own and the other has null, the result is the cell, which may be null.
 */
function joinPointers(a: State, b: State, [v, w]: readonly [Value, Value], name: string): Value {
  const [x, y] = [a.resolve(v), b.resolve(w)];
  if (sameValue(v, w) && isNumber(a, v) && [x, y].every((z) => isKnown(z) || sameValue(z, v))) return v;
  for (const [state, pointer, none, other] of [
    [a, x, y, b],
    [b, y, x, a],
  ] as const) {
    const cell = isZero(none) && !isKnown(pointer) && !other.cells.has(pointer.symbol) ? state.cellAt(pointer) : null;
    if (cell?.kind !== 'heap') continue;
    state.update(cell, { maybeNull: true });
    return pointer;
  }
  return joinValues(a, b, [x, y], name);
}

/** Integer types have bounds, addresses do not. */
const isNumber = ({ symbols }: State, v: Value): boolean => isKnown(v) || symbols.boundsOf(v.symbol).high < Infinity;
