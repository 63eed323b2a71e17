// Which variables the body of a loop names. Found once per function; fixpoint.ts sets aside the others.

import { successorsOf } from '../../ir/cfg.js';
import type { Block, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import type { WeakOrder } from '../../solver/weak-order.js';

/** By head: every variable that an instruction or a condition of the loop names. */
export function loopVariables(body: FunctionBody, { position, isHead }: WeakOrder): Map<Block, ReadonlySet<Variable>> {
  const heads = body.blocks.filter((b) => isHead[b.id]);
  return new Map(heads.map((head) => [head, variablesOf(blocksOf(head, position))]));
}

/** The blocks that the head leads to, not before it in the order, and that lead to the head. */
function blocksOf(head: Block, position: Int32Array): Set<Block> {
  const next = (b: Block) => successorsOf(b.terminator).filter((to) => position[to.id]! >= position[head.id]!);
  const ahead = closure([head], next);
  const back = new Map<Block, Block[]>();
  for (const b of ahead) for (const to of next(b)) back.set(to, [...(back.get(to) ?? []), b]);
  return closure([head], (b) => back.get(b) ?? []);
}

function closure(start: readonly Block[], next: (b: Block) => readonly Block[]): Set<Block> {
  const found = new Set(start);
  for (const b of found) for (const to of next(b)) found.add(to);
  return found;
}

function variablesOf(blocks: ReadonlySet<Block>): ReadonlySet<Variable> {
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
