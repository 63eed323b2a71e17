// What a session keeps in memory, and what the cache behind it gets: nothing that was made of unsaved texts.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findJobs } from '../../../src/driver/load/find-jobs.js';
import { type Cache, noCache } from '../../../src/driver/project/cache.js';
import { linkUnits } from '../../../src/driver/project/project.js';
import { readUnits } from '../../../src/driver/project/read-units.js';
import { MemoryStore } from '../../../src/driver/project/result-store.js';
import { WorkerPool } from '../../../src/driver/project/worker-pool.js';
import { SessionCache } from '../../../src/driver/session/session-cache.js';
import type { UnsavedTexts } from '../../../src/frontend/compile-job.js';
import { makeProject } from '../../support/project.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 10 } as const;
const RESULTS = new Map([['a piece', []]]);

/** What the cache behind it has been given. */
function recording(): { readonly disk: Cache; readonly kept: string[] } {
  const kept: string[] = [];
  const store = new MemoryStore();
  const results = { results: store.results.bind(store), keepResults: (id: string) => void kept.push(`results ${id}`) };
  const disk: Cache = {
    ...noCache,
    keepUnit: ({ file }) => void kept.push(`unit ${file}`),
    results: async () => results,
    keepAnswer: (key) => void kept.push(`answer ${key}`),
  };
  return { disk, kept };
}

const read = (folder: string, unsaved: UnsavedTexts, cache: Cache) =>
  readUnits(findJobs({ paths: [folder], flags: [], root: folder, unsaved }).jobs, new WorkerPool(1), cache, () => {});

async function round(folder: string, unsaved: UnsavedTexts, cache: SessionCache): Promise<void> {
  const units = await read(folder, unsaved, cache);
  const store = await cache.results([{ id: units[0]!.id, object: units[0]!.object! }], OPTIONS);
  store.keepResults(units[0]!.id, RESULTS);
  cache.keepAnswer('key', Buffer.from('answer'));
  await cache.close();
}

it('gives the cache behind it what was made of the disk alone', async () => {
  const folder = makeProject({ 'a.c': '#include "a.h"\nint a;\n', 'a.h': '', 'b.c': 'int b;\n' });
  const cache = new SessionCache();
  const { disk, kept } = recording();
  const unsaved = new Map([[join(folder, 'a.h'), Buffer.from('int c;\n')]]);
  cache.begin(unsaved, disk);
  await round(folder, unsaved, cache);
  expect(kept.map((one) => one.replace(`${folder}/`, ''))).toEqual([expect.stringMatching(/^unit .*b\.c$/)]);
  kept.length = 0;
  cache.begin(new Map(), disk);
  await round(folder, new Map(), cache);
  expect(kept).toEqual([expect.stringMatching(/^unit .*a\.c$/), 'answer key', 'results a.c']);
});

it('has answers and results in the next round, whatever the texts', async () => {
  const folder = makeProject({ 'a.c': 'int a;\n' });
  const cache = new SessionCache();
  const unsaved = new Map([[join(folder, 'a.c'), Buffer.from('int b;\n')]]);
  cache.begin(unsaved, noCache);
  await round(folder, unsaved, cache);
  cache.begin(new Map(), noCache);
  const [unit] = await read(folder, new Map(), cache);
  const store = await cache.results([{ id: unit!.id, object: unit!.object! }], OPTIONS);
  expect(store.results(unit!.id)).toBe(RESULTS);
  expect(await cache.answer('key')).toEqual(Buffer.from('answer'));
});

it('reads a unit again when its text is another, a file of the database that is not saved yet included', async () => {
  const folder = makeProject({});
  const path = join(folder, 'new.c');
  const commands = [{ directory: folder, file: 'new.c', command: 'cc -c new.c' }];
  const database = join(makeProject({ 'compile_commands.json': JSON.stringify(commands) }), 'compile_commands.json');
  const cache = new SessionCache();
  const declared = async (text: string) => {
    const unsaved = new Map([[path, Buffer.from(text)]]);
    cache.begin(unsaved, noCache);
    const { jobs } = findJobs({ paths: [], compileCommands: database, flags: [], root: folder, unsaved });
    const units = await readUnits(jobs, new WorkerPool(1), cache, () => {});
    return linkUnits(units, [])
      ?.program.defined()
      .map(({ name }) => name);
  };
  expect(await declared('int f(void) { return 1; }\n')).toEqual(['f']);
  expect(await declared('int g(void) { return 1; }\n')).toEqual(['g']);
});
