// A thread that does what it is sent: started by crew.ts, does the tasks of executor.ts.

import { parentPort } from 'node:worker_threads';
import { Launcher } from '../../frontend/launcher.js';
import { Executor, type Task } from './executor.js';

export interface Order {
  readonly number: number;
  readonly task: Task;
}

/** `problem`: a bug of ours; the thread lives on. */
export type Delivery = { readonly number: number } & ({ readonly result: unknown } | { readonly problem: string });

const launcher = new Launcher();
const executor = new Executor(launcher.run);

async function perform(task: Task): Promise<unknown> {
  switch (task.kind) {
    case 'read':
      return executor.read(task);
    case 'link':
      launcher.end(); // everything is read by now
      return executor.link(task);
    case 'analyse':
      return executor.analyse(task);
  }
}

parentPort!.on('message', async ({ number, task }: Order) => {
  const delivery: Delivery = await perform(task).then(
    (result) => ({ number, result }),
    (error: unknown) => ({ number, problem: error instanceof Error ? error.message : String(error) }),
  );
  parentPort!.postMessage(delivery);
});
