// A run written down: every instruction with the call that executed it, and when one allocation began and ended.
// A repetition of a run that showed an error; what led to the error is read off it.

import type { Instr, Terminator } from '../ir/instr.js';
import type { FunctionBody } from '../ir/program.js';
import type { Frame } from './frame.js';
import { obstruct, Stop } from './incidents.js';
import type { Linkage } from './linkage.js';
import { Machine } from './machine.js';
import type { RunOptions } from './options.js';
import { startProgram } from './start.js';

/** A call of a function. */
export interface Activation {
  readonly body: FunctionBody;
  /** The calling activation, by its number; -1 for the first. */
  readonly caller: number;
  /** The instruction that calls, by its number; -1 for the first. */
  readonly calledAt: number;
}

/** Instructions are numbered from 0, as `steps` of the machine counts them. */
export interface Chronicle {
  readonly nodes: readonly (Instr | Terminator)[];
  /** By instruction: its activation. */
  readonly by: readonly number[];
  readonly activations: readonly Activation[];
  /** The instructions that allocated and freed the memory in question. */
  readonly born: number | null;
  readonly freed: number | null;
}

/** Longer runs are not written down. */
export const LONGEST_CHRONICLE = 3_000_000;

/** Of the first `steps` instructions; `serial`: the allocation in question. */
export function writeChronicle(
  linkage: Linkage,
  options: RunOptions,
  { steps, serial }: { readonly steps: number; readonly serial: number | null },
): Chronicle | null {
  if (steps > LONGEST_CHRONICLE) return null;
  const m = new Machine(linkage, options);
  const chronicler = new Chronicler(m, serial);
  m.alarm = 0;
  m.onAlarm = () => {
    if (m.steps >= steps) obstruct('steps', 'all is written down');
    chronicler.note();
  };
  try {
    startProgram(m);
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
  }
  chronicler.watch();
  return chronicler;
}

class Chronicler implements Chronicle {
  readonly nodes: (Instr | Terminator)[] = [];
  readonly by: number[] = [];
  readonly activations: Activation[] = [];
  born: number | null = null;
  freed: number | null = null;
  private readonly numbers = new Map<Frame, number>();
  /** By activation: its last instruction so far. */
  private readonly last: number[] = [];
  /** Objects below this one have been looked at. */
  private known = 0;
  private object = 0;

  constructor(
    private readonly m: Machine,
    private readonly serial: number | null,
  ) {}

  note(): void {
    this.watch();
    const frame = this.m.frame!;
    const number = this.numberOf(frame);
    this.last[number] = this.nodes.length;
    this.by.push(number);
    this.nodes.push(frame.node!);
  }

  private numberOf(frame: Frame): number {
    const known = this.numbers.get(frame);
    if (known !== undefined) return known;
    const caller = frame.caller ? this.numberOf(frame.caller) : -1;
    const calledAt = caller < 0 ? -1 : this.last[caller]!;
    const number = this.activations.push({ body: frame.code.body, caller, calledAt }) - 1;
    this.numbers.set(frame, number);
    return number;
  }

  /** What the last instruction did to the allocation. */
  watch(): void {
    if (this.serial === null || this.freed !== null) return;
    const { info } = this.m.memory;
    const last = this.nodes.length - 1;
    if (this.object > 0) {
      if (info[this.object]?.freed) this.freed = last;
      return;
    }
    for (; this.known < info.length; this.known++) {
      if (info[this.known]?.serial !== this.serial) continue;
      this.object = this.known;
      this.born = last;
    }
  }
}
