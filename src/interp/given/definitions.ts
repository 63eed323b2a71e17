// What is assigned to the local variables of functions: found once for all runs of a search.
// Used by compile/decisions.ts to see what a decision depends on.

import type { AssignInstr, CallInstr } from '../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../ir/program.js';

export class Definitions {
  private readonly known = new Map<FunctionBody, ReadonlyMap<LocalVariable, readonly (AssignInstr | CallInstr)[]>>();

  in(body: FunctionBody): ReadonlyMap<LocalVariable, readonly (AssignInstr | CallInstr)[]> {
    const known = this.known.get(body) ?? definitionsIn(body);
    this.known.set(body, known);
    return known;
  }
}

function definitionsIn({ blocks }: FunctionBody): ReadonlyMap<LocalVariable, readonly (AssignInstr | CallInstr)[]> {
  const found = new Map<LocalVariable, (AssignInstr | CallInstr)[]>();
  for (const { instrs } of blocks)
    for (const i of instrs) {
      if (i.kind !== 'assign' && i.kind !== 'call') continue;
      const to = i.kind === 'assign' ? i.place : i.result;
      if (to?.kind !== 'var' || to.variable.kind === 'global') continue;
      found.set(to.variable, [...(found.get(to.variable) ?? []), i]);
    }
  return found;
}
