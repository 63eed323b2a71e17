// Does an abstract state cover the heap of a run? Implements the concretisation: maps the live allocations to the nodes
// and checks that every choice of representatives gives a vector of b.

import { type Kernel, type NodeId, UNINITIALIZED, UNKNOWN } from '../../../src/engines/fold/kernel.js';
import {
  type Cell,
  cellFlags,
  counterFlags,
  flagsAbout,
  ghostFlags,
  heapNodes,
  type Node,
  type State,
} from '../../../src/engines/fold/paper/state.js';
import { ANYWHERE } from '../../../src/engines/fold/value.js';
import type { HeapNode, HeapSnapshot } from '../../../src/interp/snapshot.js';
import { FALSE, type Ref } from '../../../src/logic/bdd/bdd.js';
import { evaluate } from '../../../src/logic/bdd/models.js';
import { FlagReader, type Root } from './flag-reader.js';

/** Limits of the maps and of the choices that are tried; beyond them the heap counts as covered. */
const MOST_TRIES = 300;
const MOST_CHOICES = 2_000;

export class Embedding {
  private readonly blocks: readonly HeapNode[];
  private readonly nodes: readonly Node[];
  private readonly owner = new Map<number, NodeId>();
  private readonly flags: FlagReader;
  private tries = 0;
  private choices = 0;
  private readonly instances = new Map<NodeId, number[]>();
  private readonly b: number;
  private asked = FALSE;

  constructor(
    private readonly k: Kernel,
    private readonly s: State,
    heap: HeapSnapshot,
    private readonly roots: ReadonlyMap<NodeId, Root>,
    /** Shared by all heaps that are compared with one analysis. */
    private readonly projections: Map<string, Ref>,
  ) {
    this.blocks = [...heap.nodes.values()].filter((n) => n.kind === 'heap' && n.state === 'alive');
    this.nodes = heapNodes(s);
    this.flags = new FlagReader(k, s, heap, roots);
    this.b = k.drop(s.b, [...this.vagueFlags(), k.leaked]);
  }

  /** After a leak there are unreachable allocations; their contents are not compared. */
  holds(): boolean {
    const open = this.blocks.map((block) => ({ block, nodes: this.nodes.filter((n) => this.fits(block, n)) }));
    open.sort((x, y) => x.nodes.length - y.nodes.length);
    return this.deal(open, 0);
  }

  /** Can the allocation be an instance of the node, judged by these two alone? */
  private fits(block: HeapNode, n: Node): boolean {
    if (n.size !== null && n.size !== block.size) return false;
    this.owner.set(block.id, n.id);
    const result = this.mapAllows(block) && this.pairHolds(block.id, n, null, null);
    this.owner.delete(block.id);
    return result;
  }

  /** Do the two allocations match the two nodes, or one node with them as representative and ghost? */
  private pairHolds(block: number, n: Node, other: number | null, m: Node | null): boolean {
    const { flags } = this;
    flags.choose(n.id, block, m === n ? other : null);
    if (m && m !== n) flags.choose(m.id, other, null);
    return evaluate(this.k.bdd, this.projection(n, m), flags.valueOf);
  }

  /** b without the flags of other heap nodes and of instances that are not considered. */
  private projection(n: Node, m: Node | null): Ref {
    const key = `${this.b} ${n.id} ${m?.id}`;
    const known = this.projections.get(key);
    if (known !== undefined) return known;
    const hidden = this.nodes.filter((x) => x !== n && x !== m).flatMap((x) => flagsAbout(this.k, this.s, x));
    const ghosts = [n, ...(m ? [m] : [])].filter((x) => m !== n || x !== n).flatMap((x) => ghostFlags(this.k, x));
    const counters = this.lost ? [n, ...(m ? [m] : [])].flatMap((x) => counterFlags(this.k, x.id)) : [];
    const lostGhosts = this.lost ? ghostFlags(this.k, n) : [];
    const result = this.k.drop(this.b, [...hidden, ...ghosts, ...counters, ...lostGhosts]);
    this.projections.set(key, result);
    return result;
  }

