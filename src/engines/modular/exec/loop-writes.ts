// Local arrays and records that a loop writes: iterations that are not followed may have initialised other elements.
// Used by procedure.ts where the counters of a loop are widened, and where a path leaves a loop.

import type { Block, Place, Variable } from '../../../ir/instr.js';
import type { LocalVariable } from '../../../ir/program.js';
import { isRegister, makeCell, type State } from '../domain/state.js';

export const markWritten = (state: State, loop: readonly Block[]): void => markFilled(state, writtenIn(loop));

/** The contents of the variables are no longer uninitialised. */
export function markFilled(state: State, variables: Iterable<LocalVariable>): void {
  for (const variable of variables) {
    const name = state.symbols.local(variable);
    const cell = state.cells.get(name);
    if (!cell) state.cells.set(name, makeCell(name, 'local', 'unknown'));
    else if (cell.untouched === 'uninitialized') state.update(cell, { untouched: 'unknown' });
  }
}

/** The local arrays that a loop writes. */
export const arraysIn = (loop: readonly Block[]): LocalVariable[] =>
  [...writtenIn(loop)].filter(({ type }) => type.kind === 'array');

function writtenIn(loop: readonly Block[]): Set<LocalVariable> {
  const written = new Set<LocalVariable>();
  for (const { instrs } of loop)
    for (const i of instrs) {
      const place = i.kind === 'assign' ? i.place : i.kind === 'call' ? i.result : null;
      const variable = place && variableOf(place);
      if (variable && variable.kind !== 'global' && !isRegister(variable)) written.add(variable);
    }
  return written;
}

/** The variable that the place is part of: a[n], or *(&a[0] + n). */
function variableOf(place: Place): Variable | null {
  if (place.kind === 'var') return place.variable;
  if (place.kind !== 'deref') return variableOf(place.base);
  let { pointer } = place;
  while (pointer.kind === 'cast' || pointer.kind === 'binary')
    pointer = pointer.kind === 'cast' ? pointer.operand : pointer.left;
  return pointer.kind === 'address' ? variableOf(pointer.place) : null;
}
