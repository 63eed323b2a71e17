// Many runs of one program: it is linked, loaded and compiled once, and memory is restored before each run.
// Used by searches; what they find is told from a run of its own (run.ts), since ids of objects may differ here.

import type { Unit } from '../ir/program.js';
import { watchDangling } from './dangling.js';
import { Stop } from './incidents.js';
import type { Stream } from './libc/streams.js';
import { Linkage } from './linkage.js';
import { Machine } from './machine.js';
import type { SavedMemory } from './memory.js';
import type { RunOptions } from './options.js';
import { type RunResult, runMachine, runProgram } from './run.js';

/** A machine as it was before its first run. */
interface Loaded {
  readonly machine: Machine;
  readonly memory: SavedMemory;
  /** The files of the standard streams, by object. */
  readonly streams: ReadonlyMap<number, Standard>;
  readonly objects: ReadonlyMap<string, number>;
}

type Standard = 'stdin' | 'stdout' | 'stderr';

export class Rerunner {
  private readonly loaded: Loaded | null;

  /** The limits of memory and depth, the entry and the coverage are those of `options` in all runs. */
  constructor(
    private readonly units: readonly Unit[],
    options: RunOptions,
  ) {
    this.loaded = load(units, options);
  }

  /** Losses are counted, not located. */
  run(options: RunOptions): RunResult {
    if (!this.loaded) return runProgram(this.units, options);
    const { machine, memory, streams, objects } = this.loaded;
    machine.memory.restore(memory);
    machine.prepare(options);
    for (const [id, name] of streams) machine.files.open.set(id, machine.files[name]);
    for (const [name, pointer] of objects) machine.process.objects.set(name, pointer);
    watchDangling(machine);
    return runMachine(machine);
  }

  /** Instructions in whose time the memory is restored. */
  get cost(): number {
    return this.loaded ? this.loaded.memory.bytes.length / BYTES_PER_STEP : 0;
  }
}

/** Bytes that are copied in the time of one instruction. */
const BYTES_PER_STEP = 256;

/** Null if the program cannot be loaded. */
function load(units: readonly Unit[], options: RunOptions): Loaded | null {
  try {
    const machine = new Machine(new Linkage(units), options);
    // Variables of the library are made when code that mentions them is compiled: that must not happen during a run.
    for (const unit of units) for (const g of unit.globals) machine.program.addressOf(g);
    const streams = new Map([...machine.files.open].map(([id, s]) => [id, nameOf(machine, s)]));
    return { machine, memory: machine.memory.save(), streams, objects: new Map(machine.process.objects) };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return null;
  }
}

const nameOf = ({ files }: Machine, stream: Stream): Standard =>
  stream === files.stdin ? 'stdin' : stream === files.stdout ? 'stdout' : 'stderr';
