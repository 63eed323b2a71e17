// The parameter that a function returns on every path, as it was given: `int warn(int status, …) { …; return status; }`.
// Part of the outline, so that callers know it even if the rest of the function is not known.

import type { Expr, Place, Variable } from './instr.js';
import type { FunctionBody } from './program.js';
import { walkNode } from './walk.js';

/** The index of the parameter, or null. Not one that is assigned, or whose address is taken. */
export function returnedBy({ blocks, params }: FunctionBody): number | null {
  const returned = new Set(blocks.flatMap(({ terminator: t }) => (t.kind === 'return' ? [variableIn(t.value)] : [])));
  const [first] = returned;
  const index = params.findIndex((param) => param === first);
  return returned.size === 1 && index >= 0 && isFixed(blocks, first!) ? index : null;
}

const variableIn = (e: Expr | null): Variable | null =>
  e?.kind === 'load' && e.place.kind === 'var' ? e.place.variable : null;

/** Does the variable keep its value? */
function isFixed(blocks: FunctionBody['blocks'], variable: Variable): boolean {
  let fixed = true;
  const isOwn = (place: Place | null): boolean => place !== null && rootOf(place) === variable;
  const parts = {
    expr: (e: Expr): void => {
      if (e.kind === 'address' && isOwn(e.place)) fixed = false;
    },
  };
  for (const { instrs, terminator } of blocks) {
    for (const instr of instrs) {
      if ((instr.kind === 'assign' || instr.kind === 'clear') && isOwn(instr.place)) return false;
      if (instr.kind === 'call' && isOwn(instr.result)) return false;
      if (instr.kind === 'asm' && instr.outputs.some(isOwn)) return false;
      walkNode(instr, parts);
    }
    walkNode(terminator, parts);
  }
  return fixed;
}

function rootOf(place: Place): Variable | null {
  if (place.kind === 'var') return place.variable;
  return place.kind === 'deref' ? null : rootOf(place.base);
}
