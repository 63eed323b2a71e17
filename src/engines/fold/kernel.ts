// What all operators of the domain share: the BDD kernel, the names of nodes and flags, the instrumentation in use.
// Made once per analysis and handed to every operator; states refer to it by small numbers.

import { Bdd, FALSE, negate, type Ref, TRUE, type Variable } from '../../logic/bdd/bdd.js';
import type { Site } from '../engine.js';

export type NodeId = number;
export type Flag = Variable;

/** The other instance that a summary node's ghost edges lead to. */
export const GHOST: NodeId = 0;
/** The value of a pointer that nobody has set. */
export const UNINITIALIZED: NodeId = 1;
/** Something valid that is not modelled: a function, a number made a pointer. */
export const OPAQUE: NodeId = 2;
/** A variable whose scope has ended. */
export const ENDED: NodeId = 3;

/** Which instrumentation to keep; without it the analysis is the plain one of Section 3. */
export interface Instrumentation {
  readonly outCounters: 'on' | 'off';
  readonly inCounters: 'on' | 'off';
  /** Reachability from each variable cell: what leaks are found with. */
  readonly reachability: 'on' | 'off';
}

export const ALL_INSTRUMENTATION: Instrumentation = { outCounters: 'on', inCounters: 'on', reachability: 'on' };
export const NO_INSTRUMENTATION: Instrumentation = { outCounters: 'off', inCounters: 'off', reachability: 'off' };

export class Kernel {
  readonly bdd = new Bdd();
  private readonly nodeNames: string[] = ['ghost', 'uninitialized', 'opaque', 'ended'];
  private readonly nodeIds = new Map<string, NodeId>();
  private readonly sizes = new Map<NodeId, number>();
  private readonly flags = new Map<string, Flag>();
  private readonly flagNames: string[] = [''];
  /** The last flag of the group of each node: fresh flags go behind it. */
  private readonly groups = new Map<NodeId, Flag>();
  /** Targets of edges that are no nodes of any map: freed blocks, told apart by where they were allocated. */
  private readonly freedBlocks = new Map<NodeId, Site | null>();
  /** True once memory was lost: what relies on every cell being reachable is switched off. */
  readonly leaked: Flag;

  constructor(readonly use: Instrumentation) {
    this.leaked = this.bdd.addVariable();
    this.flagNames.push('leaked');
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

  /** Is it a value rather than a node? */
  isSpecial(id: NodeId): boolean {
    return id <= ENDED || this.freedBlocks.has(id);
  }

  /** The size of a variable's block is the same in all states. */
  sizeOf(id: NodeId): number | null {
    return this.sizes.get(id) ?? null;
  }

  setSize(id: NodeId, size: number): void {
    if (size >= 0) this.sizes.set(id, size);
  }

  nameOfNode(id: NodeId): string {
    return this.nodeNames[id]!;
  }

  nameOfFlag(flag: Flag): string {
    return this.flagNames[flag]!;
  }

  get flagCount(): number {
    return this.flagNames.length - 1;
  }

  /** The flags of `node` stand behind those of `kin` in the order, if it has none yet. */
  placeBehind(node: NodeId, kin: NodeId): void {
    const last = this.groups.get(kin);
    if (last !== undefined && !this.groups.has(node)) this.groups.set(node, last);
  }

  /** The flag of this name in the group of `owner`. The same name is always the same flag: states stay compatible. */
  flag(owner: NodeId, name: string): Flag {
    const known = this.flags.get(name);
    if (known !== undefined) return known;
    const flag = this.bdd.addVariable(this.groups.get(owner) ?? null);
    this.groups.set(owner, flag);
    this.flags.set(name, flag);
    this.flagNames.push(name);
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
