// Shared by all operators of the domain: the BDD kernel, the names of nodes and flags, the selected instrumentation.
// Created once per analysis and passed to every operator; states refer to it by small numbers.

import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import { Bdd, FALSE, negate, type Ref, TRUE, type Variable } from '../../logic/bdd/bdd.js';
import type { Site } from '../engine.js';
import { type FlagKind, FlagNames } from './paper/flags.js';

export type NodeId = number;
export type Flag = Variable;

/** The other instance of a summary node, to which its ghost edges lead. */
export const GHOST: NodeId = 0;
/** The value of an uninitialised pointer. */
export const UNINITIALIZED: NodeId = 1;
/** A nonzero number: not null, otherwise not modelled. */
export const OPAQUE: NodeId = 2;
/** A variable whose scope has ended. */
export const ENDED: NodeId = 3;
/** Any value, including null: from outside the program, or composed of bytes. */
export const UNKNOWN: NodeId = 4;
/** Null plus a nonzero offset: not null, and not valid either. */
export const NEAR_NULL: NodeId = 5;

/** The selected instrumentation; without it the analysis is the plain one of Section 3. */
export interface Instrumentation {
  readonly outCounters: 'on' | 'off';
  readonly inCounters: 'on' | 'off';
  /** Reachability from each variable cell; required for finding leaks. */
  readonly reachability: 'on' | 'off';
}

/**
 * `several`: heap nodes are distinguished by what they are allocated as, and pointers from nodes of the same kind are
 * counted separately. Any partition into kinds is sound as long as an allocation never changes its kind.
 */
export type Kinds = 'one' | 'several';

export const ALL_INSTRUMENTATION: Instrumentation = { outCounters: 'on', inCounters: 'on', reachability: 'on' };
export const NO_INSTRUMENTATION: Instrumentation = { outCounters: 'off', inCounters: 'off', reachability: 'off' };

/** Maximal size, in BDD nodes, of constraints that are combined before they are conjoined to b. */
const BATCH = 20;

export class Kernel {
  readonly bdd = new Bdd();
  private readonly nodeNames: string[] = ['ghost', 'uninitialized', 'opaque', 'ended', 'unknown', 'near null'];
  private readonly nodeIds = new Map<string, NodeId>();
  private readonly sizes = new Map<NodeId, number>();
  /** Variables that hold one number and are wider than a pointer. */
  private readonly wideNumbers = new Set<NodeId>();
  /** Literals: two of them may share memory. */
  private readonly shared = new Set<NodeId>();
  private readonly kindsOfNodes = new Map<NodeId, string>();
  private readonly names = new FlagNames();
  /** The first flag of each node's group: fresh flags are inserted before it. */
  private readonly groups = new Map<NodeId, Flag>();
  /** Targets of edges that are not in any map: freed memory, distinguished by allocation site. */
  private readonly freedTargets = new Map<NodeId, Site | null>();
  /** Likewise for functions: the callee of a function pointer is its target. */
  private readonly functions = new Map<NodeId, FunctionSymbol>();
  /** One once memory has leaked: disables constraints that rely on every node being reachable. */
  readonly leaked: Flag;
  /** One after an allocation has failed, until the program tests a pointer for null. */
  readonly untested: Flag;

  constructor(
    readonly use: Instrumentation,
    readonly kinds: Kinds = 'one',
    readonly pointerSize = 8,
  ) {
    this.leaked = this.bdd.addVariable();
    this.untested = this.bdd.addVariable();
  }

  /** The node of this name, created on first use. */
  node(name: string): NodeId {
    const known = this.nodeIds.get(name);
    if (known !== undefined) return known;
    const id = this.nodeNames.push(name) - 1;
    this.nodeIds.set(name, id);
    return id;
  }

  /** The target of pointers to freed memory. */
  freed(allocated: Site | null): NodeId {
    const id = this.node(`freed ${allocated?.at ?? ''}`);
    this.freedTargets.set(id, allocated);
    return id;
  }

  isFreed(id: NodeId): boolean {
    return this.freedTargets.has(id);
  }

  allocationOfFreed(id: NodeId): Site | null {
    return this.freedTargets.get(id) ?? null;
  }

  /** The target of pointers to the function. */
  functionNode(f: FunctionSymbol): NodeId {
    const id = this.node(`function ${f.linkage === 'internal' ? f.at : ''} ${symbolOf(f)}`);
    this.functions.set(id, f);
    return id;
  }

  functionAt(id: NodeId): FunctionSymbol | null {
    return this.functions.get(id) ?? null;
  }

  /** Is it a special value rather than a node? */
  isSpecial(id: NodeId): boolean {
    return id <= NEAR_NULL || this.freedTargets.has(id) || this.functions.has(id);
  }

  /** The kind of a heap node; nodes of different kinds are never folded. */
  kindOf(id: NodeId): string {
    return this.kindsOfNodes.get(id) ?? '';
  }

  setKind(id: NodeId, kind: string): void {
    if (this.kinds === 'several') this.kindsOfNodes.set(id, kind);
  }

  /** The size of a variable is the same in all states. */
  sizeOf(id: NodeId): number | null {
    return this.sizes.get(id) ?? null;
  }

  setSize(id: NodeId, size: number): void {
    if (size >= 0) this.sizes.set(id, size);
  }

  /** Is the cell of the variable wider than a pointer? */
  isWide(id: NodeId): boolean {
    return this.wideNumbers.has(id);
  }

  setWide(id: NodeId): void {
    this.wideNumbers.add(id);
  }

  mayShare(id: NodeId): boolean {
    return this.shared.has(id);
  }

  setShared(id: NodeId): void {
    this.shared.add(id);
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

  /** Orders the flags of `node` before those of `kin`, unless it has flags already. */
  placeBefore(node: NodeId, kin: NodeId): void {
    const first = this.groups.get(kin);
    if (first !== undefined && !this.groups.has(node)) this.groups.set(node, first);
  }

  /** The flag of one cell or node, in its group. Equal names denote equal flags, so states stay compatible. */
  flag(kind: FlagKind, node: NodeId, offset: number): Flag {
    const place = this.names.place(node, offset);
    const key = this.names.keyOf(kind, place, place);
    return this.names.find(key) ?? this.addFlag(key, node);
  }

  /** The flag of a pair, in the group of the younger node; flags of variables are grouped with the target. */
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

  /** b ∧ all these flags are zero. */
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
   * Conjoins all constraints to b. They are combined first, from the last level of the order upwards, so that b is
   * traversed once for many of them; combinations larger than BATCH would cost more than they save.
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
