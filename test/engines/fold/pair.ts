// Runs random straight-line programs on a concrete heap and on an abstract state in parallel.
// Used by the tests of the operators (domain.test.ts) and of the lattice (laws.test.ts).

import fc from 'fast-check';
import { expect } from 'vitest';
import { type Instrumentation, Kernel, type Kinds } from '../../../src/engines/fold/kernel.js';
import { allocate, assignRoot, type LeakListener } from '../../../src/engines/fold/paper/assign.js';
import { dereference, freshNode } from '../../../src/engines/fold/paper/deref.js';
import { load, release, store } from '../../../src/engines/fold/paper/heap-access.js';
import { includes, join, prune } from '../../../src/engines/fold/paper/lattice.js';
import { heapNodes, nodeOf, type State } from '../../../src/engines/fold/paper/state.js';
import { summarize } from '../../../src/engines/fold/paper/summarize.js';
import { reduce } from '../../../src/engines/fold/reduce.js';
import { Table } from '../../../src/engines/fold/table.js';
import { freshAllocation, NULL_VALUE, shifted, UNSET_VALUE, valueIn } from '../../../src/engines/fold/value.js';
import { NOTHING_KNOWN } from '../../../src/numeric/numbers.js';
import { CELLS, ConcreteHeap, covers, type Pointer } from './concrete.js';

const NAMES = ['x', 'y', 'z', 'w'] as const;

export type Step =
  | { readonly op: 'malloc' | 'null' | 'free'; readonly x: string }
  | { readonly op: 'copy' | 'shift'; readonly x: string; readonly y: string }
  | { readonly op: 'load' | 'store'; readonly x: string; readonly y: string; readonly at: number }
  | { readonly op: 'summarize'; readonly first: number; readonly second: number }
  | { readonly op: 'reduce' | 'fork' | 'join' };

const variable = fc.constantFrom(...NAMES);
const at = fc.constantFrom(...CELLS);
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ op: fc.constant('malloc' as const), x: variable }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('null' as const, 'free' as const), x: variable }) },
    { weight: 2, arbitrary: fc.record({ op: fc.constant('copy' as const), x: variable, y: variable }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('shift' as const), x: variable, y: variable }) },
    { weight: 3, arbitrary: fc.record({ op: fc.constant('load' as const), x: variable, y: variable, at }) },
    { weight: 6, arbitrary: fc.record({ op: fc.constant('store' as const), x: variable, y: variable, at }) },
    {
      weight: 4,
      arbitrary: fc.record({ op: fc.constant('summarize' as const), first: fc.nat(5), second: fc.nat(5) }),
    },
    { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('reduce' as const, 'fork' as const, 'join' as const) }) },
  ),
  { maxLength: 24 },
);

/** The concrete heap and the abstract state, kept in step; the tests compare them. */
export class Pair {
  readonly k: Kernel;
  state: State;
  heap = new ConcreteHeap();
  private forked: State | null = null;
  private warned = false;
  private readonly onLeak: LeakListener = () => {
    this.warned = true;
  };

  /** States are comparable if they share a kernel. */
  constructor(use: Instrumentation, kinds: Kinds = 'one', k: Kernel = new Kernel(use, kinds)) {
    this.k = k;
    this.state = { nodes: Table.EMPTY, b: this.k.withZero(0, [this.k.leaked]), numbers: NOTHING_KNOWN };
    for (const name of NAMES) {
      this.heap.roots.set(name, 'unset');
      this.state = assignRoot(this.k, this.state, this.root(name), UNSET_VALUE, this.onLeak);
    }
  }

  private root = (name: string) => ({ node: this.k.node(name), offset: 0 });

  step(s: Step): void {
    this.warned = false;
    this.perform(s);
    const lost = this.heap.garbage();
    if (lost.length > 0 && !this.heap.leaked && this.k.use.reachability === 'on') expect(this.warned).toBe(true);
    this.heap.leaked ||= lost.length > 0 && this.k.use.reachability === 'on';
  }

  private perform(s: Step): void {
    const { k, heap } = this;
    switch (s.op) {
      case 'malloc':
        return this.malloc(s.x);
      case 'null':
        heap.roots.set(s.x, null);
        this.state = assignRoot(k, this.state, this.root(s.x), NULL_VALUE, this.onLeak);
        return;
      case 'copy':
        if (s.x === s.y) return;
        heap.roots.set(s.x, heap.roots.get(s.y)!);
        this.state = assignRoot(k, this.state, this.root(s.x), valueIn(k, this.state, this.root(s.y)), this.onLeak);
        return;
      case 'shift':
        return this.shift(s.x, s.y);
      case 'free':
        return this.free(s.x);
      case 'load':
      case 'store':
        return this.access(s);
      case 'summarize':
        return this.summarize(s.first, s.second);
      case 'reduce':
        this.state = prune(k, reduce(k, this.state));
        return;
      case 'fork':
        this.forked = this.state;
        return;
      case 'join':
        if (this.forked) this.state = this.joined(this.forked);
    }
  }

