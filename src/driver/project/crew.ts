// Who does the work: worker threads if there is much of it, else the main thread itself.
// Between the tasks of a project (read-units.ts, analyse-groups.ts) and executor.ts.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  Executor,
  type GroupTask,
  type LinkTask,
  type Reading,
  type ReadTask,
  type Task,
  type Verdict,
} from './executor.js';
import type { Delivery, Order } from './worker.js';

export interface Hand {
  read(task: ReadTask): Promise<Reading>;
  link(task: LinkTask): Promise<void>;
  analyse(task: GroupTask): Promise<Verdict[]>;
}

const MEMORY_MB = 1_200;

/**
 * A collection of young objects looks at every page of the old ones: with 64 MB for the young the analysis of OpenSSH takes 0.95
 * of the processor time that it takes with 32, with 128 another 0.97 but a quarter more memory.
 */
const YOUNG_MB = 3 * 64;

/** A thread costs as long to start as this many units take to read, or functions to analyse. */
export const WORTH_A_THREAD = { units: 3, functions: 60 } as const;

export class Crew {
  private workers: WorkerHand[] = [];

  constructor(private readonly size: number) {}

  /** Workers that have been hired stay; for little work nobody is. */
  hands(effort: 'little' | 'much'): readonly Hand[] {
    if (this.workers.length > 0) return this.workers;
    if (effort === 'little' || this.size < 2 || !existsSync(fileURLToPath(PROGRAM))) return [new OwnHand()];
    this.workers = Array.from({ length: this.size }, () => new WorkerHand());
    return this.workers;
  }

  async dismiss(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.dismiss()));
    this.workers = [];
  }
}

class OwnHand implements Hand {
  private readonly executor = new Executor();

  read(task: ReadTask): Promise<Reading> {
    return this.executor.read(task);
  }

  async link(task: LinkTask): Promise<void> {
    this.executor.link(task);
  }

  /** Lets others run in between: progress is shown, compilers are heard. */
  async analyse(task: GroupTask): Promise<Verdict[]> {
    await new Promise((resume) => setImmediate(resume));
    return this.executor.analyse(task);
  }
}

/** Beside this file in a build; tests run the sources, and do without threads. */
const PROGRAM = new URL('./worker.js', import.meta.url);

interface Waiting {
  done(result: unknown): void;
  fail(error: Error): void;
}

class WorkerHand implements Hand {
  private worker: Worker;
  private program: LinkTask | null = null;
  private next = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor() {
    this.worker = this.hire();
  }

  private hire(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB };
    const worker = new Worker(PROGRAM, { resourceLimits });
    worker.on('message', (delivery: Delivery) => this.receive(delivery));
    worker.on('error', (error) => this.replace(error));
    return worker;
  }

  private receive(delivery: Delivery): void {
    const waiting = this.waiting.get(delivery.number);
    this.waiting.delete(delivery.number);
    if ('problem' in delivery) waiting?.fail(new Error(delivery.problem));
    else waiting?.done(delivery.result);
  }

  /** A thread that dies, of lack of memory for example, costs what it was doing and no more. */
  private replace(error: Error): void {
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    this.worker = this.hire();
    if (this.program) void this.send(this.program).catch(() => {});
    for (const { fail } of lost) fail(error);
  }

  private send(task: Task): Promise<unknown> {
    return new Promise((done, fail) => {
      const number = this.next++;
      this.waiting.set(number, { done, fail });
      this.worker.postMessage({ number, task } satisfies Order);
    });
  }

  async read(task: ReadTask): Promise<Reading> {
    return (await this.send(task)) as Reading;
  }

  async link(task: LinkTask): Promise<void> {
    this.program = task;
    await this.send(task);
  }

  async analyse(task: GroupTask): Promise<Verdict[]> {
    return (await this.send(task)) as Verdict[];
  }

  async dismiss(): Promise<void> {
    await this.worker.terminate();
  }
}
