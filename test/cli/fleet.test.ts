// Many projects by one command: a report for each, totals, and what is new against the last time.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caulk } from '../support/cli.js';
import { makeProject, writeFiles } from '../support/project.js';

const LEAK = '#include <stdlib.h>\nint f(int n) { char *p = malloc(4); if (n) return 1; free(p); return 0; }\n';
const FINE = '#include <stdlib.h>\nint g(int n) { char *p = malloc(4); free(p); return n; }\n';

const database = (folder: string) => JSON.stringify([{ directory: folder, file: 'a.c', command: 'cc -c a.c' }]);

function makeFleet(): { readonly folder: string; readonly words: readonly string[] } {
  const folder = makeProject({ list: '# all of them\none one/compile_commands.json\ntwo  two  # the second\n' });
  for (const [name, text] of [['one', LEAK] as const, ['two', FINE] as const]) {
    const files = { 'a.c': text, 'caulk.config.json': '{}', 'compile_commands.json': database(join(folder, name)) };
    writeFiles(join(folder, name), files);
  }
  const words = ['fleet', join(folder, 'list'), '-o', join(folder, 'reports'), '--no-cache', '--jobs', '1'];
  return { folder, words };
}

const withoutTimes = (table: string) => table.replace(/\d+\.\d$/gm, 'T').replace(/ +/g, ' ');

test('tells totals, and what is new since the last time', async () => {
  const { folder, words } = makeFleet();
  const first = await caulk(...words);
  expect(first.status).toBe(1);
  expect(withoutTimes(first.out)).toBe(
    'project units functions findings new gone seconds\none 1 1 1 1 0 T\ntwo 1 1 0 0 0 T\ntotal 2 2 1 1 0 T\n',
  );
  expect(first.err).toContain('caulk fleet: 1/2 one: 1 findings, 1 new\n');
  const second = await caulk(...words, '--quiet', '--at-once', '2');
  expect([second.status, second.err]).toEqual([0, '']);
  expect(withoutTimes(second.out)).toContain('one 1 1 1 0 0 T\n');
  writeFileSync(join(folder, 'one', 'a.c'), FINE);
  writeFileSync(join(folder, 'two', 'a.c'), LEAK);
  const third = await caulk(...words, '--json');
  expect(JSON.parse(third.out).total).toMatchObject({ findings: 1, new: 1, gone: 1 });
  expect(JSON.parse(readFileSync(join(folder, 'reports', 'two.json'), 'utf8')).findings).toHaveLength(1);
});

test('a project that cannot be checked is named, and the others are checked', async () => {
  const { folder, words } = makeFleet();
  writeFileSync(join(folder, 'one', 'compile_commands.json'), 'nonsense');
  const said = await caulk(...words);
  expect(said.status).toBe(2);
  expect(said.out).toMatch(/^one: .*compile_commands\.json is not a compile database/m);
  expect(said.out).toMatch(/^two +1 +1 /m);
});

test('lists that are none are refused', async () => {
  const folder = makeProject({ twice: 'a x\na y\n', path: '../a x\n', empty: '# nothing\n', one: 'lonely\n' });
  for (const name of ['twice', 'path', 'empty', 'one', 'missing']) {
    expect(await caulk('fleet', join(folder, name), '-o', join(folder, 'r'))).toMatchObject({ status: 2, out: '' });
  }
});