  private get lost(): boolean {
    return this.k.bdd.and(this.s.b, this.k.is(this.k.leaked)) !== FALSE;
  }

  /** Flags that unreachable allocations may have changed. */
  private hiddenFlags(): number[] {
    const owners = new Set(this.owner.values());
    return this.nodes.flatMap((n) =>
      owners.has(n.id) ? [...counterFlags(this.k, n.id), ...ghostFlags(this.k, n)] : flagsAbout(this.k, this.s, n),
    );
  }

  /** Unknown values may be any: cells that may hold one are not compared, nor are temporaries. */
  private vagueFlags(): number[] {
    const vague = (n: Node, c: Cell): boolean =>
      c.edges.some((e) => e.target === UNKNOWN || e.offset === ANYWHERE) ||
      (n.region === 'root' && this.roots.get(n.id)?.dead !== false) ||
      (n.region === 'root' && this.roots.get(n.id)?.value?.kind === 'number' && c.edges.some(isUnset));
    const isUnset = (e: { target: NodeId }) => e.target === UNINITIALIZED;
    return [...this.s.nodes.values()].flatMap((n) =>
      [...n.cells.values()].filter((c) => vague(n, c)).flatMap((c) => cellFlags(this.k, n, c)),
    );
  }

  private deal(open: readonly { block: HeapNode; nodes: readonly Node[] }[], at: number): boolean {
    if (this.tries > MOST_TRIES) return true;
    const next = open[at];
    if (!next) {
      this.tries++;
      this.asked = this.lost ? this.k.drop(this.b, this.hiddenFlags()) : this.b;
      this.choices = 0;
      this.instances.clear();
      for (const [id, n] of this.owner) this.instances.set(n, [...(this.instances.get(n) ?? []), id]);
      return this.everyChoice(0);
    }
    const { block, nodes } = next;
    for (const n of nodes) {
      const taken = !n.summary && [...this.owner.values()].includes(n.id);
      if (taken || !this.goesWithOthers(block, n)) continue;
      this.owner.set(block.id, n.id);
      if (this.deal(open, at + 1)) return true;
      this.owner.delete(block.id);
    }
    return false;
  }

  private goesWithOthers(block: HeapNode, n: Node): boolean {
    for (const [other, id] of this.owner) {
      const m = this.s.nodes.get(id)!;
      if (!this.pairHolds(block.id, n, other, m) || !this.pairHolds(other, m, block.id, n)) return false;
    }
    return true;
  }

  /** Every pointer from a live variable to the allocation must be an edge of the map. */
  private mapAllows(block: HeapNode): boolean {
    for (const [id, root] of this.roots) {
      if (root.dead) continue;
      for (const cell of this.s.nodes.get(id)?.cells.values() ?? []) {
        const value = this.flags.valueOfRoot(root, cell.offset);
        if (value.kind !== 'pointer' || value.node !== block.id) continue;
        const owner = this.owner.get(block.id);
        const fits = cell.edges.some(
          (e) => e.target === UNKNOWN || (e.target === owner && (e.offset === value.offset || e.offset === ANYWHERE)),
        );
        if (!fits) return false;
      }
    }
    return true;
  }

  private everyChoice(at: number): boolean {
    const n = this.nodes[at];
    if (!n) return ++this.choices > MOST_CHOICES || evaluate(this.k.bdd, this.asked, this.flags.valueOf);
    const instances = this.instances.get(n.id) ?? [];
    for (const a of instances.length === 0 ? [null] : instances) {
      const others = instances.filter((i) => i !== a);
      for (const g of n.summary && others.length > 0 ? others : [null]) {
        this.flags.choose(n.id, a, g);
        if (!this.everyChoice(at + 1)) return false;
      }
    }
    return true;
  }
}
