// The threads of a worker: each has the program of its last task open, and a task goes to one that has its program if any is free.
// A task that takes too long ends its thread. Between serve-tasks.ts and the executor.

import type { AnalyseTask, LinkTask, OpenTask } from '../project/executor.js';
import { ThreadWorker } from '../project/worker-pool.js';
import type { RemoteResult, RemoteTask } from './tasks.js';

interface Slot {
  /** null: not started yet. */
  worker: ThreadWorker | null;
  /** What it has been linked or opened for. */
  readonly ready: Map<RemoteTask['kind'], string>;
}

export type ObjectsOf = (program: string) => Promise<readonly Uint8Array[]>;

export class TaskThreads {
  private readonly free: Slot[];
  private readonly all: readonly Slot[];

  constructor(
    count: number,
    private readonly objectsOf: ObjectsOf,
    /** Milliseconds that a task may take. */
    private readonly limit: number,
  ) {
    this.all = Array.from({ length: count }, () => ({ worker: null, ready: new Map() }));
    this.free = [...this.all];
  }

  /** There is a free thread: no more tasks come than there are threads. Rejects if the program cannot be had. */
  async run(task: RemoteTask): Promise<RemoteResult> {
    const key = keyOf(task);
    const objects = task.kind === 'read' ? [] : await this.objectsOf(task.program);
    const at = this.free.findIndex(({ ready }) => ready.get(task.kind) === key);
    const [slot] = this.free.splice(Math.max(0, at), 1);
    if (!slot) throw new Error('no thread is free');
    try {
      return await within(this.limit, this.perform(slot, task, objects));
    } catch (error) {
      if (error instanceof TooLong) await this.end(slot);
      slot.ready.clear(); // a thread that has crashed starts again
      return { problem: (error as Error).message };
    } finally {
      this.free.push(slot);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(({ worker }) => worker?.close()));
  }

  private async perform(slot: Slot, task: RemoteTask, objects: readonly Uint8Array[]): Promise<RemoteResult> {
    slot.worker ??= new ThreadWorker();
    const { worker, ready } = slot;
    if (task.kind === 'read') return { reading: await worker.read(task) };
    const isReady = ready.get(task.kind) === keyOf(task);
    if (task.kind === 'analyse') {
      const { engine, options, pieces, summaries } = task;
      if (!isReady) await worker.link({ kind: 'link', objects, engine, options } satisfies LinkTask);
      ready.set(task.kind, keyOf(task));
      return { results: await worker.analyse({ kind: 'analyse', pieces, summaries } satisfies AnalyseTask) };
    }
    if (!isReady) await worker.open({ kind: 'open', objects } satisfies OpenTask);
    ready.set(task.kind, keyOf(task));
    return { answer: await worker.answer({ kind: 'answer', question: task.question }) };
  }

  private async end(slot: Slot): Promise<void> {
    await slot.worker?.close();
    slot.worker = null;
  }
}

const keyOf = (task: RemoteTask): string =>
  task.kind === 'read'
    ? ''
    : task.kind === 'answer'
      ? task.program
      : JSON.stringify([task.program, task.engine, task.options]);

class TooLong extends Error {}

async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLong(`took longer than ${Math.round(limit / 1_000)} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
