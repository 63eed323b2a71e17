// Hears many witnesses, two at a time, none longer than a limit: a thread that takes too long is ended and replaced.
// The limit is of processor time, shared by those who are heard at once: a busy machine makes nobody late.
// Between the benches `agree` and `mutation` and witness-worker.ts.

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describeError } from '../src/base/crash.js';
import type { Silence, Subpoena, WitnessReport } from './witness.js';

export type Heard = WitnessReport | Silence;

export const LATE: Silence = { silence: 'it took too long' };

const MEMORY_MB = 1_500;
const WITNESSES = Math.min(2, availableParallelism());

const spent = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** In the order of the subpoenas. */
export async function hear(
  subpoenas: readonly Subpoena[],
  milliseconds: number,
  step: (done: number, all: number) => void,
): Promise<Heard[]> {
  const heard: Heard[] = [];
  let next = 0;
  let done = 0;
  const sit = async () => {
    let worker = hire();
    for (let i = next++; i < subpoenas.length; i = next++) {
      heard[i] = await converse(worker, subpoenas[i]!, milliseconds);
      if (isSilent(heard[i]!)) {
        void worker.terminate();
        worker = hire();
      }
      step(++done, subpoenas.length);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: WITNESSES }, sit));
  return heard;
}

export const isSilent = (heard: Heard): heard is Silence => 'silence' in heard;

function hire(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
  return new Worker(new URL('./witness-worker.js', import.meta.url), { resourceLimits });
}

function converse(worker: Worker, subpoena: Subpoena, milliseconds: number): Promise<Heard> {
  return new Promise((finish) => {
    const end = (heard: Heard) => {
      clearInterval(timer);
      for (const event of ['message', 'error']) worker.removeAllListeners(event);
      finish(heard);
    };
    const start = process.cpuUsage();
    const isLate = () => spent(process.cpuUsage(start)) > WITNESSES * milliseconds;
    const timer = setInterval(() => isLate() && end(LATE), 50);
    worker.on('message', end);
    worker.on('error', (error) => end({ silence: `crashed: ${describeError(error)}` }));
    worker.postMessage(subpoena);
  });
}
