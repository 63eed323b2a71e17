// Evaluates the flags of an abstract state on a concrete heap, for one choice of representatives and ghosts.
// Used by the embedding (embed.ts), which maps the allocations and makes the choices.

import { GHOST, type Kernel, NEAR_NULL, type NodeId, OPAQUE, UNINITIALIZED } from '../../../src/engines/fold/kernel.js';
import {
  type Cell,
  type Edge,
  existsFlag,
  ghostInFlag,
  inHighFlag,
  inLowFlag,
  type Node,
  type Source,
  type State,
} from '../../../src/engines/fold/paper/state.js';
import type { CellValue, HeapSnapshot } from '../../../src/interp/snapshot.js';

/** The object of a variable's node in the snapshot, and the value of a variable in a register. */
export interface Root {
  /** Dead: it may hold anything. */
  readonly dead: boolean;
  readonly object: number | null;
  readonly value: CellValue | null;
}

type Reading = () => boolean;

const NOTHING: CellValue = { kind: 'null' };
const UNSET: CellValue = { kind: 'uninitialized' };

const isNumberAs = (to: NodeId, offset: number, value: number): boolean =>
  to === NEAR_NULL ? value === offset : to === OPAQUE && value !== 0;

const isZero = (v: CellValue): boolean => v.kind === 'null' || (v.kind === 'number' && Number(v.value) === 0);

export class FlagReader {
  /** By node: its representative, and another instance. */
  private readonly chosen: (number | null)[] = [];
  private readonly ghosts: (number | null)[] = [];
  private readonly readings: Reading[] = [];
  private readonly rootOf = new Map<number, NodeId>();
  /** By allocation and the size of the allocations that point to it: the number of pointers. */
  private readonly counts = new Map<string, number>();
  private readonly reaches = new Map<number, ReadonlySet<number>>();
  private readonly contents = new Map<number, ReadonlyMap<number, CellValue>>();

  constructor(
    private readonly k: Kernel,
    s: State,
    private readonly heap: HeapSnapshot,
    private readonly roots: ReadonlyMap<NodeId, Root>,
  ) {
    for (const [id, { object }] of roots) if (object !== null) this.rootOf.set(object, id);
    for (const o of heap.nodes.values()) {
      this.contents.set(o.id, new Map(o.cells.map((c) => [c.offset, c.value])));
      if (!this.isBlock(o.id)) continue;
      for (const { value } of o.cells) {
        if (value.kind === 'pointer') this.count(value.node, o.size);
      }
    }
    for (const n of s.nodes.values()) {
      if (n.region === 'heap') this.readAttributes(n);
      for (const cell of n.cells.values()) this.readCell(n, cell);
    }
  }

  choose(n: NodeId, representative: number | null, ghost: number | null): void {
    this.chosen[n] = representative;
    this.ghosts[n] = ghost;
  }

  readonly valueOf = (flag: number): boolean => this.readings[flag]?.() ?? false;

  valueOfRoot(root: Root | undefined, offset: number): CellValue {
    if (!root || root.object === null) return root?.value ?? NOTHING;
    return this.contentOf(root.object, offset);
  }

  private count(block: number, size: number): void {
    const source = this.k.kinds === 'one' || size === this.heap.nodes.get(block)!.size ? 'alike' : 'others';
    const key = `${block} ${source}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  private readAttributes({ id }: Node): void {
    const { k } = this;
    const count = (source: Source): number => this.counts.get(`${this.chosen[id]} ${source}`) ?? 0;
    this.readings[existsFlag(k, id)] = () => this.chosen[id] !== null;
    this.readings[inLowFlag(k, id, 'alike')] = () => count('alike') === 1 || count('alike') >= 3;
    this.readings[inHighFlag(k, id, 'alike')] = () => count('alike') >= 2;
    if (k.kinds === 'one') return;
    this.readings[inLowFlag(k, id, 'others')] = () => count('others') >= 1;
    this.readings[inHighFlag(k, id, 'others')] = () => count('others') >= 2;
  }

  private readCell(n: Node, cell: Cell): void {
    const { id, region } = n;
    const fixed = region === 'root' ? this.valueOfRoot(this.roots.get(id), cell.offset) : null;
    const value = (): CellValue => fixed ?? this.contentOf(this.chosen[id] ?? null, cell.offset);
    this.readings[cell.out] = () => !isZero(value());
    for (const e of cell.edges) this.readEdge(n, cell, e, value);
    for (const r of cell.reach) {
      this.readings[r.flag] = () => this.reachable(value()).has(this.chosen[r.target] ?? -1);
    }
  }

  private readEdge({ id }: Node, cell: Cell, e: Edge, value: () => CellValue): void {
    const target = (): number | null => (e.target === GHOST ? this.ghosts[id] : this.chosen[e.target]) ?? null;
    this.readings[e.flag] = () => this.pointsTo(value(), e.target, e.offset, target());
    if (e.target !== GHOST) return;
    this.readings[ghostInFlag(this.k, id, cell.offset, e.offset)] = () => {
      const back = this.contentOf(this.ghosts[id] ?? null, cell.offset);
      return back.kind === 'pointer' && back.node === this.chosen[id] && back.offset === e.offset;
    };
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

  private isBlock(id: number): boolean {
    const object = this.heap.nodes.get(id);
    return object?.kind === 'heap' && object.state === 'alive';
  }

  private reachable(from: CellValue): ReadonlySet<number> {
    const start = from.kind === 'pointer' ? from.node : -1;
    const known = this.reaches.get(start);
    if (known) return known;
    const seen = new Set<number>();
    const pending = [from];
    for (let v = pending.pop(); v; v = pending.pop()) {
      if (v.kind !== 'pointer' || seen.has(v.node) || !this.isBlock(v.node)) continue;
      seen.add(v.node);
      pending.push(...this.contents.get(v.node)!.values());
    }
    this.reaches.set(start, seen);
    return seen;
  }

  private contentOf(object: number | null, offset: number): CellValue {
    return object === null ? NOTHING : (this.contents.get(object)!.get(offset) ?? UNSET);
  }
}