  /** An earlier state has other nodes; joining with it must keep the present heap covered. */
  private joined(other: State): State {
    const both = join(this.k, this.state, other);
    expect(includes(this.k, both, this.state)).toBe(true);
    return both;
  }

  private malloc(x: string): void {
    const { k } = this;
    const size = k.kinds === 'several' && (x === 'x' || x === 'y') ? 24 : 16;
    const id = freshNode(k, this.state, `block of ${size}`);
    k.setKind(id, String(size));
    const made = allocate(k, this.state, { id, size, blank: 'uninitialized', allocated: null });
    this.state = assignRoot(k, made, this.root(x), freshAllocation(id), this.onLeak);
    this.heap.roots.set(x, this.heap.allocate(id));
  }

  private shift(x: string, y: string): void {
    const p = this.heap.roots.get(y)!;
    if (x === y || typeof p !== 'object' || p === null || p.offset !== 0) return;
    const { k } = this;
    this.heap.roots.set(x, { ...p, offset: 8 });
    const value = shifted(k, valueIn(k, this.state, this.root(y)), 8);
    this.state = assignRoot(k, this.state, this.root(x), value, this.onLeak);
  }

  /** The target of the pointer in both; an allocation materialised from a summary node gets another node. */
  private target(name: string): { p: { block: number; offset: number }; node: number } | null {
    const p = this.heap.roots.get(name)!;
    const { k, heap } = this;
    const { accesses, failures } = dereference(k, this.state, valueIn(k, this.state, this.root(name)), 'taken');
    if (typeof p !== 'object' || p === null) {
      const kind = p === null ? 'null' : p === 'unset' ? 'uninitialized' : 'freed';
      expect(failures.map((f) => f.kind)).toContain(kind);
      return null;
    }
    const owner = heap.owner.get(p.block)!;
    const alone = heap.instancesOf(owner).length === 1;
    const summary = nodeOf(this.state, owner).summary;
    for (const a of accesses) {
      if (a.offset !== p.offset || (!summary && a.node !== owner)) continue;
      const before = this.heap.clone();
      heap.owner.set(p.block, summary ? a.node : owner);
      if (covers(k, a.state, heap)) {
        this.state = a.state;
        return { p, node: a.node };
      }
      this.heap = before;
      return this.covered(name, accesses, alone);
    }
    throw new Error(`no access for ${name}`);
  }

  /** The first case did not apply, so the other one must. */
  private covered(name: string, accesses: ReturnType<typeof dereference>['accesses'], alone: boolean) {
    const p = this.heap.roots.get(name) as { block: number; offset: number };
    const owner = this.heap.owner.get(p.block)!;
    for (const a of accesses) {
      this.heap.owner.set(p.block, a.node);
      const fits = a.state.nodes.has(a.node) && (a.state.nodes.has(owner) || alone);
      if (fits && covers(this.k, a.state, this.heap)) {
        this.state = a.state;
        return { p, node: a.node };
      }
    }
    throw new Error(`no access covers ${name}`);
  }

  private access(s: Step & { op: 'load' | 'store' }): void {
    const [pointer, other] = s.op === 'load' ? [s.y, s.x] : [s.x, s.y];
    const found = this.target(pointer);
    if (!found || found.p.offset + s.at > 8) return;
    const { k, heap } = this;
    const offset = found.p.offset + s.at;
    const cells = heap.blocks.get(found.p.block)!.cells;
    if (s.op === 'load') {
      heap.roots.set(other, cells.get(offset)!);
      this.state = load(k, this.state, this.root(other), found.node, offset, this.onLeak);
    } else {
      cells.set(offset, heap.roots.get(other)!);
      const value = valueIn(k, this.state, this.root(other));
      this.state = store(k, this.state, found.node, offset, value, this.onLeak);
    }
  }

  private free(x: string): void {
    const p: Pointer = this.heap.roots.get(x)!;
    if (typeof p !== 'object' || p === null || p.offset !== 0) return;
    const found = this.target(x)!;
    this.state = release(this.k, this.state, found.node, this.onLeak);
    this.heap.free(p.block);
  }

  private summarize(first: number, second: number): void {
    const nodes = heapNodes(this.state);
    if (nodes.length < 2) return;
    const a = nodes[first % nodes.length]!.id;
    const c = nodes[second % nodes.length]!.id;
    if (a === c || this.k.kindOf(a) !== this.k.kindOf(c)) return;
    this.state = summarize(this.k, this.state, a, c);
    this.forked = null;
    for (const id of this.heap.instancesOf(c)) this.heap.owner.set(id, a);
  }

  check(): void {
    expect(covers(this.k, this.state, this.heap)).toBe(true);
  }
}
