// What the machine runs: frames of active calls, and functions compiled to straight-line segments of closures.
// Between the compiler, which makes segments, and the machine, whose loop runs them.

import type { Block, Instr, Terminator } from '../ir/instr.js';
import type { FunctionBody, FunctionSymbol } from '../ir/program.js';
import type { Value } from './rep.js';

/** A compiled expression. */
export type Eval<T = Value> = (f: Frame) => T;
/** A compiled instruction that stays in its function. */
export type Op = (f: Frame) => void;
/** A compiled call, branch or return: returns the next segment, perhaps in another frame. */
export type End = (f: Frame) => Segment;
/** Stores the result of a call in the place of the caller. */
export type Store = (f: Frame, value: Value) => void;

/** A straight-line sequence of instructions up to the next call or the end of the block. */
export interface Segment {
  ops: Op[];
  end: End;
  /** The instructions that `ops` were compiled from, then the one of `end`. */
  nodes: readonly (Instr | Terminator)[];
  readonly block: Block;
  /** Index in the block of the first of `nodes`. */
  readonly first: number;
}

export interface CompiledFunction {
  readonly body: FunctionBody;
  readonly symbol: FunctionSymbol;
  entry: Segment;
  /** Initial contents of a frame's registers. */
  readonly blank: readonly Value[];
  /** Stores an argument in its parameter. */
  readonly params: readonly Store[];
  /** Slots of variables that live in memory; 0 in such a slot means not allocated yet. */
  readonly memorySlots: readonly number[];
  /** Slots of variables that hold plain values. */
  readonly registerSlots: readonly number[];
}

export class Frame {
  /** By variable id: the value of a register variable, or a pointer to a memory variable. */
  readonly registers: Value[];
  /** The active call instruction; exact when a run ends or is observed. */
  node: Instr | Terminator | null = null;
  resume: Segment;
  /** Arguments beyond the named parameters. */
  extra: readonly Value[] = [];
  /** The handle of this frame's va_list, or 0. */
  list = 0;
  allocas: number[] | null = null;
  /** Of a run that follows a route: where the values of registers come from, by variable id. */
  origins: Map<number, readonly string[]> | null = null;

  constructor(
    readonly code: CompiledFunction,
    readonly caller: Frame | null,
    resume: Segment,
    readonly store: Store | null,
    readonly depth: number,
  ) {
    this.registers = code.blank.slice();
    this.resume = resume;
  }
}
