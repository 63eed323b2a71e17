// Many runs from one function: what they run is compiled once, and memory is empty before each.
// Used by the search for a route; what it finds is told from a run of its own (run.ts), since ids of objects may differ here.

import type { Linkage } from '../linkage.js';
import { Machine } from '../machine.js';
import type { SavedMemory } from '../memory.js';
import type { RunOptions } from '../options.js';
import { type RunResult, runMachine } from '../run.js';

export class RepeatedRuns {
  private machine: Machine | null = null;
  private empty: SavedMemory | null = null;

  constructor(private readonly linkage: Linkage) {}

  /** The limits of memory and depth are those of the first run; all runs have a trail, or none has. Losses are counted, not located. */
  run(options: RunOptions): RunResult {
    this.machine ??= new Machine(this.linkage, options);
    const { machine } = this;
    this.empty ??= machine.memory.save();
    machine.memory.restore(this.empty);
    machine.program.forgetInput();
    machine.prepare(options);
    return runMachine(machine);
  }
}
