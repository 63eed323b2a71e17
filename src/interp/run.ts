// `runProgram`: units in, the result of a run out. The entry point of the interpreter.
// Everything that can end a run becomes a value here; nothing is thrown for what the program does.

import type { Location } from '../base/source.js';
import type { Unit } from '../ir/program.js';
import type { GivenPlace } from './given/given.js';
import { type Recording, recordingOf } from './given/recording.js';
import { type CallSite, type Ending, type Incident, type Obstacle, Stop } from './incidents.js';
import { allocationsOf, type Block, type HeapAtEnd, inspectHeap, type LostBlock, locateLosses } from './leaks.js';
import { Linkage } from './linkage.js';
import { Machine } from './machine.js';
import { attachObserver } from './observe.js';
import type { RunOptions } from './options.js';
import { chainOf, locateSite } from './places.js';
import { isPart, startProgram } from './start.js';

export type Outcome =
  | { readonly kind: 'exit'; readonly status: number }
  | { readonly kind: 'incident'; readonly incident: Incident }
  | {
      readonly kind: 'obstacle';
      readonly obstacle: Obstacle;
      readonly message: string;
      readonly calls: readonly CallSite[];
    };

export interface RunResult {
  readonly outcome: Outcome;
  readonly output: Uint8Array;
  readonly errors: Uint8Array;
  /** Heap memory that was unreachable when the run ended. */
  readonly lost: readonly LostBlock[];
  /** Heap memory that was never freed but still reachable; empty after a partial run, whose callers may free it. */
  readonly reachable: readonly Block[];
  readonly steps: number;
  /** The peak memory in bytes. */
  readonly bytes: number;
  readonly milliseconds: number;
  /** Allocations that failed because they were too large, independent of the failure plan. */
  readonly oversized: number;
  /** What the run relies on that C leaves open, so that it shows one of several behaviours only; null if nothing. */
  readonly reliesOn: string | null;
  /** The nondeterministic values that the program got: the input that reproduces this run. */
  readonly inputs: readonly (number | bigint)[];
  /** Of a run that begins at a function: its input as far as it was looked at, and where it allocated memory. */
  readonly given: readonly GivenPlace[];
  /** Places of it that decisions depended on; only if a trail was kept. */
  readonly decidedBy: readonly string[];
  readonly made: readonly Location[];
  /** The serial numbers of blocks that belong to objects of the input which functions of the program made. */
  readonly constructed: ReadonlySet<number>;
  /** Of such a run that is recorded. */
  readonly recording: Recording | null;
  /** The number of requested allocations. */
  readonly requests: number;
}

/** For many runs of one program: its linkage instead of its units. */
export function runProgram(program: readonly Unit[] | Linkage, options: RunOptions = {}): RunResult {
  const start = performance.now();
  const linkage = program instanceof Linkage ? program : new Linkage(program);
  let m: Machine;
  try {
    m = new Machine(linkage, options);
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return failedStart(stop.ending, start);
  }
  if (options.observer) attachObserver(m, options.observer);
  const result = runMachine(m);
  if (options.leaks !== 'locate' || result.lost.length === 0) return result;
  const { observer: _, coverage: __, record: ___, trail: ____, log: _____, ...again } = options;
  return { ...result, lost: locateLosses(linkage, again, result.lost, m.steps) };
}

/** Runs a machine that is ready to start; losses are not located. */
export function runMachine(m: Machine): RunResult {
  const start = performance.now();
  const outcome = finish(m);
  if (m.options.log && m.frame?.node) m.options.log.end = { node: m.frame.node, body: m.frame.code.body };
  m.options.trail?.ended(m.frame);
  const milliseconds = performance.now() - start;
  const heap: HeapAtEnd = m.options.leaks === 'off' ? { lost: [], reachable: [] } : inspectHeap(m);
  return {
    outcome,
    output: m.files.output.toBytes(),
    errors: m.files.errors.toBytes(),
    lost: heap.lost.map((b) => ({ ...b, lost: null, after: null })),
    reachable: isPart(m) ? [] : heap.reachable,
    steps: m.steps,
    bytes: m.memory.bytes,
    milliseconds,
    oversized: m.allocator.oversized,
    reliesOn: m.memory.reliesOn,
    inputs: m.inputs.used,
    given: m.given ? [...m.given.places.values()] : [],
    decidedBy: [...(m.options.trail?.decidedBy ?? [])],
    made: m.options.from ? allocationsOf(m) : [],
    constructed: new Set([...(m.given?.constructed.blocks.keys() ?? [])].map((id) => m.memory.info[id]!.serial)),
    recording: m.options.record ? recordingOf(m) : null,
    requests: m.allocator.requests,
  };
}

function finish(m: Machine): Outcome {
  try {
    return { kind: 'exit', status: startProgram(m) };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return explain(m, stop.ending);
  }
}

function explain(m: Machine, ending: Ending): Outcome {
  if (ending.kind === 'exit') return ending;
  const calls = chainOf(m);
  if (ending.kind === 'obstacle') return { ...ending, calls };
  const info = ending.object > 0 ? m.memory.info[ending.object] : null;
  const place = (site: Parameters<typeof locateSite>[0] | null | undefined): Location | null =>
    site ? locateSite(site) : null;
  return {
    kind: 'incident',
    incident: {
      kind: ending.incident,
      message: ending.message,
      calls,
      allocated: place(info?.allocated),
      freed: place(info?.freed),
      serial: info?.kind === 'heap' ? info.serial : null,
    },
  };
}

/** The program could not be loaded. */
function failedStart(ending: Ending, start: number): RunResult {
  const message = ending.kind === 'exit' ? 'the program could not be started' : ending.message;
  const obstacle = ending.kind === 'obstacle' ? ending.obstacle : 'unsupported';
  const none = new Uint8Array(0);
  return {
    outcome: { kind: 'obstacle', obstacle, message, calls: [] },
    output: none,
    errors: none,
    lost: [],
    reachable: [],
    steps: 0,
    bytes: 0,
    milliseconds: performance.now() - start,
    oversized: 0,
    reliesOn: null,
    inputs: [],
    given: [],
    decidedBy: [],
    made: [],
    constructed: new Set(),
    recording: null,
    requests: 0,
  };
}
