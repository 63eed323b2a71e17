// The variables that the body of a loop names.
// Computed once per function; fixpoint.ts sets aside the others.

import type { Block, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import type { Loops } from '../../solver/loops.js';

/** By head: every variable that an instruction or a condition of the loop names. */
export const loopVariables = ({ blocks }: FunctionBody, loops: Loops): Map<Block, ReadonlySet<Variable>> =>
  new Map([...loops].map(([head, body]) => [blocks[head]!, variablesOf([...body].map((id) => blocks[id]!))]));

function variablesOf(blocks: readonly Block[]): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  for (const b of blocks) {
    for (const i of b.instrs) name(i, found);
    if (b.terminator.kind === 'branch') name(b.terminator.condition, found);
    else if ('value' in b.terminator && b.terminator.value) name(b.terminator.value, found);
  }
  return found;
}

/** Instructions, places and expressions are trees; types and fields are not part of them. */
const CHILDREN = [
  'place',
  'value',
  'pointer',
  'base',
  'index',
  'operand',
  'left',
  'right',
  'result',
  'condition',
  'callee',
];

function name(node: object, found: Set<Variable>): void {
  const n = node as Record<string, unknown>;
  if (n.kind === 'var') found.add(n.variable as Variable);
  for (const key of CHILDREN) if (n[key] !== null && typeof n[key] === 'object') name(n[key] as object, found);
  for (const list of [n.args, n.inputs, n.outputs]) if (Array.isArray(list)) for (const e of list) name(e, found);
}
