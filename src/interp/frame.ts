// What the machine runs: frames of active calls, and functions compiled to straight segments of closures.
// Between the compiler, which makes segments, and the machine, whose loop runs them.

import type { Block, Instr, Terminator } from '../ir/instr.js';
import type { FunctionBody, FunctionSymbol } from '../ir/program.js';
import type { Value } from './rep.js';

/** A compiled expression. */
export type Eval<T = Value> = (f: Frame) => T;
/** A compiled instruction that stays in its function. */
export type Op = (f: Frame) => void;
/** A compiled call, branch or return: says where execution goes on, perhaps in another frame. */
export type End = (f: Frame) => Segment;
/** Puts the result of a call where the caller wants it. */
export type Store = (f: Frame, value: Value) => void;

/** A straight run of instructions up to the next call or the end of the block. */
export interface Segment {
  ops: Op[];
  end: End;
  /** The instructions behind `ops`, then the one behind `end`. */
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
  /** Puts an argument into its parameter. */
  readonly params: readonly Store[];
  /** Slots of variables that live in memory; 0 in such a slot means: not allocated yet. */
  readonly memorySlots: readonly number[];
  /** Slots of variables that hold plain values. */
  readonly registerSlots: readonly number[];
}

export class Frame {
  /** By variable id: the value of a register variable, or a pointer to a memory variable. */
  readonly registers: Value[];
  /** Where the call was made, while one is active; kept exact when a run ends or is observed. */
  node: Instr | Terminator | null = null;
  resume: Segment;
  /** Arguments beyond the named parameters. */
  extra: readonly Value[] = [];
  /** The handle behind this frame's va_list, or 0. */
  list = 0;
  allocas: number[] | null = null;

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
