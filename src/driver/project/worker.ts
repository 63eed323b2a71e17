// The program of a worker thread: receives tasks, performs them with an executor, replies.
// Started by worker-pool.ts.

import { parentPort } from 'node:worker_threads';
import { describeError } from '../../base/crash.js';
import { Launcher } from '../../frontend/launcher.js';
import { usualMeans } from '../../frontend/preprocess.js';
import { Executor, type Task } from './executor.js';

export interface Request {
  readonly number: number;
  readonly task: Task;
}

/** `problem`: the task crashed; the thread goes on. */
export type Reply = { readonly number: number } & ({ readonly result: unknown } | { readonly problem: string });

const launcher = new Launcher();
const executor = new Executor(usualMeans(launcher.run));

async function perform(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'read':
      return executor.read(task);
    case 'link':
      launcher.end(); // everything has been read
      return executor.link(task);
    case 'analyse':
      return executor.analyse(task);
    case 'open':
      launcher.end();
      return executor.open(task);
    case 'answer':
      return executor.answer(task);
  }
}

parentPort!.on('message', async ({ number, task }: Request) => {
  const reply: Reply = await perform(task).then(
    (result) => ({ number, result }),
    (error: unknown) => ({ number, problem: describeError(error) }),
  );
  parentPort!.postMessage(reply);
});
