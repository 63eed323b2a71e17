// A linked program by an engine by summaries: in worker threads, or in this thread alone. Both work off the same schedule,
// so the result is the same. Between project.ts, ask-engine.ts and the schedule.

import { describeError } from '../../base/crash.js';
import type { AnalysisOptions, AnalysisResult } from '../../engines/engine.js';
import type { FunctionOutcome, SummaryEngine } from '../../engines/summary-engine.js';
import type { Canvas } from '../../findings/portrait.js';
import { hasBody } from '../../ir/link.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { isModel } from '../../models/origin.js';
import type { Cache } from './cache.js';
import { drawerOf } from './draw-states.js';
import { illustrateFindings } from './illustrate-findings.js';
import { PieceRunner } from './piece-runner.js';
import type { ScheduledPiece } from './pieces.js';
import { MemoryStore, type ResultStore } from './result-store.js';
import { Schedule } from './schedule.js';
import type { Stopper } from './stopper.js';
import { type TaskWorker, WORTH_A_THREAD, type Workforce } from './worker-pool.js';

export interface ProgramRequest {
  readonly engine: SummaryEngine;
  readonly program: PackedProgram;
  readonly options: AnalysisOptions;
  /** These and what they lead to; empty: every function but those of models. */
  readonly entries: readonly PackedFunction[];
}

export interface ThreadedRequest extends ProgramRequest {
  /** The units of the program. */
  readonly objects: readonly Uint8Array[];
  readonly pool: Workforce;
  readonly cache: Cache;
  /** Findings are to have heaps: the functions that have any are analysed once more. Or all lines: then every one is. */
  readonly illustrated?: Canvas['detail'];
  /** Rejects if it is stopped. */
  readonly stopper?: Stopper;
  /** Told how many pieces of work are done. */
  step(done: number, all: number): void;
}

export async function analyseInThreads(request: ThreadedRequest): Promise<AnalysisResult> {
  const { program, objects, cache } = request;
  const units = program.units.map(({ id }, i) => ({ id, object: objects[i]! }));
  const settled = settle(request);
  const store = await cache.results(units, settled.options);
  const { schedule, options, analysis } = open(settled, store);
  await new Distribution(schedule, { ...request, options }).run();
  request.stopper?.throwIfAborted();
  const outcomes = schedule.outcomes();
  const result = analysis.conclude(outcomes);
  if (!request.illustrated) return result;
  const finished = { ...request, options, outcomes };
  const illustrated = illustrateFindings(result, finished);
  return request.illustrated === 'every-line' ? { ...illustrated, draw: drawerOf(finished) } : illustrated;
}

/** An analysis that is over, and what a second one of a similar program can use of it. */
export interface ProgramAnalysis {
  readonly program: PackedProgram;
  readonly result: AnalysisResult;
  readonly outcomes: readonly FunctionOutcome[];
  readonly store: ResultStore;
}

/** Functions whose code, callees and constants are as they were in the analysis `before` are not analysed again. */
export function analyseInThisThread(request: ProgramRequest, before?: ProgramAnalysis): ProgramAnalysis {
  const store = new MemoryStore(before?.store);
  const { schedule, analysis, options } = open(settle(request), store);
  const runner = new PieceRunner(request.program, analysis);
  const sent = new Set<string>();
  for (let task = schedule.take(AT_ONCE); task.length > 0; task = schedule.take(AT_ONCE)) {
    for (const piece of task) {
      runner.receive(schedule.summariesFor([piece], sent));
      try {
        schedule.finish(piece, runner.run(schedule.orderFor(piece)));
      } catch (error) {
        schedule.giveUp(piece, describeError(error));
      }
    }
  }
  const outcomes = schedule.outcomes();
  const draw = drawerOf({ ...request, options, outcomes });
  return { program: request.program, result: { ...analysis.conclude(outcomes), draw }, outcomes, store };
}

/** With the functions that are meant, and the budget of each. */
function settle({ engine, program, options, entries: named }: ProgramRequest): ProgramRequest {
  const entries = named.length > 0 ? named : ownFunctions(program);
  return { engine, program, options: { ...options, budget: shareOf(options.budget, entries.length) }, entries };
}

function open({ engine, program, options, entries }: ProgramRequest, store: ResultStore) {
  const analysis = engine.open(program, options);
  const schedule = new Schedule({ program, analysis, options, entries, store });
  return { schedule, analysis, options };
}

const ownFunctions = (program: PackedProgram): PackedFunction[] =>
  program.defined().filter((f) => hasBody(f) && !isModel(f)) as PackedFunction[];

/** In one thread nobody waits for the end of a task. */
const AT_ONCE = 1_500;

/** In larger programs each function gets less of the budget. */
const LARGE = 8_192;

/** Halved with each doubling of the program, so that a few functions more or less change nothing. */
function shareOf(budget: number, functions: number): number {
  const doublings = Math.max(0, Math.ceil(Math.log2(functions / LARGE)));
  return Math.round(budget / 2 ** doublings);
}

/** Tasks on their way to each worker: one is done while the next waits. */
const AHEAD = 2;

/** Sends what is ready to workers that are idle, until nothing is left. */
class Distribution {
  private readonly idle: (() => void)[] = [];

  constructor(
    private readonly schedule: Schedule,
    private readonly request: ThreadedRequest,
  ) {}

  async run(): Promise<void> {
    this.report();
    const { schedule, request } = this;
    if (schedule.left === 0) return;
    const { pool, objects, options, engine } = request;
    const workers = pool.workers(schedule.left < WORTH_A_THREAD.functions ? 'little' : 'much');
    await Promise.all(
      workers.map(async (worker) => {
        await worker.link({ kind: 'link', objects, engine: engine.name, options });
        const sent = new Set<string>();
        await Promise.all(Array.from({ length: AHEAD }, () => this.employ(worker, sent)));
      }),
    );
  }

  private async employ(worker: TaskWorker, sent: Set<string>): Promise<void> {
    while (this.schedule.left > 0 && !this.request.stopper?.aborted) {
      const task = this.schedule.take(this.request.pool.taskSize);
      if (task.length > 0) await this.assign(task, worker, sent);
      else await new Promise<void>((resume) => this.idle.push(resume));
    }
  }

  /** If a task of several pieces crashes, each is tried by itself: one of them is at fault. */
  private async assign(task: readonly ScheduledPiece[], worker: TaskWorker, sent: Set<string>): Promise<void> {
    const { schedule } = this;
    const summaries = schedule.summariesFor(task, worker.keepsSummaries ? sent : new Set());
    const pieces = task.map((piece) => schedule.orderFor(piece));
    const results = await worker.analyse({ kind: 'analyse', pieces, summaries }).catch(describeError);
    if (typeof results !== 'string') {
      task.forEach((piece, i) => {
        schedule.finish(piece, results[i]!);
      });
      return this.report();
    }
    sent.clear();
    const [first, ...others] = task;
    if (others.length > 0) for (const piece of task) await this.assign([piece], worker, sent);
    else schedule.giveUp(first!, results);
    this.report();
  }

  private report(): void {
    const { schedule, request, idle } = this;
    request.step(schedule.size - schedule.left, schedule.size);
    for (const resume of idle.splice(0)) resume();
  }
}
