// Runs tasks on two worker threads. A worker that exceeds the time limit is terminated and replaced.
// The limit is processor time, shared by concurrent tasks, so that a busy machine causes no timeouts.
// Between the benches `agree` and `mutation` and task-worker.ts.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describeError } from '../src/base/crash.js';
import type { Failure, Task, TaskReport } from './task.js';

export type TaskResult = TaskReport | Failure;

export const TIMED_OUT: Failure = { failure: 'it took too long' };

const MEMORY_MB = 1_500;
const WORKERS = Math.min(2, availableParallelism());

const spent = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** The results are in the order of the tasks. */
export async function runTasks(
  tasks: readonly Task[],
  milliseconds: number,
  step: (done: number, all: number) => void,
): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  let next = 0;
  let done = 0;
  const serve = async () => {
    let worker = startWorker();
    for (let i = next++; i < tasks.length; i = next++) {
      results[i] = await performOn(worker, tasks[i]!, milliseconds);
      if (isFailure(results[i]!)) {
        void worker.terminate();
        worker = startWorker();
      }
      step(++done, tasks.length);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: WORKERS }, serve));
  return results;
}

export const isFailure = (result: TaskResult): result is Failure => 'failure' in result;

function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
  return new Worker(new URL('./task-worker.js', import.meta.url), { resourceLimits });
}

function performOn(worker: Worker, task: Task, milliseconds: number): Promise<TaskResult> {
  return new Promise((finish) => {
    const end = (result: TaskResult) => {
      clearInterval(timer);
      for (const event of ['message', 'error']) worker.removeAllListeners(event);
      finish(result);
    };
    const start = process.cpuUsage();
    const isOverLimit = () => spent(process.cpuUsage(start)) > WORKERS * milliseconds;
    const timer = setInterval(() => isOverLimit() && end(TIMED_OUT), 50);
    worker.on('message', end);
    worker.on('error', (error) => end({ failure: `crashed: ${describeError(error)}` }));
    worker.postMessage(task);
  });
}
