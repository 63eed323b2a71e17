// Weak topological order of a flow graph (Bourdoncle): loops nested as components, each with its head.
// Gives solvers the iteration order and the widening points.

import type { FlowGraph } from './flow-graph.js';

export interface WeakOrder {
  /** Position of each node in the order; unreachable nodes come last. */
  readonly position: Int32Array;
  /** Is the node the head of a loop? */
  readonly isHead: readonly boolean[];
}

export function weakOrder(graph: FlowGraph): WeakOrder {
  const finder = new Bourdoncle(graph);
  finder.visit(graph.entry);
  const position = new Int32Array(graph.size).fill(graph.size);
  finder.order.reverse().forEach((node, index) => {
    position[node] = index;
  });
  return { position, isHead: finder.isHead };
}

/** A node on the search stack: `head` is the least depth-first number seen among its successors. */
interface Visit {
  readonly node: number;
  readonly rest: Iterator<number>;
  head: number;
  loop: boolean;
}

function note(visit: Visit, low: number): void {
  if (low > visit.head) return;
  visit.head = low;
  visit.loop = true;
}

/** The algorithm of Bourdoncle's 1993 paper; nodes are collected in reverse. */
class Bourdoncle {
  readonly order: number[] = [];
  readonly isHead: boolean[];
  private readonly number: Int32Array;
  private readonly stack: number[] = [];
  private count = 0;

  constructor(private readonly graph: FlowGraph) {
    this.number = new Int32Array(graph.size);
    this.isHead = new Array<boolean>(graph.size).fill(false);
  }

  /** Depth first with an explicit stack: a chain of branches may be as long as the program. */
  visit(root: number): void {
    const path: Visit[] = [this.enter(root)];
    while (path.length > 0) {
      const top = path[path.length - 1]!;
      const { done, value: next } = top.rest.next();
      if (!done) {
        if (this.number[next] === 0) path.push(this.enter(next));
        else note(top, this.number[next]!);
        continue;
      }
      path.pop();
      if (top.head === this.number[top.node]) this.close(top.node, top.loop);
      const parent = path[path.length - 1];
      if (parent) note(parent, top.head);
    }
  }

  private enter(node: number): Visit {
    this.stack.push(node);
    this.number[node] = ++this.count;
    return { node, head: this.count, loop: false, rest: this.graph.successors(node)[Symbol.iterator]() };
  }

  private close(node: number, loop: boolean): void {
    this.number[node] = Infinity32;
    let element = this.stack.pop()!;
    if (loop) {
      while (element !== node) {
        this.number[element] = 0;
        element = this.stack.pop()!;
      }
      this.component(node);
    }
    this.order.push(node);
  }

  private component(head: number): void {
    this.isHead[head] = true;
    for (const next of this.graph.successors(head)) if (this.number[next] === 0) this.visit(next);
  }
}

const Infinity32 = 2 ** 31 - 1;
