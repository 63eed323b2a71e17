// The loops of a function, from its control flow graph: heads, bodies, and an order in which to visit blocks.
// Computed once per function; fixpoint.ts walks by it.

import { predecessorsOf, successorsOf } from '../../ir/cfg.js';
import type { Block } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';

export interface NaturalLoop {
  readonly head: Block;
  readonly blocks: ReadonlySet<number>;
}

export interface Flow {
  /** Position of every reachable block in reverse postorder. */
  readonly order: ReadonlyMap<number, number>;
  /** By the number of the head. */
  readonly loops: ReadonlyMap<number, NaturalLoop>;
  /** false: some loop has two entrances. */
  readonly reducible: boolean;
}

const known = new WeakMap<FunctionBody, Flow>();

export function flowOf(body: FunctionBody): Flow {
  const cached = known.get(body);
  if (cached) return cached;
  const flow = analyse(body);
  known.set(body, flow);
  return flow;
}

function analyse({ blocks, entry }: FunctionBody): Flow {
  const { order, retreating } = visit(entry);
  const predecessors = predecessorsOf(blocks);
  const loops = new Map<number, NaturalLoop>();
  let reducible = true;
  for (const { from, to } of retreating) {
    const body = bodyOf(from, to, predecessors, order);
    const all = new Set([...(loops.get(to.id)?.blocks ?? []), ...body]);
    loops.set(to.id, { head: to, blocks: all });
  }
  for (const { head, blocks: inside } of loops.values()) {
    const entered = [...inside].some(
      (id) => id !== head.id && predecessors[id]!.some((p) => order.has(p.id) && !inside.has(p.id)),
    );
    if (entered) reducible = false;
  }
  return { order, loops, reducible };
}

/** Depth first, with a stack of its own. */
function visit(entry: Block): { order: Map<number, number>; retreating: { from: Block; to: Block }[] } {
  const state = new Map<number, 'open' | 'done'>();
  const finished: Block[] = [];
  const retreating: { from: Block; to: Block }[] = [];
  const path: { block: Block; rest: Block[] }[] = [];
  const open = (block: Block) => {
    state.set(block.id, 'open');
    path.push({ block, rest: [...new Set(successorsOf(block.terminator))] });
  };
  open(entry);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const next = top.rest.shift();
    if (!next) {
      state.set(top.block.id, 'done');
      finished.push(top.block);
      path.pop();
    } else if (!state.has(next.id)) open(next);
    else if (state.get(next.id) === 'open') retreating.push({ from: top.block, to: next });
  }
  return { order: new Map(finished.reverse().map((b, i) => [b.id, i])), retreating };
}

/** The head, and all that leads to the end of the back edge without passing it. */
function bodyOf(
  from: Block,
  head: Block,
  predecessors: readonly Block[][],
  order: ReadonlyMap<number, number>,
): Set<number> {
  const inside = new Set([head.id]);
  const work = [from];
  for (let b = work.pop(); b; b = work.pop()) {
    if (inside.has(b.id)) continue;
    inside.add(b.id);
    work.push(...predecessors[b.id]!.filter((p) => order.has(p.id)));
  }
  return inside;
}
