// The functions that executions from an entry can reach: through calls, and through pointers to all matching functions.
// Determines which functions a proof from an entry covers.

import type { CallInstr } from '../../ir/instr.js';
import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionBody, FunctionSymbol } from '../../ir/program.js';

export const callsIn = ({ blocks }: FunctionBody): CallInstr[] =>
  blocks.flatMap((b) => b.instrs.filter((i): i is CallInstr => i.kind === 'call'));

/** Functions with bodies; a call through a pointer may call all that match its type. */
export function reachableFrom(program: Program, entry: FunctionSymbol): Set<FunctionSymbol> {
  const reached = new Set<FunctionSymbol>();
  const work = [entry];
  for (let f = work.pop(); f; f = work.pop()) {
    const definition = program.definitionOf(f);
    if (!definition || reached.has(definition)) continue;
    reached.add(definition);
    const { called, pointers } = outlineIn(definition);
    work.push(...called, ...pointers.flatMap(({ signature }) => program.targetsOfSignature(signature)));
  }
  return reached;
}
