// A body as a graph of numbers, which is all that orders and loops need to know.
// Between the IR and the solvers of all engines.

import { successorsOf } from '../ir/cfg.js';
import type { FunctionBody } from '../ir/program.js';

export interface FlowGraph {
  readonly size: number;
  readonly entry: number;
  successors(node: number): Iterable<number>;
}

/** Blocks by their ids; one may be named twice as a successor. */
export const flowGraphOf = ({ blocks, entry }: Pick<FunctionBody, 'blocks' | 'entry'>): FlowGraph => ({
  size: blocks.length,
  entry: entry.id,
  successors: (id) => successorsOf(blocks[id]!.terminator).map((b) => b.id),
});

/** The nodes that the entry reaches, each before those that only it leads to; depth first, with a stack of its own. */
export function reversePostorder({ entry, successors }: FlowGraph): number[] {
  const seen = new Set([entry]);
  const finished: number[] = [];
  const path = [{ node: entry, rest: successors(entry)[Symbol.iterator]() }];
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const { done, value: next } = top.rest.next();
    if (done) {
      finished.push(top.node);
      path.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      path.push({ node: next, rest: successors(next)[Symbol.iterator]() });
    }
  }
  return finished.reverse();
}
