// A concrete heap beside an abstract state, to test every operator of the domain.
// Implements the concretisation: every choice of representatives must give a vector of b.

import { GHOST, type Kernel, type NodeId, UNINITIALIZED } from '../../../src/engines/fold/kernel.js';
import {
  type Cell,
  existsFlag,
  ghostInFlag,
  inHighFlag,
  inLowFlag,
  type Node,
  type State,
  sourceOf,
} from '../../../src/engines/fold/paper/state.js';
import { evaluate } from '../../../src/logic/bdd/models.js';

export const CELLS = [0, 8] as const;

export type Pointer = null | 'unset' | 'dangling' | { readonly block: number; readonly offset: number };

export interface Block {
  readonly id: number;
  cells: Map<number, Pointer>;
}

/** Live allocations, variables by name, and the abstract node of each allocation. */
export class ConcreteHeap {
  readonly blocks = new Map<number, Block>();
  readonly roots = new Map<string, Pointer>();
  readonly owner = new Map<number, NodeId>();
  private next = 1;
  leaked = false;

  allocate(owner: NodeId): Pointer {
    const id = this.next++;
    this.blocks.set(id, { id, cells: new Map(CELLS.map((offset) => [offset, 'unset'])) });
    this.owner.set(id, owner);
    return { block: id, offset: 0 };
  }

  free(id: number): void {
    this.blocks.delete(id);
    this.owner.delete(id);
    const gone = (p: Pointer): Pointer => (typeof p === 'object' && p?.block === id ? 'dangling' : p);
    for (const [name, p] of this.roots) this.roots.set(name, gone(p));
    for (const b of this.blocks.values()) for (const [offset, p] of b.cells) b.cells.set(offset, gone(p));
  }

  reachable(from: Pointer): Set<number> {
    const seen = new Set<number>();
    const pending = [from];
    while (pending.length > 0) {
      const p = pending.pop();
      if (typeof p !== 'object' || p === null || seen.has(p.block)) continue;
      seen.add(p.block);
      pending.push(...this.blocks.get(p.block)!.cells.values());
    }
    return seen;
  }

  /** Unreachable allocations. */
  garbage(): number[] {
    const live = new Set([...this.roots.values()].flatMap((p) => [...this.reachable(p)]));
    return [...this.blocks.keys()].filter((id) => !live.has(id));
  }

  instancesOf(node: NodeId): number[] {
    return [...this.owner].filter(([, n]) => n === node).map(([id]) => id);
  }

  clone(): ConcreteHeap {
    const copy = new ConcreteHeap();
    for (const [id, b] of this.blocks) copy.blocks.set(id, { id, cells: new Map(b.cells) });
    for (const [name, p] of this.roots) copy.roots.set(name, p);
    for (const [id, n] of this.owner) copy.owner.set(id, n);
    copy.next = this.next;
    copy.leaked = this.leaked;
    return copy;
  }
}

/** One instance per node, and another one for summary nodes; null if there is none. */
interface Choice {
  readonly representative: ReadonlyMap<NodeId, number | null>;
  readonly ghost: ReadonlyMap<NodeId, number | null>;
}

export function covers(k: Kernel, s: State, h: ConcreteHeap): boolean {
  for (const choice of choices(s, h)) {
    const values = vector(k, s, h, choice);
    if (!evaluate(k.bdd, s.b, (v) => values.get(v) ?? false)) return false;
  }
  return true;
}

function* choices(s: State, h: ConcreteHeap): Generator<Choice> {
  const heap = [...s.nodes.values()].filter((n) => n.region === 'heap');
  const go = function* (
    at: number,
    c: { representative: Map<NodeId, number | null>; ghost: Map<NodeId, number | null> },
  ): Generator<Choice> {
    const n = heap[at];
    if (!n) {
      yield c;
      return;
    }
    const instances = h.instancesOf(n.id);
    if (!n.summary && instances.length > 1) throw new Error('two allocations in a concrete node');
    const representatives = instances.length === 0 ? [null] : instances;
    for (const a of representatives) {
      const others = instances.filter((i) => i !== a);
      for (const g of n.summary && others.length > 0 ? others : [null]) {
        c.representative.set(n.id, a);
        c.ghost.set(n.id, g);
        yield* go(at + 1, c);
      }
    }
  };
  yield* go(0, { representative: new Map(), ghost: new Map() });
}

function vector(k: Kernel, s: State, h: ConcreteHeap, c: Choice): Map<number, boolean> {
  const values = new Map<number, boolean>([[k.leaked, h.leaked]]);
  for (const n of s.nodes.values()) {
    const block = n.region === 'heap' ? (c.representative.get(n.id) ?? null) : null;
    if (n.region === 'heap') attributes(k, n, block, h, values);
    for (const cell of n.cells.values()) cellValues(k, s, n, cell, block, h, c, values);
  }
  return values;
}

function attributes(k: Kernel, n: Node, block: number | null, h: ConcreteHeap, values: Map<number, boolean>): void {
  const count = { alike: 0, others: 0 };
  for (const b of h.blocks.values()) {
    const source = sourceOf(k, h.owner.get(b.id)!, n.id);
    for (const p of b.cells.values())
      if (block !== null && typeof p === 'object' && p?.block === block) count[source]++;
  }
  values.set(existsFlag(k, n.id), block !== null);
  values.set(inLowFlag(k, n.id, 'alike'), count.alike === 1 || count.alike >= 3);
  values.set(inHighFlag(k, n.id, 'alike'), count.alike >= 2);
  values.set(inLowFlag(k, n.id, 'others'), count.others >= 1);
  values.set(inHighFlag(k, n.id, 'others'), count.others >= 2);
}

function cellValues(
  k: Kernel,
  s: State,
  n: Node,
  cell: Cell,
  block: number | null,
  h: ConcreteHeap,
  c: Choice,
  values: Map<number, boolean>,
): void {
  const here = n.region === 'root' ? h.roots.get(k.nameOfNode(n.id))! : contentOf(h, block, cell.offset);
  values.set(cell.out, here !== null);
  const ghost = c.ghost.get(n.id) ?? null;
  for (const e of cell.edges) {
    const target = e.target === GHOST ? ghost : (c.representative.get(e.target) ?? null);
    values.set(e.flag, pointsTo(k, s, here, e.target, e.offset, target));
    if (e.target !== GHOST) continue;
    const there = contentOf(h, ghost, cell.offset);
    values.set(ghostInFlag(k, n.id, cell.offset, e.offset), isAt(there, block, e.offset));
  }
  for (const r of cell.reach) {
    const target = c.representative.get(r.target) ?? null;
    values.set(r.flag, target !== null && h.reachable(here).has(target));
  }
}

const contentOf = (h: ConcreteHeap, block: number | null, offset: number): Pointer =>
  block === null ? null : h.blocks.get(block)!.cells.get(offset)!;

const isAt = (p: Pointer, block: number | null, offset: number): boolean =>
  typeof p === 'object' && p !== null && block !== null && p.block === block && p.offset === offset;

function pointsTo(k: Kernel, s: State, p: Pointer, to: NodeId, offset: number, block: number | null): boolean {
  if (to === UNINITIALIZED) return p === 'unset';
  if (k.isFreed(to)) return p === 'dangling';
  return (to === GHOST || s.nodes.has(to)) && isAt(p, block, offset);
}
