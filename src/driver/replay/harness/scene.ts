// The scene of a harness: how the objects, functions and variables of a recording are called in C.
// What cannot be said in C is collected as reasons to write no harness.

import type { Recording } from '../../../interp/given/recording.js';
import { objectOf, offsetOf } from '../../../interp/pointer.js';
import type { Value } from '../../../interp/rep.js';
import { type FunctionSymbol, type GlobalVariable, symbolOf, type Unit } from '../../../ir/program.js';
import type { CType } from '../../../types/types.js';
import { isIdentifier, numberText } from './c-text.js';

/** The objects of the input, in C. Names of harnesses must be none of the unit's. */
export const INPUT = 'caulk_input';

export class Scene {
  /** Why there can be no harness; empty if there can. */
  readonly obstacles: string[] = [];
  /** Symbols that are mentioned by their address: the name in C, and that of the linker. */
  readonly symbols = new Map<string, string>();
  /** Names of unknown functions that only a pointer leads to, by what the answers call them. */
  readonly pointers = new Map<string, string>();
  private readonly numbers = new Map<number, number>();

  constructor(
    readonly recording: Recording,
    /** The unit whose file is included. */
    readonly unit: Unit,
    /** The function outside that ended the program; null if the run ended otherwise. */
    readonly endedBy: string | null,
  ) {
    for (const [id, { kind, path }] of recording.objects)
      if (kind === 'given' && path !== null) this.numbers.set(id, this.numbers.size);
  }

  /** The objects of the input, in the order of their numbers. */
  get given(): readonly number[] {
    return [...this.numbers.keys()];
  }

  refuse(why: string): string {
    this.obstacles.push(why);
    return '0';
  }

  object(id: number): string {
    return `${INPUT}[${this.numbers.get(id)}]`;
  }

  isGiven(id: number): boolean {
    return this.numbers.has(id);
  }

  value(value: Value, type: CType, path: string): string {
    if (type.kind === 'pointer' || type.kind === 'array') return this.pointer(value, path);
    return numberText(value) ?? this.refuse(`the value of ${path} cannot be written in C`);
  }

  pointer(value: Value, path: string): string {
    if (value === 0) return '0';
    const id = typeof value === 'number' ? objectOf(value) : 0;
    const object = this.recording.objects.get(id);
    if (!object) return numberText(value) ?? this.refuse(`the value of ${path} cannot be written in C`);
    if (object.unknown !== null) return this.pointerName(object.unknown);
    const { owner } = object;
    if (owner?.kind === 'function') return this.functionName(owner);
    if (!this.isGiven(id)) return this.refuse(`${path} points to memory that the harness does not make`);
    const offset = offsetOf(value as number);
    return offset === 0 ? this.object(id) : `(char *)${this.object(id)} + ${offset}`;
  }

  private functionName(f: FunctionSymbol): string {
    if (f.linkage === 'external') return this.symbol(symbolOf(f));
    if (this.unit.functions.includes(f) && isIdentifier(f.name)) return `(void *)${f.name}`;
    if (!this.recording.entered.includes(f)) return this.symbol('caulk_not_called');
    return this.refuse(`the function ${f.name} is private to another file`);
  }

  private pointerName(answers: string): string {
    const known = this.pointers.get(answers) ?? `caulk_pointed_${this.pointers.size + 1}`;
    this.pointers.set(answers, known);
    return this.symbol(known);
  }

  /** The address of a variable. */
  variable(g: GlobalVariable): string {
    if (g.linkage === 'external') return this.symbol(g.name);
    const isVisible = this.unit.globals.includes(g) && isIdentifier(g.name);
    return isVisible
      ? `&${g.name}`
      : this.refuse(`the variable ${g.name} cannot be named outside of where it is declared`);
  }

  private symbol(linked: string): string {
    if (!/^[\w.$]+$/.test(linked)) return this.refuse(`the symbol ${linked} cannot be named in C`);
    const name = `caulk_address_of_${linked.replace(/\W/g, '_')}`;
    this.symbols.set(name, linked);
    return name;
  }
}
