// Does a heap that a run has met belong to an abstract state? The sentence that says what a state means, executed: deals
// the live blocks to the nodes of the map, and asks whether every choice of representatives gives a vector of b.

import {
  GHOST,
  type Kernel,
  NEAR_NULL,
  type NodeId,
  OPAQUE,
  UNINITIALIZED,
  UNKNOWN,
} from '../../../src/engines/fold/kernel.js';
import {
  type Cell,
  cellFlags,
  existsFlag,
  flagsAbout,
  ghostFlags,
  ghostInFlag,
  heapNodes,
  inHighFlag,
  inLowFlag,
  type Node,
  type State,
} from '../../../src/engines/fold/state.js';
import { ANYWHERE } from '../../../src/engines/fold/value.js';
import type { CellValue, HeapNode, HeapSnapshot } from '../../../src/interp/snapshot.js';
import { FALSE } from '../../../src/logic/bdd/bdd.js';
import { evaluate } from '../../../src/logic/bdd/models.js';

/** Which object of the snapshot a variable's node is, and what a variable in a register holds. */
export interface Root {
  /** Nobody reads it again: it may hold anything. */
  readonly dead: boolean;
  readonly object: number | null;
  readonly value: CellValue | null;
}

/** More ways to deal blocks than this are not tried: the heap counts as covered. */
const MOST_TRIES = 3_000;

const NOTHING: CellValue = { kind: 'null' };

const isNumberAs = (to: NodeId, offset: number, value: number): boolean =>
  to === NEAR_NULL ? value === offset : to === OPAQUE && value !== 0;

export class Embedding {
  private readonly blocks: readonly HeapNode[];
  private readonly nodes: readonly Node[];
  private readonly owner = new Map<number, NodeId>();
  private readonly rootOf = new Map<number, NodeId>();
  private tries = 0;
  private readonly b: number;
  private asked = FALSE;

  constructor(
    private readonly k: Kernel,
    private readonly s: State,
    private readonly heap: HeapSnapshot,
    private readonly roots: ReadonlyMap<NodeId, Root>,
  ) {
    this.blocks = [...heap.nodes.values()].filter((n) => n.kind === 'heap' && n.state === 'alive');
    this.nodes = heapNodes(s);
    for (const [id, { object }] of roots) if (object !== null) this.rootOf.set(object, id);
    this.b = k.drop(s.b, [...this.vagueFlags(), k.leaked]);
  }

  /** Once memory was lost there are blocks out of sight: what they are and where they point is not asked. */
  holds(): boolean {
    return this.deal(0);
  }

  private get lost(): boolean {
    return this.k.bdd.and(this.s.b, this.k.is(this.k.leaked)) !== FALSE;
  }

  /** What is out of sight may have left its mark on these flags. */
  private hiddenFlags(): number[] {
    const owners = new Set(this.owner.values());
    return this.nodes.flatMap((n) =>
      owners.has(n.id)
        ? [inLowFlag(this.k, n.id), inHighFlag(this.k, n.id), ...ghostFlags(this.k, n)]
        : flagsAbout(this.k, this.s, n),
    );
  }

  /** A value that nobody knows may be any: cells that may hold one say nothing, nor do temporaries. */
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

  private deal(at: number): boolean {
    if (this.tries > MOST_TRIES) return true;
    const block = this.blocks[at];
    if (!block) {
      this.tries++;
      this.asked = this.lost ? this.k.drop(this.b, this.hiddenFlags()) : this.b;
      return this.everyChoice(0, new Map(), new Map());
    }
    for (const n of this.nodes) {
      const taken = !n.summary && [...this.owner.values()].includes(n.id);
      if (taken || (n.size !== null && n.size !== block.size)) continue;
      this.owner.set(block.id, n.id);
      if (this.mapAllows(block) && this.deal(at + 1)) return true;
      this.owner.delete(block.id);
    }
    return false;
  }

