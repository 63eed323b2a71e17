// Merge: one state for two that have little in common. What is not the same in both is forgotten, and a block that only one
// of them has freed is nobody's to judge. Used by few.ts where there are too many.

import { joinAllCells, joinFacts, joinValues } from './join.js';
import { letGo } from './memory.js';
import type { State } from './state.js';
import { addressOf, isKnown, isZero, OPAQUE, type Value } from './symbols.js';

/** s ⊔ t for states with different blocks. Changes both; the result is `a`. */
export function mergeStates(a: State, b: State): State {
  reconcile(a, b);
  for (let id = 0; id < Math.max(a.registers.length, b.registers.length); id++) {
    const [value, other] = [a.registers[id], b.registers[id]];
    if (value !== undefined && other !== undefined) a.registers[id] = joinPointers(a, b, [value, other], `r${id}`);
    else if (value !== other) {
      for (const state of [a, b]) letGo(state, (value ?? other)!);
      a.registers[id] = OPAQUE;
    }
  }
  joinAllCells(a, b);
  for (const [head, count] of b.rounds) a.rounds.set(head, Math.max(count, a.rounds.get(head) ?? 0));
  return joinFacts(a, b);
}

/** A block that is freed in one and not in the other, or that only one of them has, may be anybody's. */
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
    letGo(state, addressOf(name));
  }
}

/** Where one has a block of its own and the other null, the block may be null. */
function joinPointers(a: State, b: State, [v, w]: readonly [Value, Value], name: string): Value {
  const [x, y] = [a.resolve(v), b.resolve(w)];
  for (const [state, block, none, other] of [
    [a, x, y, b],
    [b, y, x, a],
  ] as const) {
    const cell = isZero(none) && !isKnown(block) && !other.cells.has(block.symbol) ? state.cellAt(block) : null;
    if (cell?.kind !== 'heap') continue;
    state.update(cell, { maybeNull: true });
    return block;
  }
  return joinValues(a, b, [x, y], name);
}
