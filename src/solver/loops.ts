// The loops of a flow graph: the components of its weak topological order, each with the nodes of its body.
// In a graph without jumps into the middle of loops these are its natural loops.

import type { FlowGraph } from './flow-graph.js';
import type { WeakOrder } from './weak-order.js';

/** By head: the nodes of the loop, the head among them. Inner loops are part of outer ones. */
export type Loops = ReadonlyMap<number, ReadonlySet<number>>;

export function loopsOf(graph: FlowGraph, { position, isHead }: WeakOrder): Loops {
  const loops = new Map<number, ReadonlySet<number>>();
  for (let head = 0; head < graph.size; head++) if (isHead[head]) loops.set(head, bodyOf(graph, head, position));
  return loops;
}

/** { n | head →* n →* head }, by nodes that are not before the head in the order */
function bodyOf({ successors }: FlowGraph, head: number, position: Int32Array): ReadonlySet<number> {
  const next = (n: number) => [...successors(n)].filter((to) => position[to]! >= position[head]!);
  const back = new Map<number, number[]>();
  for (const n of closure(head, next)) {
    for (const to of next(n)) {
      const known = back.get(to);
      if (known) known.push(n);
      else back.set(to, [n]);
    }
  }
  return closure(head, (n) => back.get(n) ?? []);
}

function closure(start: number, next: (n: number) => readonly number[]): Set<number> {
  const found = new Set([start]);
  for (const n of found) for (const to of next(n)) found.add(to);
  return found;
}

/** Is every loop entered at its head only? */
export function isReducible(graph: FlowGraph, loops: Loops, { position }: WeakOrder): boolean {
  for (let from = 0; from < graph.size; from++) {
    if (position[from]! >= graph.size) continue;
    for (const to of graph.successors(from))
      for (const [head, body] of loops) if (to !== head && body.has(to) && !body.has(from)) return false;
  }
  return true;
}
