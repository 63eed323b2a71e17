// z3 in a thread of its own, started at the first query; the caller blocks. Scripts carry resource limits. The timeout
// is for a hung thread: it costs the answer and the thread; after a few timeouts z3 is not used any more.

import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** The code of the thread: loads z3 once, answers one SMT-LIB script at a time through shared memory. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const signal = new Int32Array(workerData.signal);
const answer = new Uint8Array(workerData.answer);
const loading = require(workerData.z3)({ print() {}, printErr() {} }).then((z3) => {
  const context = z3._Z3_mk_context(z3._Z3_mk_config());
  return (script) => z3.ccall('Z3_eval_smtlib2_string', 'string', ['number', 'string'], [context, script]);
});
parentPort.on('message', async (script) => {
  let text = 'failed';
  try { text = (await loading)(script); } catch {}
  Atomics.store(signal, 1, new TextEncoder().encodeInto(text, answer).written);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});`;

const LONGEST_ANSWER = 2 ** 20;
/** Far more than the resource limit can take, even on a busy machine. */
const MILLISECONDS = 120_000;
const MOST_FAILURES = 3;

export interface SmtSession {
  /** The output of the script; null if there is no answer. */
  ask(script: string): string | null;
}

class Z3Session implements SmtSession {
  private worker: Worker | null = null;
  private failures = 0;
  private readonly signal = new Int32Array(new SharedArrayBuffer(8));
  private answer = new Uint8Array(new SharedArrayBuffer(LONGEST_ANSWER));

  ask(script: string): string | null {
    if (this.failures >= MOST_FAILURES) return null;
    this.worker ??= this.start();
    if (!this.worker) return null;
    Atomics.store(this.signal, 0, 0);
    this.worker.postMessage(script);
    if (Atomics.wait(this.signal, 0, 0, MILLISECONDS) === 'timed-out') return this.fail();
    const bytes = this.answer.slice(0, Atomics.load(this.signal, 1)); // a copy: decoders refuse shared memory
    const text = new TextDecoder().decode(bytes);
    return text.startsWith('failed') || text.includes('(error') ? this.fail() : text;
  }

  private start(): Worker | null {
    try {
      const z3 = createRequire(import.meta.url).resolve('z3-solver/build/z3-built.js');
      const workerData = { signal: this.signal.buffer, answer: this.answer.buffer, z3 };
      const worker = new Worker(PROGRAM, { eval: true, workerData, stdout: true, stderr: true });
      worker.on('error', () => {});
      worker.unref();
      return worker;
    } catch {
      this.failures = MOST_FAILURES; // not installed
      return null;
    }
  }

  /** A late answer must not be taken for the next one: the thread and its memory are replaced. */
  private fail(): null {
    this.failures++;
    void this.worker?.terminate();
    this.worker = null;
    this.answer = new Uint8Array(new SharedArrayBuffer(LONGEST_ANSWER));
    return null;
  }
}

let shared: SmtSession | null = null;

/** The one session of this process. */
export function smtSession(): SmtSession {
  shared ??= new Z3Session();
  return shared;
}

/** Never answers: the session on a machine without z3. */
export const NO_SMT: SmtSession = { ask: () => null };
