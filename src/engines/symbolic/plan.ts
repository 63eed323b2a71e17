// The natural loops of a function with their bodies, and the order of blocks.
// Computed once per function; used by fixpoint.ts.

import type { Block } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { flowGraphOf, reversePostorder } from '../../solver/flow-graph.js';
import { isReducible, loopsOf } from '../../solver/loops.js';
import { weakOrder } from '../../solver/weak-order.js';

export interface NaturalLoop {
  readonly head: Block;
  readonly blocks: ReadonlySet<number>;
}

export interface Plan {
  /** The position of every reachable block in reverse postorder. */
  readonly order: ReadonlyMap<number, number>;
  /** By id of the head. */
  readonly loops: ReadonlyMap<number, NaturalLoop>;
  /** false: some loop has two entries. */
  readonly reducible: boolean;
}

const known = new WeakMap<FunctionBody, Plan>();

export function planOf(body: FunctionBody): Plan {
  const cached = known.get(body);
  if (cached) return cached;
  const plan = analyse(body);
  known.set(body, plan);
  return plan;
}

function analyse(body: FunctionBody): Plan {
  const graph = flowGraphOf(body);
  const weak = weakOrder(graph);
  const loops = loopsOf(graph, weak);
  const named = [...loops].map(([id, blocks]) => [id, { head: body.blocks[id]!, blocks }] as const);
  return {
    order: new Map(reversePostorder(graph).map((id, i) => [id, i])),
    loops: new Map(named),
    reducible: isReducible(graph, loops, weak),
  };
}
