// Hears one witness at a time in a thread of its own; started by hearing.ts.
// Plain data in and out.

import { parentPort } from 'node:worker_threads';
import { describeError } from '../src/base/crash.js';
import { Stand, type Subpoena } from './witness.js';

const stand = new Stand();

parentPort!.on('message', (subpoena: Subpoena) => {
  stand.call(subpoena).then(
    (said) => parentPort!.postMessage(said),
    (error) => parentPort!.postMessage({ silence: `crashed: ${describeError(error)}` }),
  );
});
