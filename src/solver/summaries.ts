// Bottom-up order over a call graph: callees before callers; mutually recursive functions form one group.
// The order of work of a summary-based analysis; each group is a unit of work that depends on earlier groups only.

/**
 * The strongly connected components, callees first. The members of a component are in postorder of the depth-first
 * search, so that few of them are called by a member that comes earlier.
 */
export function groupsBottomUp<T>(nodes: readonly T[], calleesOf: (node: T) => Iterable<T>): T[][] {
  const finder = new Tarjan(nodes, calleesOf);
  return finder.groups();
}

/**
 * The members of a group (in that order) that an earlier member calls, and all that these call within the group. Only
 * these need a preliminary summary before the members are analysed one by one.
 */
export function calledTooEarly<T>(group: readonly T[], calleesOf: (node: T) => Iterable<T>): ReadonlySet<T> {
  const place = new Map(group.map((node, i) => [node, i]));
  const early = new Set<T>();
  group.forEach((node, i) => {
    for (const callee of calleesOf(node)) if ((place.get(callee) ?? -1) >= i) early.add(callee);
  });
  for (const node of [...early]) for (const callee of calleesOf(node)) if (place.has(callee)) early.add(callee);
  return early;
}

interface Visit<T> {
  readonly node: T;
  readonly rest: Iterator<T>;
}

/** Tarjan's algorithm with an explicit stack: call chains may be long. */
class Tarjan<T> {
  private readonly index = new Map<T, number>();
  private readonly low = new Map<T, number>();
  private readonly rank = new Map<T, number>();
  private readonly done = new Map<T, number>();
  private readonly onStack = new Set<T>();
  private readonly stack: T[] = [];
  private readonly found: T[][] = [];

  constructor(
    private readonly nodes: readonly T[],
    private readonly calleesOf: (node: T) => Iterable<T>,
  ) {
    nodes.forEach((node, i) => {
      this.rank.set(node, i);
    });
  }

  groups(): T[][] {
    for (const node of this.nodes) if (!this.index.has(node)) this.visit(node);
    return this.found;
  }

  private visit(root: T): void {
    const path = [this.enter(root)];
    for (let top = path[path.length - 1]; top; top = path[path.length - 1]) {
      const { done, value: next } = top.rest.next();
      if (!done) {
        if (!this.rank.has(next)) continue;
        if (!this.index.has(next)) path.push(this.enter(next));
        else if (this.onStack.has(next)) this.lower(top.node, this.index.get(next)!);
        continue;
      }
      path.pop();
      this.done.set(top.node, this.done.size);
      if (this.low.get(top.node) === this.index.get(top.node)) this.close(top.node);
      const parent = path[path.length - 1];
      if (parent) this.lower(parent.node, this.low.get(top.node)!);
    }
  }

  private enter(node: T): Visit<T> {
    this.index.set(node, this.index.size);
    this.low.set(node, this.index.get(node)!);
    this.stack.push(node);
    this.onStack.add(node);
    return { node, rest: this.calleesOf(node)[Symbol.iterator]() };
  }

  private lower(node: T, to: number): void {
    if (to < this.low.get(node)!) this.low.set(node, to);
  }

  private close(root: T): void {
    const group: T[] = [];
    for (let node = this.stack.pop()!; ; node = this.stack.pop()!) {
      this.onStack.delete(node);
      group.push(node);
      if (node === root) break;
    }
    this.found.push(group.sort((a, b) => this.done.get(a)! - this.done.get(b)!));
  }
}
