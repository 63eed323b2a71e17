// Weak topological order of a flow graph (Bourdoncle): loops nested as components, each with its head.
// Gives solvers an order of work and the places to widen at.

export interface FlowGraph {
  readonly size: number;
  readonly entry: number;
  successors(node: number): Iterable<number>;
}

export interface WeakOrder {
  /** Position of each node in the order; nodes that the entry does not reach come last. */
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

/** The recursive algorithm of Bourdoncle's 1993 paper; nodes are collected in reverse. */
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

  visit(node: number): number {
    this.stack.push(node);
    this.number[node] = ++this.count;
    let head = this.number[node]!;
    let loop = false;
    for (const next of this.graph.successors(node)) {
      const low = this.number[next] === 0 ? this.visit(next) : this.number[next]!;
      if (low <= head) {
        head = low;
        loop = true;
      }
    }
    if (head === this.number[node]) this.close(node, loop);
    return head;
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
