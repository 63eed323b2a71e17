// The loops of a procedure: their blocks, exits and counters.
// Used by procedure.ts.

import { successorsOf } from '../../../ir/cfg.js';
import type { Block, Expr, Instr } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import { flowGraphOf } from '../../../solver/flow-graph.js';
import { loopsOf } from '../../../solver/loops.js';
import type { WeakOrder } from '../../../solver/weak-order.js';
import { isComparison } from '../../../types/operators.js';
import { isRegister, type State } from '../domain/state.js';
import { isKnown, numberOf } from '../domain/symbols.js';

/** The loops of the weak topological order. */
export class Loops {
  /** The blocks of each loop, by its head. */
  private readonly bodies: ReadonlyMap<number, ReadonlySet<number>>;
  private readonly blocks: readonly Block[];
  private readonly exits: boolean[] = [];

  constructor(
    body: FunctionBody,
    private readonly order: WeakOrder,
  ) {
    this.blocks = body.blocks;
    this.bodies = loopsOf(flowGraphOf(body), order);
  }

  isBack(from: number, to: number): boolean {
    return this.order.position[to]! <= this.order.position[from]! && this.order.position[to]! < this.blocks.length;
  }

  /** Heads of the loops that the edge leaves. */
  leftBy(from: number, to: number): number[] {
    const left: number[] = [];
    for (const [head, body] of this.bodies) if (body.has(from) && !body.has(to)) left.push(head);
    return left;
  }

  /** Does the loop have an exit besides the one in this block? */
  hasOtherExits(head: number, block: number): boolean {
    const body = this.bodies.get(head)!;
    for (const id of body)
      if (id !== block && successorsOf(this.blocks[id]!.terminator).some((next) => !body.has(next.id))) return true;
    return false;
  }

  /** Does an edge from this block leave a loop? */
  isExit({ id, terminator }: Block): boolean {
    this.exits[id] ??= successorsOf(terminator).some((next) => this.leftBy(id, next.id).length > 0);
    return this.exits[id];
  }

  contain(block: number): boolean {
    return [...this.bodies.values()].some((body) => body.has(block));
  }

  countersOf(head: number): LocalVariable[] {
    const counters = new Set<LocalVariable>();
    for (const id of this.bodies.get(head) ?? [])
      for (const i of this.blocks[id]!.instrs) {
        const place = i.kind === 'assign' ? i.place : i.kind === 'call' ? i.result : null;
        if (place?.kind === 'var' && place.variable.kind !== 'global' && isRegister(place.variable))
          counters.add(place.variable);
      }
    return [...counters];
  }

  blocksOf(head: number): Block[] {
    return [...(this.bodies.get(head) ?? [])].map((id) => this.blocks[id]!);
  }

  /** The blocks that the loop is left to. */
  behind(head: number): Block[] {
    const body = this.bodies.get(head) ?? new Set();
    const next = this.blocksOf(head).flatMap(({ terminator }) => successorsOf(terminator));
    return [...new Set(next.filter(({ id }) => !body.has(id)))];
  }

  /** Is a known counter within a few iterations of the bound at an exit of the loop? */
  endsSoon(head: number, { registers }: State): boolean {
    return this.limitsOf(head).some(({ variable, end }) => {
      const value = registers[variable.id];
      return value !== undefined && isKnown(value) && numberOf(value) <= end && end <= numberOf(value) + A_FEW;
    });
  }

  /** Comparisons of counters with constants at the exits of the loop. */
  private limitsOf(head: number): readonly Limit[] {
    const known = this.limits.get(head);
    if (known) return known;
    const body = this.bodies.get(head)!;
    const exits = [...body].map((id) => this.blocks[id]!).filter((block) => this.isExit(block));
    const limits = exits.flatMap(({ terminator }) =>
      terminator.kind === 'branch' ? limitIn(terminator.condition) : [],
    );
    const counting = limits.filter(({ variable }) => this.isCount(variable));
    this.limits.set(head, counting);
    return counting;
  }

  private readonly limits = new Map<number, readonly Limit[]>();

  /** Is the variable incremented in a loop? */
  isCount(variable: LocalVariable): boolean {
    this.counts ??= new Set(
      this.blocks.filter(({ id }) => this.contain(id)).flatMap(({ instrs }) => instrs.flatMap(countedUp)),
    );
    return this.counts.has(variable);
  }

  private counts: Set<LocalVariable> | null = null;
}

/** Extra iterations for loops whose bound is near. */
export const A_FEW = 6;

interface Limit {
  readonly variable: LocalVariable;
  readonly end: number;
}

/** A comparison such as i < 4. */
function limitIn(condition: Expr): Limit[] {
  if (condition.kind !== 'binary' || !isComparison(condition.op)) return [];
  const [left, right] = [withoutCasts(condition.left), withoutCasts(condition.right)];
  if (left.kind !== 'load' || left.place.kind !== 'var' || right.kind !== 'int') return [];
  const { variable } = left.place;
  return variable.kind === 'global' ? [] : [{ variable, end: Number(right.value) }];
}

/** An increment such as n = n + 1. */
function countedUp(i: Instr): LocalVariable[] {
  if (i.kind !== 'assign' || i.place.kind !== 'var' || i.place.variable.kind === 'global') return [];
  const { variable } = i.place;
  const sum = withoutCasts(i.value);
  if (sum.kind !== 'binary' || sum.op !== 'add' || sum.right.kind !== 'int' || sum.right.value <= 0n) return [];
  const of = withoutCasts(sum.left);
  return of.kind === 'load' && of.place.kind === 'var' && of.place.variable === variable ? [variable] : [];
}

const withoutCasts = (e: Expr): Expr => (e.kind === 'cast' ? withoutCasts(e.operand) : e);
