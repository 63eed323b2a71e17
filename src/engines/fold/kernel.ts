// What all operators of the domain share: the BDD kernel, the names of nodes and flags, the instrumentation in use.
// Made once per analysis and handed to every operator; states refer to it by small numbers.

import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import { Bdd, FALSE, negate, type Ref, TRUE, type Variable } from '../../logic/bdd/bdd.js';
import type { Site } from '../engine.js';
import { type FlagKind, FlagNames } from './paper/flags.js';

export type NodeId = number;
export type Flag = Variable;

/** The other instance that a summary node's ghost edges lead to. */
export const GHOST: NodeId = 0;
/** The value of a pointer that nobody has set. */
export const UNINITIALIZED: NodeId = 1;
/** A value that is not null and not modelled: a number other than zero. */
export const OPAQUE: NodeId = 2;
/** A variable whose scope has ended. */
export const ENDED: NodeId = 3;
/** Any value at all, null included: what comes from outside, or is made of parts. */
export const UNKNOWN: NodeId = 4;
/** So many bytes from null: no null pointer any more, and no better. */
export const NEAR_NULL: NodeId = 5;

/** Which instrumentation to keep; without it the analysis is the plain one of Section 3. */
export interface Instrumentation {
  readonly outCounters: 'on' | 'off';
  readonly inCounters: 'on' | 'off';
  /** Reachability from each variable cell: what leaks are found with. */
  readonly reachability: 'on' | 'off';
}

/**
 * `several`: blocks are told apart by what they are allocated as, and pointers from blocks of one's own kind are counted apart
 * from others. Any way to tell kinds apart is right, as long as a block keeps its kind.
 */
export type Kinds = 'one' | 'several';

export const ALL_INSTRUMENTATION: Instrumentation = { outCounters: 'on', inCounters: 'on', reachability: 'on' };
export const NO_INSTRUMENTATION: Instrumentation = { outCounters: 'off', inCounters: 'off', reachability: 'off' };

/** Nodes that constraints may cost before they are conjoined to the function. */
const BATCH = 20;

export class Kernel {
  readonly bdd = new Bdd();
  private readonly nodeNames: string[] = ['ghost', 'uninitialized', 'opaque', 'ended', 'unknown', 'near null'];
  private readonly nodeIds = new Map<string, NodeId>();
  private readonly sizes = new Map<NodeId, number>();
  /** Variables that are one number wider than a pointer. */
  private readonly wideNumbers = new Set<NodeId>();
  private readonly kindsOfNodes = new Map<NodeId, string>();
  private readonly names = new FlagNames();
  /** The first flag of the group of each node: fresh flags go before it. */
  private readonly groups = new Map<NodeId, Flag>();
  /** Targets of edges that are no nodes of any map: freed blocks, told apart by where they were allocated. */
  private readonly freedBlocks = new Map<NodeId, Site | null>();
  /** The same for functions: what a pointer calls is known by what it points to. */
  private readonly functions = new Map<NodeId, FunctionSymbol>();
  /** True once memory was lost: what relies on every cell being reachable is switched off. */
  readonly leaked: Flag;
  /** True once an allocation has failed, until somebody finds a null pointer. */
  readonly untested: Flag;

  constructor(
    readonly use: Instrumentation,
    readonly kinds: Kinds = 'one',
    readonly pointerSize = 8,
  ) {
    this.leaked = this.bdd.addVariable();
    this.untested = this.bdd.addVariable();
  }

  /** The node of this name, made on first use. */
  node(name: string): NodeId {
    const known = this.nodeIds.get(name);
    if (known !== undefined) return known;
    const id = this.nodeNames.push(name) - 1;
    this.nodeIds.set(name, id);
    return id;
  }

  /** What pointers to a freed block point to. */
  freed(allocated: Site | null): NodeId {
    const id = this.node(`freed ${allocated?.at ?? ''}`);
    this.freedBlocks.set(id, allocated);
    return id;
  }

  isFreed(id: NodeId): boolean {
    return this.freedBlocks.has(id);
  }

  allocationOfFreed(id: NodeId): Site | null {
    return this.freedBlocks.get(id) ?? null;
  }

  /** What pointers to the function point to. */
  functionNode(f: FunctionSymbol): NodeId {
    const id = this.node(`function ${f.linkage === 'internal' ? f.at : ''} ${symbolOf(f)}`);
    this.functions.set(id, f);
    return id;
  }

  functionAt(id: NodeId): FunctionSymbol | null {
    return this.functions.get(id) ?? null;
  }

  /** Is it a value rather than a node? */
  isSpecial(id: NodeId): boolean {
    return id <= NEAR_NULL || this.freedBlocks.has(id) || this.functions.has(id);
  }

