// The call graph: direct calls, and calls through pointers to the candidate targets, if these are few.
// Determines the order in which summaries are computed.

import { mentionsIn, outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol, GlobalVariable } from '../../ir/program.js';
import type { Believer } from './beliefs/belief.js';
import { isFixed, MOST_TARGETS } from './domain/globals.js';

/** Entries of a constant table beyond this are ignored. */
const MOST_ENTRIES = 200;

export class CallGraph {
  private readonly callees = new Map<FunctionSymbol, readonly FunctionSymbol[]>();

  constructor(
    private readonly program: Program,
    private readonly believer: Believer,
  ) {}

  /** Functions with a body that `f` may call, each once. */
  calleesOf(f: FunctionSymbol): readonly FunctionSymbol[] {
    const known = this.callees.get(f);
    if (known) return known;
    const callees = this.find(f);
    this.callees.set(f, callees);
    return callees;
  }

  private find(f: FunctionSymbol): FunctionSymbol[] {
    const { program } = this;
    const { called, mentioned, variables, pointers } = outlineIn(f);
    const found = new Set<FunctionSymbol>();
    const add = (target: FunctionSymbol): void => {
      const definition = program.definitionOf(target);
      if (definition) found.add(definition);
    };
    const known = (target: FunctionSymbol): FunctionSymbol => program.definitionOf(target) ?? target;
    called.forEach(add);
    for (const pointer of pointers) {
      const targets = program.targetsThrough(pointer).functions;
      if (targets.length <= MOST_TARGETS) targets.forEach(add);
      else
        for (const named of [...mentioned, ...this.inTables(variables)]) if (targets.includes(known(named))) add(named);
    }
    return [...found];
  }

  /** Functions in constant tables and hooks: the targets of calls through a known table. */
  private inTables(variables: readonly GlobalVariable[], depth = 0): FunctionSymbol[] {
    return variables.flatMap((g) => {
      const table = this.program.variableOf(g);
      if (table.literal || !isFixed(this.program, table, this.believer)) return [];
      const { mentioned, variables: others } = mentionsIn(table);
      const found = depth === 0 ? [...mentioned, ...this.inTables(others, 1)] : mentioned;
      return found.slice(0, MOST_ENTRIES);
    });
  }
}
