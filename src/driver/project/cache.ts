// Results of earlier runs: packed units by the files they were made of, results and answers of engines by key. On disk, and
// in a store that machines share. Asked by read-units.ts, analyse-program.ts and program-work.ts before anything is computed; `--no-cache`: see `noCache`.

import type { AnalysisOptions } from '../../engines/engine.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { cacheFolder } from '../store/cache-files.js';
import { DiskStore, type Hints, noHints } from '../store/disk-store.js';
import { type Store, Stores, storeKey } from '../store/store.js';
import { buildStamp } from './build-stamp.js';
import type { Reading } from './executor.js';
import { openResults, type UnitObject } from './kept-results.js';
import { MemoryStore, type ResultStore } from './result-store.js';
import { UnitCache } from './unit-cache.js';

export interface Cache {
  unit(job: CompileJob): Promise<Reading | null>;
  keepUnit(job: CompileJob, reading: Reading): void;
  /** What is known of the pieces of these units, and where results of others are kept. */
  results(units: readonly UnitObject[], options: AnalysisOptions): Promise<ResultStore>;
  /** The answer of an engine to a question, by the key of the question. */
  answer(key: string): Promise<Uint8Array | null>;
  keepAnswer(key: string, bytes: Uint8Array): void;
  /** At the end of a run. */
  close(): Promise<void>;
}

export const noCache: Cache = {
  unit: async () => null,
  keepUnit: () => {},
  results: async () => new MemoryStore(),
  answer: async () => null,
  keepAnswer: () => {},
  close: async () => {},
};

export interface CacheMeans {
  /** Of the project. */
  readonly root: string;
  /** On this machine; null: nothing is read or written here. */
  readonly folder?: string | null;
  /** One that machines share. */
  readonly store?: Store;
}

export function openCache({ root, folder = cacheFolder(), store }: CacheMeans): Cache {
  const disk = folder === null ? null : new DiskStore(folder);
  const all = [disk, store].filter((one) => one instanceof Object);
  if (all.length === 0) return noCache;
  const hints: Hints = disk ?? noHints;
  const means = { root, hints, build: buildStamp(hints), store: new Stores(all) };
  const units = new UnitCache(means);
  const keyOf = (key: string) => storeKey('answer', means.build, key);
  return {
    unit: (job) => units.unit(job),
    keepUnit: (job, reading) => units.keepUnit(job, reading),
    results: (units, options) => openResults(units, { ...means, options }),
    answer: (key) => means.store.get(keyOf(key)),
    keepAnswer: (key, bytes) => means.store.put(keyOf(key), bytes),
    close: () => means.store.close(),
  };
}
