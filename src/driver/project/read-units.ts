// Compile jobs in, packed units out, in the order of their files: read by workers, or kept from an earlier run.
// First half of a check of a project; analyse-program.ts is the second.

import { resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { amongUnits, type CompileJob } from '../../frontend/compile-job.js';
import { hashOf } from '../../ir/pack/format.js';
import type { Cache } from './cache.js';
import type { Reading } from './executor.js';
import { type TaskWorker, WORTH_A_THREAD, type WorkerPool } from './worker-pool.js';

export interface ReadUnit extends Reading {
  readonly job: CompileJob;
  /** The absolute path of the file; with a hash of the flags if it is compiled in several ways. */
  readonly id: string;
}

/** Units on their way to each worker: a compiler runs for one while another is read. */
const AHEAD = 2;

export async function readUnits(
  jobs: readonly CompileJob[],
  pool: WorkerPool,
  cache: Cache,
  step: (done: number) => void,
): Promise<ReadUnit[]> {
  const named = nameJobs(jobs);
  const units = named.map(({ job, id }): ReadUnit | null => {
    const kept = cache.unit(job, id);
    return kept && { ...kept, job, id };
  });
  const missing = named.flatMap((named, i) => (units[i] ? [] : [{ ...named, i }]));
  let done = units.length - missing.length;
  let next = 0;
  const workers = pool.workers(missing.length < WORTH_A_THREAD.units ? 'little' : 'much');
  const work = async (worker: TaskWorker): Promise<void> => {
    for (let one = missing[next++]; one; one = missing[next++]) {
      const { job, id, i } = one;
      const task = amongUnits(job, missing.length, workers.length);
      const reading = await worker.read({ kind: 'read', job: task, id }).catch(failed);
      units[i] = { ...reading, job, id };
      cache.keepUnit(job, id, reading);
      step(++done);
    }
  };
  step(done);
  await Promise.all(workers.flatMap((worker) => Array.from({ length: AHEAD }, () => work(worker))));
  return units as ReadUnit[];
}

/** A crash on one unit does not affect the others. */
function failed(error: Error): Reading {
  const problem: Diagnostic = diagnostic('internal', error.message);
  return { object: null, diagnostics: [problem], files: [], missed: [], milliseconds: { preprocess: 0, read: 0 } };
}

/** Sorted by file, so that the order of jobs does not matter. A file that is compiled in several ways is several units. */
function nameJobs(jobs: readonly CompileJob[]): { readonly job: CompileJob; readonly id: string }[] {
  const named = jobs.map((job) => ({ job, path: resolve(job.directory, job.file), words: wordsOf(job) }));
  const times = new Map<string, number>();
  for (const { path } of named) times.set(path, (times.get(path) ?? 0) + 1);
  const sorted = named.sort((a, b) => compare(a.path, b.path) || compare(a.words, b.words));
  const once = sorted.filter(({ path, words }, i) => path !== sorted[i - 1]?.path || words !== sorted[i - 1]?.words);
  return once.map(({ job, path, words }) => ({
    job,
    id: times.get(path) === 1 ? path : `${path}#${hashOf(words).slice(0, 8)}`,
  }));
}

const wordsOf = ({ directory, flags }: CompileJob): string => [directory, ...flags].join('\0');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
