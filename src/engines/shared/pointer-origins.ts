// Where the pointers in local variables come from: memory of the call itself, a parameter, or anywhere.
// Flow-insensitive, for all functions from an entry; effects.ts leaves out what a call does to memory of its own.

import type { CallInstr, Expr, Instr, Place } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { type FunctionSymbol, type LocalVariable, symbolOf } from '../../ir/program.js';
import { isReadOnly } from '../../ir/read-only.js';

/** Nothing that is written (null, not assigned, a constant); allocated by the call or one of its variables; the parameter with this index. */
export type Origin = 'none' | 'own' | number | typeof UNKNOWN;
export const UNKNOWN = 'unknown';

function join(a: Origin, b: Origin): Origin {
  if (a === b || b === 'none') return a;
  return a === 'none' ? b : UNKNOWN;
}

export class Origins {
  private readonly variables = new Map<LocalVariable, Origin>();
  private readonly results = new Map<FunctionSymbol, Origin>();

  constructor(
    private readonly program: Program,
    functions: ReadonlySet<FunctionSymbol>,
  ) {
    for (const f of functions) {
      for (const [i, p] of f.body!.params.entries()) this.variables.set(p, p.addressTaken ? UNKNOWN : i);
    }
    while ([...functions].filter((f) => this.grow(f)).length > 0);
  }

  /** Of the memory that the pointer in the body of `f` points to. */
  of(f: FunctionSymbol, e: Expr): Origin {
    switch (e.kind) {
      case 'cast':
        return e.operand.type.kind === 'pointer' || e.operand.kind === 'int' ? this.of(f, e.operand) : UNKNOWN;
      case 'int':
        return e.value === 0n ? 'none' : UNKNOWN;
      case 'binary':
        return e.op === 'ptr-add' ? this.of(f, e.left) : UNKNOWN;
      case 'load':
        return this.held(e.place);
      case 'address':
        return this.within(f, e.place);
      default:
        return UNKNOWN;
    }
  }

  private held(place: Place): Origin {
    if (place.kind !== 'var' || place.variable.kind === 'global' || place.variable.addressTaken) return UNKNOWN;
    return this.variables.get(place.variable) ?? 'none';
  }

  private within(f: FunctionSymbol, place: Place): Origin {
    if (place.kind === 'deref') return this.of(f, place.pointer);
    if (place.kind === 'var')
      return place.variable.kind !== 'global' ? 'own' : isReadOnly(place.variable) ? 'none' : UNKNOWN;
    return this.within(f, place.base);
  }

  private grow(f: FunctionSymbol): boolean {
    let grown = false;
    for (const { instrs, terminator } of f.body!.blocks) {
      for (const instr of instrs) grown = this.step(f, instr) || grown;
      if (terminator.kind !== 'return' || !terminator.value) continue;
      const before = this.results.get(f) ?? 'none';
      const after = join(before, this.of(f, terminator.value));
      this.results.set(f, after);
      grown ||= after !== before;
    }
    return grown;
  }

  private step(f: FunctionSymbol, instr: Instr): boolean {
    if (instr.kind === 'assign') return this.assign(instr.place, this.of(f, instr.value));
    if (instr.kind === 'asm') return instr.outputs.map((place) => this.assign(place, UNKNOWN)).includes(true);
    return instr.kind === 'call' && instr.result ? this.assign(instr.result, this.resultOf(f, instr)) : false;
  }

  private assign(place: Place, origin: Origin): boolean {
    if (place.kind !== 'var' || place.variable.kind === 'global') return false;
    const before = this.variables.get(place.variable) ?? 'none';
    const after = join(before, origin);
    this.variables.set(place.variable, after);
    return after !== before;
  }

  private resultOf(f: FunctionSymbol, { callee, args }: CallInstr): Origin {
    if (callee.kind === 'indirect') return UNKNOWN;
    const definition = this.program.definitionOf(callee.function);
    if (!definition) return /^(__caulk_alloc|__builtin_alloca)$/.test(symbolOf(callee.function)) ? 'own' : UNKNOWN;
    const origin = this.results.get(definition) ?? 'none';
    if (typeof origin !== 'number') return origin;
    return args[origin] ? this.of(f, args[origin]) : UNKNOWN;
  }
}
