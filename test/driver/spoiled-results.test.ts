// What a store brings may have the right shape and mean nothing: then everything is computed anew, and the findings are the same.
// The store is in memory; everything happens in this thread.

import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pickle } from '../../src/base/pickle.js';
import { unpickle } from '../../src/base/unpickle.js';
import { findJobs } from '../../src/driver/load/find-jobs.js';
import { openCache } from '../../src/driver/project/cache.js';
import { analyseProject } from '../../src/driver/project/project.js';
import { WorkerPool } from '../../src/driver/project/worker-pool.js';
import { noStore, type Store } from '../../src/driver/store/store.js';
import { modular } from '../../src/engines/modular/engine.js';
import type { FunctionResult } from '../../src/engines/summary-engine.js';
import { makeProject } from '../support/project.js';

const TEXT = '#include <stdlib.h>\nint f(int n) { char *p = malloc(4); if (n) return 1; free(p); return 0; }\n';
const options = { mallocMayFail: false, leakAtExit: false, budget: 2_500 } as const;

async function analyse(root: string, store: Store) {
  const cache = openCache({ root, folder: null, store });
  const { jobs } = findJobs({ paths: [join(root, 'a.c')], flags: [], root });
  const plan = { engine: modular, options, entries: [], models: [] };
  const { results, problems } = await analyseProject(jobs, plan, { pool: new WorkerPool(1), cache, step: () => {} });
  expect(problems).toEqual([]);
  return results.flatMap(({ findings }) => findings.map(({ rule, message }) => `${rule}: ${message}`));
}

/** Results whose bytes are no results. */
function spoil(bytes: Uint8Array): Uint8Array {
  const content = unpickle(bytes, []);
  if (!(content instanceof Map)) return bytes;
  const nonsense = new Uint8Array([3, 1, 4, 1, 5, 9]);
  const worse = (r: FunctionResult) => ({ ...r, summary: nonsense, findings: nonsense });
  return pickle(new Map([...content].map(([key, results]) => [key, results.map(worse)])), []);
}

test('results that mean nothing are computed anew', async () => {
  const root = makeProject({ 'a.c': TEXT, 'caulk.config.json': '{}' });
  utimesSync(join(root, 'a.c'), new Date('2020-01-01'), new Date('2020-01-01'));
  await new Promise((resume) => setTimeout(resume, 1_500)); // what was written just now is not kept
  const kept = new Map<string, Uint8Array>();
  const store: Store = {
    ...noStore,
    get: async (key) => kept.get(key) ?? null,
    put: (key, bytes) => kept.set(key, bytes),
  };
  const findings = await analyse(root, store);
  expect(findings).toHaveLength(1);
  expect(kept.size).toBeGreaterThan(2);
  let spoiled = 0;
  const hostile: Store = {
    ...noStore,
    get: async (key) => {
      const bytes = kept.get(key);
      if (!bytes) return null;
      try {
        const worse = spoil(bytes);
        if (worse !== bytes) spoiled++;
        return worse;
      } catch {
        return bytes; // a unit
      }
    },
  };
  expect(await analyse(root, hostile)).toEqual(findings);
  expect(spoiled).toBeGreaterThan(0);
});
