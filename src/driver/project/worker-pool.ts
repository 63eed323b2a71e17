// Workers for the tasks of a project: threads if there is much to do, else the main thread itself.
// Between those that have tasks (read-units.ts, analyse-program.ts, crew.ts) and executor.ts.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FunctionResult } from '../../engines/summary-engine.js';
import {
  type AnalyseTask,
  type AnswerTask,
  Executor,
  type LinkTask,
  type OpenTask,
  type Reading,
  type ReadTask,
  type Task,
} from './executor.js';
import type { Reply, Request } from './worker.js';

export interface UnitReader {
  read(task: ReadTask): Promise<Reading>;
}

export interface TaskWorker {
  /** Does it keep the summaries that it has been sent? Otherwise each task carries all that it needs. */
  readonly keepsSummaries: boolean;
  link(task: LinkTask): Promise<void>;
  /** The results of each piece. */
  analyse(task: AnalyseTask): Promise<FunctionResult[][]>;
  open(task: OpenTask): Promise<void>;
  /** Sealed. */
  answer(task: AnswerTask): Promise<Uint8Array>;
}

/** Who works on a project: threads of this process, or workers elsewhere. */
export interface Workforce {
  /** More than one can work at once. */
  readonly isMany: boolean;
  /** Instructions that a task for one of them should have, about. */
  readonly taskSize: number;
  /** Those that see the files. */
  readers(effort: 'little' | 'much'): readonly UnitReader[];
  workers(effort: 'little' | 'much'): readonly TaskWorker[];
  close(): Promise<void>;
}

/** So that no thread waits long for the last. */
const TASK_SIZE = 1_500;

const MEMORY_MB = 1_200;

/**
 * A minor collection scans the remembered pages of the old generation: with 64 MB for the young generation the analysis of
 * OpenSSH takes 0.95 of the processor time that it takes with 32, with 128 another 0.97 but a quarter more memory.
 */
const YOUNG_MB = 3 * 64;

/** A thread costs as long to start as this many units take to read, or functions to analyse. */
export const WORTH_A_THREAD = { units: 3, functions: 60 } as const;

export class WorkerPool implements Workforce {
  readonly taskSize = TASK_SIZE;
  private threads: ThreadWorker[] = [];
  /** Of this thread: it keeps what it has read of headers. */
  private inline: InlineWorker | null = null;

  constructor(private readonly size: number) {}

  get isMany(): boolean {
    return this.size > 1 && existsSync(fileURLToPath(PROGRAM));
  }

  readers(effort: 'little' | 'much'): readonly UnitReader[] {
    return this.start(effort);
  }

  workers(effort: 'little' | 'much'): readonly TaskWorker[] {
    return this.start(effort);
  }

  /** Threads that have been started are used again; little work does not start any. */
  private start(effort: 'little' | 'much'): readonly (TaskWorker & UnitReader)[] {
    if (this.threads.length > 0) return this.threads;
    this.inline ??= new InlineWorker();
    if (effort === 'little' || !this.isMany) return [this.inline];
    this.threads = Array.from({ length: this.size }, () => new ThreadWorker());
    return this.threads;
  }

  /** Ends the threads; with more work, others are started. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
    this.threads = [];
  }
}

/** Works in the thread of its caller. */
class InlineWorker implements TaskWorker, UnitReader {
  readonly keepsSummaries = true;
  private readonly executor = new Executor();

  read(task: ReadTask): Promise<Reading> {
    return this.executor.read(task);
  }

  link(task: LinkTask): Promise<void> {
    return this.executor.link(task);
  }

  /** Lets other events in first: progress is shown, output of compilers is read. */
  async analyse(task: AnalyseTask): Promise<FunctionResult[][]> {
    await new Promise((resume) => setImmediate(resume));
    return this.executor.analyse(task);
  }

  open(task: OpenTask): Promise<void> {
    return this.executor.open(task);
  }

  answer(task: AnswerTask): Promise<Uint8Array> {
    return this.executor.answer(task);
  }
}

/** Beside this file in a build; tests run the sources, and do without threads. */
const PROGRAM = new URL('./worker.js', import.meta.url);

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class ThreadWorker implements TaskWorker, UnitReader {
  readonly keepsSummaries = true;
  private thread: Worker;
  private program: LinkTask | OpenTask | null = null;
  private next = 0;
  private readonly pending = new Map<number, Pending>();

  constructor() {
    this.thread = this.start();
  }

  private start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB };
    const thread = new Worker(PROGRAM, { resourceLimits });
    thread.on('message', (reply: Reply) => this.receive(reply));
    thread.on('error', (error) => this.restart(error));
    return thread;
  }

  private receive(reply: Reply): void {
    const pending = this.pending.get(reply.number);
    this.pending.delete(reply.number);
    if ('problem' in reply) pending?.reject(new Error(reply.problem));
    else pending?.resolve(reply.result);
  }

  /** A thread that crashes, for lack of memory for example, costs the tasks it was given and no more. */
  private restart(error: Error): void {
    const lost = [...this.pending.values()];
    this.pending.clear();
    this.thread = this.start();
    if (this.program) void this.send(this.program).catch(() => {});
    for (const { reject } of lost) reject(error);
  }

  private send(task: Task): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const number = this.next++;
      this.pending.set(number, { resolve, reject });
      this.thread.postMessage({ number, task } satisfies Request);
    });
  }

  async read(task: ReadTask): Promise<Reading> {
    return (await this.send(task)) as Reading;
  }

  async link(task: LinkTask): Promise<void> {
    this.program = task;
    await this.send(task);
  }

  async analyse(task: AnalyseTask): Promise<FunctionResult[][]> {
    return (await this.send(task)) as FunctionResult[][];
  }

  async open(task: OpenTask): Promise<void> {
    this.program = task;
    await this.send(task);
  }

  async answer(task: AnswerTask): Promise<Uint8Array> {
    return (await this.send(task)) as Uint8Array;
  }

  async close(): Promise<void> {
    await this.thread.terminate();
  }
}