  /** The kind of a heap node; nodes of different kinds are never folded onto each other. */
  kindOf(id: NodeId): string {
    return this.kindsOfNodes.get(id) ?? '';
  }

  setKind(id: NodeId, kind: string): void {
    if (this.kinds === 'several') this.kindsOfNodes.set(id, kind);
  }

  /** The size of a variable's block is the same in all states. */
  sizeOf(id: NodeId): number | null {
    return this.sizes.get(id) ?? null;
  }

  setSize(id: NodeId, size: number): void {
    if (size >= 0) this.sizes.set(id, size);
  }

  /** Is the cell of the variable wider than others? */
  isWide(id: NodeId): boolean {
    return this.wideNumbers.has(id);
  }

  setWide(id: NodeId): void {
    this.wideNumbers.add(id);
  }

  nameOfNode(id: NodeId): string {
    return this.nodeNames[id]!;
  }

  nameOfFlag(flag: Flag, nameOf: (id: NodeId) => string = (id) => this.nameOfNode(id)): string {
    return this.names.describe(flag, nameOf);
  }

  get flagCount(): number {
    return this.bdd.variables;
  }

  /** The flags of `node` stand before those of `kin` in the order, if it has none yet. */
  placeBefore(node: NodeId, kin: NodeId): void {
    const first = this.groups.get(kin);
    if (first !== undefined && !this.groups.has(node)) this.groups.set(node, first);
  }

  /** The flag about one cell or node, in its group. The same name is always the same flag: states stay compatible. */
  flag(kind: FlagKind, node: NodeId, offset: number): Flag {
    const place = this.names.place(node, offset);
    const key = this.names.keyOf(kind, place, place);
    return this.names.find(key) ?? this.addFlag(key, node);
  }

  /** The flag about two, in the group of the one that came later; those of variables are with what they point to. */
  flagBetween(kind: FlagKind, from: NodeId, at: number, to: NodeId, offset: number, owner: NodeId): Flag {
    const key = this.names.keyOf(kind, this.names.place(from, at), this.names.place(to, offset));
    return this.names.find(key) ?? this.addFlag(key, owner);
  }

  private addFlag(key: number, owner: NodeId): Flag {
    const flag = this.bdd.addVariable(this.groups.get(owner) ?? null);
    this.groups.set(owner, flag);
    this.names.add(key, flag);
    return flag;
  }

  // ---- Boolean functions over lists of flags --------------------------------------------------------------------

  is(flag: Flag): Ref {
    return this.bdd.literal(flag);
  }

  any(flags: Iterable<Flag>): Ref {
    return negate(this.bdd.noneOf(flags));
  }

  none(flags: Iterable<Flag>): Ref {
    return this.bdd.noneOf(flags);
  }

  /** b where all these flags are zero. */
  withZero(b: Ref, flags: Iterable<Flag>): Ref {
    return this.bdd.and(b, this.bdd.noneOf(flags));
  }

  drop(b: Ref, flags: Iterable<Flag>): Ref {
    return this.bdd.exists(b, this.bdd.cube(flags));
  }

  /** add_f(b)[f = value]; f must not occur in b. */
  define(b: Ref, flag: Flag, value: Ref): Ref {
    return this.bdd.and(b, this.bdd.iff(this.is(flag), value));
  }

  /**
   * b with all the constraints. They are put together first, from the last level of the order upwards, and a function is
   * walked once for many; put together too far they would grow beyond what they save.
   */
  conjoin(b: Ref, constraints: readonly Ref[]): Ref {
    const { bdd } = this;
    let result = b;
    let batch: Ref = TRUE;
    let limit = bdd.nodesMade + BATCH;
    for (const c of bdd.lowestFirst(constraints)) {
      batch = bdd.and(batch, c);
      if (bdd.nodesMade < limit) continue;
      result = bdd.and(result, batch);
      batch = TRUE;
      limit = bdd.nodesMade + BATCH;
    }
    return bdd.and(result, batch);
  }

  /** How many of the flags are one: none, exactly one, exactly two, three or more. */
  count(flags: Iterable<Flag>): Count {
    const { bdd } = this;
    let [none, one, two, many] = [TRUE, FALSE, FALSE, FALSE];
    for (const flag of flags) {
      const f = this.is(flag);
      many = bdd.or(many, bdd.and(two, f));
      two = bdd.ite(f, one, two);
      one = bdd.ite(f, none, one);
      none = bdd.minus(none, f);
    }
    return { none, one, two, many };
  }
}

export interface Count {
  readonly none: Ref;
  readonly one: Ref;
  readonly two: Ref;
  readonly many: Ref;
}
