// Which variable or member held a pointer, once the variable is gone: for messages about what is lost with it.
// Taken before variables end; asked by leaks.ts if something is lost.

import type { LocalVariable } from '../../../ir/program.js';
import { nameOffset } from '../../shared/name-fields.js';
import { type Cell, isRegister, type State } from '../domain/state.js';
import { isKnown, type Value } from '../domain/symbols.js';

/** The name of the pointer to a cell, as C has it; null: no variable held one. */
export type HolderOf = (state: State, cell: Cell) => string | null;

export const NO_HOLDER: HolderOf = () => null;

/** A place that held a value. */
export const heldIn =
  (name: () => string, value: Value): HolderOf =>
  (state, cell) =>
    leadsTo(state, value, cell) ? name() : null;

/** The variables as they are now. */
export function holdersAmong(state: State, variables: readonly LocalVariable[]): HolderOf {
  const registers: (readonly [LocalVariable, Value])[] = [];
  const records: (readonly [LocalVariable, Cell])[] = [];
  for (const variable of variables) {
    if (variable.kind === 'temporary') continue;
    const value = state.registers[variable.id];
    if (isRegister(variable) && value !== undefined && !isKnown(value)) registers.push([variable, value]);
    const cell = isRegister(variable) ? undefined : state.cells.get(state.symbols.local(variable));
    if (cell) records.push([variable, cell]);
  }
  return (now, cell) => {
    const direct = registers.find(([, value]) => leadsTo(now, value, cell));
    if (direct) return direct[0].name;
    for (const [variable, { fields }] of records) {
      for (const [key, { value }] of fields) {
        if (typeof key === 'number' && leadsTo(now, value, cell)) return memberName(variable, key);
      }
    }
    return null;
  };
}

const leadsTo = (state: State, value: Value, { name }: Cell): boolean =>
  !isKnown(value) && state.cellAt(state.resolve(value))?.name === name;

function memberName({ name, type }: LocalVariable, offset: number): string {
  const member = nameOffset(type, offset);
  return member === '' || member.startsWith('[') ? `${name}${member}` : `${name}.${member}`;
}
