// Who calls whom: direct calls, and calls through pointers to the functions that fit, where these are few.
// Gives the order in which summaries are made.

import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';

/** More possible targets of a pointer than this say that nobody knows what is called. */
export const MOST_TARGETS = 6;

export class CallGraph {
  private readonly callees = new Map<FunctionSymbol, readonly FunctionSymbol[]>();

  constructor(private readonly program: Program) {}

  /** Functions with a body that `f` may call, each once. */
  calleesOf(f: FunctionSymbol): readonly FunctionSymbol[] {
    const known = this.callees.get(f);
    if (known) return known;
    const callees = this.find(f);
    this.callees.set(f, callees);
    return callees;
  }

  /** Functions that may call `f`, among those whose callees have been asked for. */
  callersOf(f: FunctionSymbol): FunctionSymbol[] {
    return [...this.callees].flatMap(([caller, callees]) => (callees.includes(f) ? [caller] : []));
  }

  /** The functions and all they lead to. */
  reachableFrom(entries: readonly FunctionSymbol[]): FunctionSymbol[] {
    const reached = new Set(entries);
    for (const f of reached) for (const callee of this.calleesOf(f)) reached.add(callee);
    return [...reached];
  }

  private find(f: FunctionSymbol): FunctionSymbol[] {
    const found = new Set<FunctionSymbol>();
    for (const { instrs } of f.body!.blocks) {
      for (const i of instrs) {
        if (i.kind !== 'call') continue;
        const targets = i.callee.kind === 'direct' ? [i.callee.function] : this.program.targetsOf(i.callee.type);
        if (i.callee.kind === 'indirect' && targets.length > MOST_TARGETS) continue;
        for (const target of targets) {
          const definition = this.program.definitionOf(target);
          if (definition) found.add(definition);
        }
      }
    }
    return [...found];
  }
}
