// A three-valued logical structure: nodes, and for each predicate two bit planes, what must hold and what may hold.
// The abstract state while one statement is executed; hot, therefore typed arrays and no objects inside.

import { bit, MAX_NODES } from './bits.js';
import type { BinaryPredicate, UnaryPredicate, Vocabulary } from './vocabulary.js';

/** Words per binary predicate: a row of `must` and a row of `may` for each node. */
export const ROWS = 2 * MAX_NODES;

/** p(v) = 1 iff v is in must, 1/2 iff only in may, 0 iff in neither; must ⊆ may ⊆ nodes. */
export class Structure {
  /** The nodes that exist. */
  nodes = 0;
  /** Summary nodes: those that may stand for more than one individual (sm = 1/2). */
  summary = 0;
  /** Changes since the last coerce: codes of predicates, and nodes that are new or no longer summary nodes. */
  readonly changes: number[] = [];
  touched = 0;
  /** The engine's data paired with the structure. It is copied along; the engine joins it. */
  companion: unknown = null;
  /** must of predicate p at 2p, may at 2p+1. */
  readonly unary: Int32Array;
  /** must row of node v of predicate b at 64b+v, may row at 64b+32+v. */
  readonly binary: Int32Array;

  constructor(readonly vocabulary: Vocabulary) {
    this.unary = new Int32Array(2 * vocabulary.unary.length);
    this.binary = new Int32Array(ROWS * vocabulary.binary.length);
  }

  copy(): Structure {
    const result = new Structure(this.vocabulary);
    result.nodes = this.nodes;
    result.summary = this.summary;
    result.touched = this.touched;
    result.companion = this.companion;
    result.changes.push(...this.changes);
    result.unary.set(this.unary);
    result.binary.set(this.binary);
    return result;
  }

  must(p: UnaryPredicate): number {
    return this.unary[2 * p.id]!;
  }

  may(p: UnaryPredicate): number {
    return this.unary[2 * p.id + 1]!;
  }

  set(p: UnaryPredicate, must: number, may: number): void {
    this.unary[2 * p.id] = must;
    this.unary[2 * p.id + 1] = may;
  }

  mustRow(b: BinaryPredicate, v: number): number {
    return this.binary[ROWS * b.id + v]!;
  }

  mayRow(b: BinaryPredicate, v: number): number {
    return this.binary[ROWS * b.id + MAX_NODES + v]!;
  }

  setRow(b: BinaryPredicate, v: number, must: number, may: number): void {
    this.binary[ROWS * b.id + v] = must;
    this.binary[ROWS * b.id + MAX_NODES + v] = may;
  }

  /** The number of a fresh node on which nothing holds, or -1 if all are in use. */
  addNode(): number {
    if (~this.nodes === 0) return -1;
    const v = 31 - Math.clz32(~this.nodes & -~this.nodes);
    this.nodes |= bit(v);
    this.touched |= bit(v);
    return v;
  }

  removeNodes(gone: number): void {
    const kept = ~gone;
    this.nodes &= kept;
    this.touched &= kept;
    this.summary &= kept;
    for (let i = 0; i < this.unary.length; i++) this.unary[i]! &= kept;
    for (let i = 0; i < this.binary.length; i++) this.binary[i] = (gone >>> (i & 31)) & 1 ? 0 : this.binary[i]! & kept;
  }

  /**
   * Splits the summary node v into two with the same values everywhere; the number of the second, -1 if all are in use.
   */
  bifurcate(v: number): number {
    const w = this.addNode();
    if (w < 0) return w;
    const other = bit(w);
    if ((this.summary >>> v) & 1) this.summary |= other;
    const { unary, binary } = this;
    for (let i = 0; i < unary.length; i++) unary[i]! |= ((unary[i]! >>> v) & 1) << w;
    for (let start = 0; start < binary.length; start += MAX_NODES) {
      binary[start + w] = binary[start + v]!;
      for (let u = 0; u < MAX_NODES; u++) binary[start + u]! |= ((binary[start + u]! >>> v) & 1) << w;
    }
    return w;
  }
}
