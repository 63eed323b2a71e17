// The program of a worker thread: receives tasks, performs them with an executor, replies.
// Started by worker-pool.ts.

import { isDeepStrictEqual } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { describeError } from '../../base/crash.js';
import type { CompileJob, UnsavedTexts } from '../../frontend/compile-job.js';
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

let texts: UnsavedTexts | null = null;

/** Each message has a copy of the texts; copies that are equal are one object again, which stands for one moment. A thread serves one check. */
function inOneMoment(job: CompileJob): CompileJob {
  const { unsaved } = job;
  if (!unsaved) return job;
  if (texts === null || !isDeepStrictEqual(texts, unsaved)) texts = unsaved;
  return { ...job, unsaved: texts };
}

async function perform(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'read':
      return executor.read({ ...task, job: inOneMoment(task.job) });
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