  /** Every pointer of a variable to the block must be an edge of the map. */
  private mapAllows(block: HeapNode): boolean {
    for (const [id, root] of this.roots) {
      for (const cell of this.s.nodes.get(id)?.cells.values() ?? []) {
        const value = this.valueOfRoot(root, cell.offset);
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

  private everyChoice(at: number, chosen: Map<NodeId, number | null>, ghosts: Map<NodeId, number | null>): boolean {
    const n = this.nodes[at];
    if (!n) return this.vectorHolds(chosen, ghosts);
    const instances = [...this.owner].filter(([, owner]) => owner === n.id).map(([id]) => id);
    for (const a of instances.length === 0 ? [null] : instances) {
      const others = instances.filter((i) => i !== a);
      for (const g of n.summary && others.length > 0 ? others : [null]) {
        chosen.set(n.id, a);
        ghosts.set(n.id, g);
        if (!this.everyChoice(at + 1, chosen, ghosts)) return false;
      }
    }
    return true;
  }

  private vectorHolds(chosen: Map<NodeId, number | null>, ghosts: Map<NodeId, number | null>): boolean {
    const { k } = this;
    const values = new Map<number, boolean>();
    for (const n of this.s.nodes.values()) {
      const block = n.region === 'heap' ? chosen.get(n.id)! : null;
      if (n.region === 'heap') this.attributes(n, block, values);
      for (const cell of n.cells.values()) this.cell(n, cell, block, chosen, ghosts.get(n.id) ?? null, values);
    }
    return evaluate(k.bdd, this.asked, (flag) => values.get(flag) ?? false);
  }

  private attributes(n: Node, block: number | null, values: Map<number, boolean>): void {
    let count = 0;
    for (const from of this.blocks) {
      for (const { value } of from.cells)
        if (block !== null && value.kind === 'pointer' && value.node === block) count++;
    }
    values.set(existsFlag(this.k, n.id), block !== null);
    values.set(inLowFlag(this.k, n.id), count === 1 || count >= 3);
    values.set(inHighFlag(this.k, n.id), count >= 2);
  }

  private cell(
    n: Node,
    cell: Cell,
    block: number | null,
    chosen: ReadonlyMap<NodeId, number | null>,
    ghost: number | null,
    values: Map<number, boolean>,
  ): void {
    const value =
      n.region === 'root' ? this.valueOfRoot(this.roots.get(n.id), cell.offset) : this.contentOf(block, cell.offset);
    values.set(cell.out, !(value.kind === 'null' || (value.kind === 'number' && Number(value.value) === 0)));
    for (const e of cell.edges) {
      const target = e.target === GHOST ? ghost : (chosen.get(e.target) ?? null);
      values.set(e.flag, this.pointsTo(value, e.target, e.offset, target));
      if (e.target !== GHOST) continue;
      const back = this.contentOf(ghost, cell.offset);
      const here = block !== null && back.kind === 'pointer' && back.node === block && back.offset === e.offset;
      values.set(ghostInFlag(this.k, n.id, cell.offset, e.offset), here);
    }
    for (const r of cell.reach) {
      const target = chosen.get(r.target) ?? null;
      values.set(r.flag, target !== null && this.reachable(value).has(target));
    }
  }

  private pointsTo(value: CellValue, to: NodeId, offset: number, block: number | null): boolean {
    if (value.kind === 'uninitialized') return to === UNINITIALIZED;
    if (value.kind === 'function') return to === OPAQUE;
    if (value.kind === 'number') return isNumberAs(to, offset, Number(value.value));
    if (value.kind === 'null') return false;
    const object = this.heap.nodes.get(value.node)!;
    if (object.state === 'freed')
      return this.k.isFreed(to) && this.k.allocationOfFreed(to)?.at === object.site?.node.at;
    if (object.state === 'ended') return this.k.nameOfNode(to) === 'ended';
    if (object.kind === 'heap') return block === object.id && value.offset === offset;
    return this.rootOf.get(object.id) === to && value.offset === offset;
  }

  private reachable(from: CellValue): Set<number> {
    const seen = new Set<number>();
    const pending = [from];
    for (let v = pending.pop(); v; v = pending.pop()) {
      if (v.kind !== 'pointer' || seen.has(v.node) || !this.owner.has(v.node)) continue;
      seen.add(v.node);
      pending.push(...this.heap.nodes.get(v.node)!.cells.map((c) => c.value));
    }
    return seen;
  }

  private valueOfRoot(root: Root | undefined, offset: number): CellValue {
    if (!root || root.object === null) return root?.value ?? NOTHING;
    return this.contentOf(root.object, offset);
  }

  private contentOf(object: number | null, offset: number): CellValue {
    if (object === null) return NOTHING;
    const cell = this.heap.nodes.get(object)!.cells.find((c) => c.offset === offset);
    return cell?.value ?? { kind: 'uninitialized' };
  }
}
