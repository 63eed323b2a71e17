// The store of BDD nodes: typed arrays, a unique table, an order of variables that can grow in the middle, a collector.
// The lowest layer of the kernel: every operation in bdd.ts makes its nodes here. A hot path: nothing is allocated.

import { Exhausted } from '../../base/crash.js';

/**
 * A reference to a node, with the complement mark in the lowest bit: `node << 1 | complemented`. Nodes are hash-consed:
 * two references are the same number iff they are the same function.
 */
export type Ref = number;

/** A variable, counted from 1; 0 stands for the leaf. */
export type Variable = number;

export const TRUE: Ref = 0;
export const FALSE: Ref = 1;

export const negate = (f: Ref): Ref => f ^ 1;

const FREE = -1;
const LEAF_LEVEL = 0x7fffffff;

/** Aborts an operation when the node limit is reached; the table stays consistent. */
export class OutOfNodes extends Exhausted {
  override readonly name = 'OutOfNodes';

  constructor(most: number) {
    super(`more than ${most} nodes of decision diagrams are needed`);
  }
}

/**
 * Canonical form: `low !== high`, and the high edge carries no complement mark. A node stores its variable, not its
 * level: a fresh variable may be put anywhere in the order without touching a node, because the others keep their order.
 */
export class NodeTable {
  protected variable: Int32Array;
  protected low: Int32Array;
  protected high: Int32Array;
  private next: Int32Array;
  private buckets: Int32Array;
  private used = 1;
  /** Nodes made so far, collected ones included: a deterministic measure of work. */
  private made = 0;
  /** The node limit: one operation alone may need more than there is time and memory for. */
  most = Number.POSITIVE_INFINITY;
  private isClosed = false;
  private freeList = 0;
  private freeCount = 0;
  /** By reference: the last walk that visited it. */
  private stamps = new Int32Array(0);
  private stamp = 0;
  protected level: Int32Array;
  private readonly order: Variable[] = [];

  constructor(capacity = 1 << 12) {
    this.variable = new Int32Array(capacity);
    this.low = new Int32Array(capacity);
    this.high = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    this.buckets = new Int32Array(capacity);
    this.level = new Int32Array(64);
    this.level[0] = LEAF_LEVEL;
  }

  // ---- variables -----------------------------------------------------------------------------------------------

  get variables(): number {
    return this.order.length;
  }

  /**
   * A fresh variable directly above `kin` in the order; at the top if there is none. Recent variables are used most,
   * and an operation rebuilds a function only from the changed variable upwards.
   */
  addVariable(kin: Variable | null = null): Variable {
    const fresh = this.order.length + 1;
    if (fresh >= this.level.length) this.level = grown(this.level);
    const place = kin === null ? 0 : this.level[kin]!;
    this.order.splice(place, 0, fresh);
    for (let i = place; i < this.order.length; i++) this.level[this.order[i]!] = i;
    return fresh;
  }

  levelOfVariable(v: Variable): number {
    return this.level[v]!;
  }

  /** The level of the topmost variable; that of a constant is below all. */
  levelOf(f: Ref): number {
    return this.level[this.variable[f >> 1]!]!;
  }

  variableAt(level: number): Variable {
    return this.order[level]!;
  }

  // ---- nodes ---------------------------------------------------------------------------------------------------

  /** The number of live nodes in the table, the leaf included. */
  get size(): number {
    return this.used - this.freeCount;
  }

  /** No node is made any more, whatever the limit. */
  close(): void {
    this.isClosed = true;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  get nodesMade(): number {
    return this.made;
  }

  /** The bytes that the nodes and the unique table take. */
  get bytes(): number {
    return (this.variable.length * 4 + this.buckets.length) * Int32Array.BYTES_PER_ELEMENT;
  }

  variableOf(f: Ref): Variable {
    return this.variable[f >> 1]!;
  }

  /** The cofactors of `f` by its topmost variable. */
  lowOf(f: Ref): Ref {
    return this.low[f >> 1]! ^ (f & 1);
  }

  highOf(f: Ref): Ref {
    return this.high[f >> 1]! ^ (f & 1);
  }

  /** if v then high else low, where v stands above both in the order. */
  protected make(v: Variable, low: Ref, high: Ref): Ref {
    if (low === high) return low;
    const mark = high & 1;
    return (this.find(v, low ^ mark, high ^ mark) << 1) | mark;
  }

  private find(v: Variable, low: Ref, high: Ref): number {
    const slot = hash(v, low, high) & (this.buckets.length - 1);
    for (let n = this.buckets[slot]!; n !== 0; n = this.next[n]!) {
      if (this.variable[n] === v && this.low[n] === low && this.high[n] === high) return n;
    }
    return this.insert(v, low, high);
  }

  private insert(v: Variable, low: Ref, high: Ref): number {
    if (++this.made > this.most || this.isClosed) throw new OutOfNodes(Math.min(this.made - 1, this.most));
    let n = this.freeList;
    if (n !== 0) {
      this.freeList = this.next[n]!;
      this.freeCount--;
    } else {
      if (this.used === this.variable.length) this.enlarge();
      n = this.used++;
    }
    this.variable[n] = v;
    this.low[n] = low;
    this.high[n] = high;
    this.link(n);
    return n;
  }

  private link(n: number): void {
    const slot = hash(this.variable[n]!, this.low[n]!, this.high[n]!) & (this.buckets.length - 1);
    this.next[n] = this.buckets[slot]!;
    this.buckets[slot] = n;
  }

  private enlarge(): void {
    this.variable = grown(this.variable);
    this.low = grown(this.low);
    this.high = grown(this.high);
    this.next = grown(this.next);
    this.buckets = new Int32Array(this.variable.length);
    this.relink();
  }

  /** Rebuilds the chains of the unique table and the list of free nodes. */
  private relink(): void {
    this.buckets.fill(0);
    this.freeList = 0;
    this.freeCount = 0;
    for (let n = 1; n < this.used; n++) {
      if (this.variable[n] !== FREE) this.link(n);
      else {
        this.next[n] = this.freeList;
        this.freeList = n;
        this.freeCount++;
      }
    }
  }

  // ---- walks ---------------------------------------------------------------------------------------------------

  /** Begins a walk over a diagram with no reference marked. One walk at a time. */
  beginWalk(): void {
    if (this.stamps.length < this.variable.length * 2) this.stamps = new Int32Array(this.variable.length * 2);
    this.stamp++;
  }

  /** Marks the reference; false if this walk has already visited it. */
  mark(f: Ref): boolean {
    if (this.stamps[f] === this.stamp) return false;
    this.stamps[f] = this.stamp;
    return true;
  }

  // ---- garbage -------------------------------------------------------------------------------------------------

  /** Frees every node that no root reaches. References to the others stay as they are. */
  protected sweep(roots: Iterable<Ref>): void {
    const marked = new Uint8Array(this.used);
    marked[0] = 1;
    const stack: number[] = [];
    for (const root of roots) stack.push(root >> 1);
    for (let n = stack.pop(); n !== undefined; n = stack.pop()) {
      if (marked[n] === 1) continue;
      marked[n] = 1;
      stack.push(this.low[n]! >> 1, this.high[n]! >> 1);
    }
    for (let n = 1; n < this.used; n++) if (marked[n] === 0) this.variable[n] = FREE;
    this.relink();
  }
}

function hash(a: number, b: number, c: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(array.length * 2);
  copy.set(array);
  return copy;
}
