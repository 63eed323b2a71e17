// Workers that analyse what the page sends, each in a thread of its own, so that the server stays responsive.
// Between the server and worker.ts; a cancelled analysis is stopped with its thread.

import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answer, Question } from './protocol.js';

export interface Task extends Question {
  /** The path where the worker may write the text. */
  readonly file: string;
  readonly flags: readonly string[];
}

interface Job {
  readonly question: Question;
  /** Cancels the task. */
  readonly signal: AbortSignal;
  readonly finish: (outcome: Answer | Failure) => void;
}

export interface Failure {
  readonly failure: string;
}

const UNWANTED: Failure = { failure: 'the request was cancelled' };

/** The timeout in milliseconds. */
const PATIENCE = 60_000;
const MEMORY_MB = 1_500;

export class Analysts {
  private readonly idle: Worker[] = [];
  private readonly waiting: Job[] = [];
  private busy = 0;
  private made = 0;
  private closed = false;

  constructor(
    private readonly folder: string,
    private readonly flags: readonly string[],
    private readonly most = Math.max(2, Math.min(4, availableParallelism())),
  ) {
    this.idle.push(this.hire()); // started early, so that the first request need not wait
  }

  ask(question: Question, signal: AbortSignal): Promise<Answer | Failure> {
    return new Promise((finish) => {
      this.waiting.push({ question, signal, finish });
      this.assign();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.idle.map((worker) => worker.terminate()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private assign(): void {
    while (this.waiting.length > 0 && this.busy < this.most) {
      const job = this.waiting.shift()!;
      if (job.signal.aborted) job.finish(UNWANTED);
      else void this.run(this.idle.pop() ?? this.hire(), job);
    }
  }

  private async run(worker: Worker, job: Job): Promise<void> {
    this.busy++;
    const outcome = await converse(worker, this.taskFor(job.question), job.signal);
    this.busy--;
    job.finish(outcome);
    if (this.closed) void worker.terminate();
    else if ('failure' in outcome) {
      void worker.terminate();
      if (this.idle.length === 0) this.idle.push(this.hire());
    } else this.idle.push(worker);
    this.assign();
  }

  private taskFor(question: Question): Task {
    return { ...question, file: join(this.folder, `${this.made++}`, 'page.c'), flags: this.flags };
  }

  private hire(): Worker {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stdout: true,
      stderr: true,
    });
    worker.on('error', () => {}); // reported to the waiting request, below
    worker.unref();
    return worker;
  }
}

/** One request, one response; a failure if the worker dies, times out or is cancelled. */
function converse(worker: Worker, task: Task, signal: AbortSignal): Promise<Answer | Failure> {
  return new Promise((resolve) => {
    const end = (outcome: Answer | Failure) => {
      clearTimeout(clock);
      worker.off('message', end);
      worker.off('error', die);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    const die = (error: Error) => end({ failure: `the analysis failed: ${error.message}` });
    const stop = () => end(UNWANTED);
    const clock = setTimeout(() => end({ failure: 'the analysis took too long' }), PATIENCE);
    worker.once('message', end);
    worker.once('error', die);
    signal.addEventListener('abort', stop);
    worker.postMessage(task);
  });
}
