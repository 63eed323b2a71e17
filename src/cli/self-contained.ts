// Does what a function does depend on what ran before it? An engine that begins there finds variables as they are at the start.
// Asked before a proof that begins at a function may drop a finding about it.

import { reachableFrom } from '../engines/reach.js';
import { CONST } from '../frontend/types.js';
import type { Program } from '../ir/link.js';
import type { FunctionBody, FunctionSymbol, GlobalVariable } from '../ir/program.js';
import { walkNode } from '../ir/walk.js';

/** No variable of static storage that can change is looked at by the function or by what it calls. */
export function isSelfContained(program: Program, f: FunctionSymbol): boolean {
  const fixed = (g: GlobalVariable) => g.literal || isConstant(program.variableOf(g));
  return [...reachableFrom(program, f)].every(({ body }) => globalsOf(body!).every(fixed));
}

const isConstant = ({ type, defined }: GlobalVariable): boolean => {
  const element = type.kind === 'array' ? type.element : type;
  return defined && (element.quals & CONST) !== 0;
};

function globalsOf({ blocks }: FunctionBody): GlobalVariable[] {
  const found = new Set<GlobalVariable>();
  for (const { instrs, terminator } of blocks) {
    for (const node of [...instrs, terminator]) {
      walkNode(node, { place: (p) => p.kind === 'var' && p.variable.kind === 'global' && found.add(p.variable) });
    }
  }
  return [...found];
}
