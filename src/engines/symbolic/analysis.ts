// Shared data of one analysis: the program, the decision procedure, the ledger, fresh unknowns; and the current position.
// Passed to every operation; only the ledger, the counters and the budget are mutable.

import type { CallInstr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { GlobalVariable, LocalVariable } from '../../ir/program.js';
import { type Origin, symbol, type Term, type Unknown } from '../../logic/linear/term.js';
import type { Decider } from '../../logic/smt/decide.js';
import { COST, Effort } from '../../logic/smt/effort.js';
import { integerOf, isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import type { AnalysisOptions, Property, Site } from '../engine.js';
import { because, type ReasonKind } from '../reason.js';
import type { Failures } from '../shared/failures.js';
import { type CallFrame, visibleSite } from '../shared/frames.js';
import { PROPERTIES } from '../shared/ledger.js';
import type { Ledger } from './ledger.js';

/**
 * The effect of unknown calls. `havoc` makes all memory unknown, as a proof requires. `escape` is enough for conditions:
 * the arguments escape, and only variables whose address is passed are written.
 */
export type UnknownCalls = 'havoc' | 'escape';

export interface Run {
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly failures: Failures;
  readonly unknownCalls: UnknownCalls;
  readonly decider: Decider;
  readonly ledger: Ledger;
  readonly globals: Globals;
  readonly fresh: FreshNames;
  readonly budget: Budget;
  readonly pointerSize: number;
  /** Do globals hold their initial values at the entry? */
  readonly startsProgram: boolean;
  /** Blocks and contexts that were reached, for drawings; null while a loop is tried. */
  readonly seen: Seen | null;
}

/** Counts the blocks that are run and the work of the decision procedure. Deterministic: does not depend on time. */
export class Budget {
  steps = 0;
  readonly effort: Effort;
  constructor(private most: number) {
    this.effort = new Effort(Math.min(most, MOST_STEPS) * EFFORT_PER_STEP);
  }

  /** Counts one block. */
  step(): void {
    this.steps++;
    this.effort.spend(COST.block);
  }

  get exhausted(): boolean {
    return this.steps > this.most || this.effort.exhausted;
  }

  extend(effort: number): void {
    this.effort.extend(effort);
  }

  /** Allows as much as a large analysis may take, whatever was used: to execute something once more. */
  renew(): void {
    this.most = this.steps + MOST_STEPS;
    this.effort.extend(Number.POSITIVE_INFINITY);
  }
}

const MOST_STEPS = 20_000;
const EFFORT_PER_STEP = 300;

/** An activation: the running body, and its caller. */
export interface Frame extends CallFrame {
  readonly depth: number;
  readonly caller: Frame | null;
  readonly call: CallInstr | null;
}

export interface Seen {
  add(frame: Frame, block: number, context: import('./paper/context.js').Context): void;
}

/** The current program point. */
export interface Here {
  readonly run: Run;
  readonly frame: Frame;
  readonly at: number;
  readonly end: number;
}

export class FreshNames {
  private count = 0;
  next(name: string, origin: Origin, low: bigint | null = null, high: bigint | null = null): Unknown {
    return { id: `${name}'${++this.count}`, name, low, high, origin };
  }
}

/** Global variables are objects with negative ids. */
export class Globals {
  private readonly ids = new Map<GlobalVariable, number>();
  private readonly variables: GlobalVariable[] = [];
  constructor(private readonly program: Program) {}

  idOf(g: GlobalVariable): number {
    const one = this.program.variableOf(g);
    const known = this.ids.get(one);
    if (known !== undefined) return known;
    this.variables.push(one);
    this.ids.set(one, -this.variables.length);
    return -this.variables.length;
  }

  variable(id: number): GlobalVariable {
    return this.variables[-id - 1]!;
  }
}

export const keyOfVariable = (frame: Frame, v: LocalVariable): string => `${frame.depth}:${v.id}`;

/** Inside a model: the call of it in the program. */
export const siteOf = (here: Here): Site => visibleSite(here.frame, here);

export const checked = (here: Here, property: Property): void => here.run.ledger.check(property, siteOf(here));
export const doubt = (here: Here, property: Property, text: string, kind: ReasonKind = 'undecided'): void =>
  here.run.ledger.doubt(property, siteOf(here), because(kind, text));

/** Unsupported: nothing is proved from here on. */
export function doubtAll(here: Here, text: string, kind: ReasonKind = 'unsupported'): void {
  here.run.ledger.assume(because('gap', `not followed: ${text}`));
  for (const property of PROPERTIES) doubt(here, property, text, kind);
}

// ---- numbers of a type -----------------------------------------------------------------------------------------

export interface Range {
  readonly low: bigint;
  readonly high: bigint;
  readonly bits: number;
  readonly signed: boolean;
}

export function rangeOf(type: CType): Range | null {
  if (type.kind === 'pointer') return rangeOfBits(type.size * 8, false);
  if (!isInteger(type)) return null;
  const { bits, signed } = integerOf(type);
  return rangeOfBits(bits, signed);
}

const rangeOfBits = (bits: number, signed: boolean): Range => {
  const size = 1n << BigInt(bits);
  return signed ? { low: -size / 2n, high: size / 2n - 1n, bits, signed } : { low: 0n, high: size - 1n, bits, signed };
};

/** A fresh unknown in the range of the type. */
export function unknownOf(run: Run, type: CType, name = '?', origin: Origin = 'unknown'): Term {
  const range = rangeOf(type);
  return symbol(run.fresh.next(name, origin, range?.low ?? null, range?.high ?? null));
}
