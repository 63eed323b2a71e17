// Runs one task at a time in a thread of its own; started by task-pool.ts.
// Requests and results are plain data.

import { parentPort } from 'node:worker_threads';
import { describeError } from '../src/base/crash.js';
import { type Task, TaskRunner } from './task.js';

const runner = new TaskRunner();

parentPort!.on('message', (task: Task) => {
  runner.run(task).then(
    (result) => parentPort!.postMessage(result),
    (error) => parentPort!.postMessage({ failure: `crashed: ${describeError(error)}` }),
  );
});
