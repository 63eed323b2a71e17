// The thread that analyses for a project, as the server sees it: tasks in, answers out; one that crashes is started again.
// Between project.ts and analyst.ts.

import { Worker } from 'node:worker_threads';
import type { Answers, Reply, Request, Task } from './protocol.js';

/** An answer, or why there is none. */
export type Outcome<T> = { readonly answer: T } | { readonly stopped: true } | { readonly problem: string };

/** A task under way. */
export interface Pending<T> {
  readonly outcome: Promise<Outcome<T>>;
  /** Nobody waits for it any more. */
  stop(): void;
}

const PROGRAM = new URL('./analyst.js', import.meta.url);
/** A project of a thousand files; a thread that needs more is started anew. */
const MEMORY_MB = 2_000;

export class Thread {
  private worker: Worker | null = null;
  private next = 0;
  private readonly waiting = new Map<number, (reply: Reply) => void>();

  ask<T extends Task>(task: T): Pending<Answers[T['kind']]> {
    const number = this.next++;
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const outcome = new Promise<Outcome<Answers[T['kind']]>>((resolve) => {
      this.waiting.set(number, (reply) => resolve(reply as Outcome<Answers[T['kind']]>));
      this.worker ??= this.start();
      this.worker.postMessage({ number, task, stop } satisfies Request);
    });
    return { outcome, stop: () => void Atomics.store(stop, 0, 1) };
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.giveUp('the server ends');
    await worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(PROGRAM, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stdout: true, // the real one belongs to the protocol
      stderr: true,
    });
    worker.on('message', (reply: Reply) => {
      this.waiting.get(reply.number)?.(reply);
      this.waiting.delete(reply.number);
    });
    worker.on('error', (error) => {
      this.worker = null;
      this.giveUp(error.message);
    });
    worker.unref();
    return worker;
  }

  private giveUp(problem: string): void {
    const lost = [...this.waiting];
    this.waiting.clear();
    for (const [number, resolve] of lost) resolve({ number, problem });
  }
}
