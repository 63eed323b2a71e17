// Slots: the names in graphs of variables, one per variable and call depth, and of functions whose address is taken.
// One table per analysis; numbers instead of objects keep graphs comparable.

import type { Variable } from '../../ir/instr.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isPlainLocal } from '../shared/plain-locals.js';
import type { Name, Target } from './paper/cell.js';

export interface Slot {
  readonly name: Name;
  readonly label: string;
  readonly variable: Variable | null;
  /** Number of calls below the entry; -1 for globals, -2 for arguments of recursive calls. */
  readonly depth: number;
}

/** The depth at which all recursive calls are analysed: below every call that is inlined from the entry. */
export const SUMMARY_DEPTH = 1024;

/** Holds a value while the cell it came from is overwritten. */
export const HOLDER: Name = 1;
const FIRST = 8;
const ARGUMENTS = -2;

export class Slots {
  private readonly slots: Slot[] = [];
  private readonly byVariable = new Map<Variable, Map<number, Slot>>();
  private readonly results: Slot[] = [];
  private readonly functions: FunctionSymbol[] = [];
  private readonly arguments = new Map<Variable, Slot>();

  ofVariable(variable: Variable, depth: number): Name {
    const at = variable.kind === 'global' ? -1 : depth;
    const known = this.byVariable.get(variable) ?? new Map<number, Slot>();
    this.byVariable.set(variable, known);
    const slot = known.get(at) ?? this.add(variable.name, variable, at);
    known.set(at, slot);
    return slot.name;
  }

  /** Where a call at this depth stores its result. */
  ofResult(depth: number): Name {
    const slot = this.results[depth] ?? this.add('result', null, depth);
    this.results[depth] = slot;
    return slot.name;
  }

  /** A variable of the analysis itself, such as the caller's own copy of an argument. */
  ofGhost(label: string): Name {
    return this.add(label, null, -1).name;
  }

  /** The argument at the start of a recursive call; writes to the parameter do not change it. */
  ofArgument(param: Variable): Name {
    const slot = this.arguments.get(param) ?? this.add(`${param.name} at the call`, null, ARGUMENTS);
    this.arguments.set(param, slot);
    return slot.name;
  }

  slot(name: Name): Slot | null {
    return this.slots[name - FIRST] ?? null;
  }

  ofFunction(f: FunctionSymbol): Target {
    const index = this.functions.indexOf(f);
    return index >= 0 ? -(index + 1) : -this.functions.push(f);
  }

  functionOf(target: Target): FunctionSymbol | null {
    return this.functions[-target - 1] ?? null;
  }

  private add(label: string, variable: Variable | null, depth: number): Slot {
    const slot = { name: FIRST + this.slots.length, label, variable, depth };
    this.slots.push(slot);
    return slot;
  }
}

/** A number whose address is not taken needs no node: only the numeric domain knows it. */
export const isRegister = (variable: Variable): boolean => isPlainLocal(variable) && variable.type.kind !== 'pointer';
