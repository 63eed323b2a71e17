// What is kept of a project depends on contents alone: in another folder it has the same keys, and the same bytes in its report.
// As CMake does it: every path in the database is absolute, and the folder of the build is another.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { findJobs } from '../../src/driver/load/find-jobs.js';
import { writeFiles } from '../support/project.js';

/** Every check is a process; a busy machine may start them slowly. */
vi.setConfig({ testTimeout: 300_000 });

const work = realpathSync(mkdtempSync(join(tmpdir(), 'caulk-portable-')));
afterAll(() => rmSync(work, { recursive: true }));

const LONG_AGO = new Date('2020-01-01');

const FILES: Readonly<Record<string, string>> = {
  'caulk.config.json': '{}',
  'include/list.h': `#include <assert.h>
#include <stdlib.h>
struct node { struct node *next; };
static inline struct node *make(struct node *next) {
  struct node *n = malloc(sizeof *n);
  assert(n != NULL);
  n->next = next;
  return n;
}
void drop(struct node *n);
`,
  'src/drop.c':
    '#include "list.h"\nvoid drop(struct node *n) { struct node *next = n->next; free(n); if (next) drop(next); }\n',
  'src/use.c': `#include "list.h"
const char *here(void) { return __FILE__; }
int lose(int n) {
  struct node *list = make(NULL);
  if (n == 7) return 1;
  drop(list);
  return 0;
}
`,
};

/** The project in a folder of its own. */
function place(name: string, changed: Readonly<Record<string, string>> = {}): string {
  const root = join(work, name);
  const flags = `-DWHERE=1 -I${root}/include -isystem ${root}/src -c`;
  const entries = ['drop', 'use'].map((file) => {
    const path = `${root}/src/${file}.c`;
    return { directory: `${root}/build`, file: path, command: `cc ${flags} -o ${file}.o ${path}` };
  });
  const files = { ...FILES, 'build/compile_commands.json': JSON.stringify(entries), ...changed };
  writeFiles(root, files);
  for (const file of Object.keys(files)) utimesSync(join(root, file), LONG_AGO, LONG_AGO);
  return root;
}

/** What was written just now is not kept. */
const untilOld = () => new Promise((resume) => setTimeout(resume, 1_500));

/** The report without its times, and without the one line that says where the project lies. */
function check(root: string, cache: string, ...words: readonly string[]) {
  const all = ['dist/src/cli/main.js', 'check', '-p', join(root, 'build'), '--format', 'json', ...words];
  const env = { ...process.env, XDG_CACHE_HOME: join(work, cache) };
  const { stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', env });
  expect(stderr).toBe('');
  const { root: named, ...report } = JSON.parse(stdout);
  expect(named).toBe(root);
  const { milliseconds, peakMemoryMB: _, secondLook, ...counts } = report.stats;
  return { text: JSON.stringify({ ...report, stats: counts }), milliseconds, asked: secondLook.asked, report };
}

const keysIn = (cache: string): string[] =>
  readdirSync(join(work, cache, 'caulk', 'check', 'ac'), { recursive: true, encoding: 'utf8' }).sort();

test('the same project in two folders has the same keys and the same bytes in its report', async () => {
  const [here, there] = [place('here'), place('further/away/there')];
  await untilOld();
  const first = check(here, 'one');
  expect(first.report.findings.map((f: { file: string; line: number }) => [f.file, f.line])).toEqual([
    ['src/use.c', 5],
  ]);
  const second = check(there, 'two');
  expect(second.text).toBe(first.text);
  expect(keysIn('one').length).toBeGreaterThan(6);
  expect(keysIn('two')).toEqual(keysIn('one'));
  const warm = check(there, 'one');
  expect(warm.text).toBe(first.text);
  expect([warm.milliseconds.read, warm.milliseconds.preprocess, warm.asked]).toEqual([0, 0, 0]);
});

test('a changed header or source makes other keys, whatever sizes and times say', async () => {
  const root = place('changing');
  await untilOld();
  const cold = check(root, 'three');
  const header = FILES['include/list.h']!.replace('n->next = next', 'n->next = NULL');
  const other = place('changed', { 'include/list.h': header });
  expect(check(other, 'three').milliseconds.read).toBeGreaterThan(0);
  const flag = JSON.stringify([
    { directory: `${root}/build`, file: '../src/use.c', command: 'cc -DWHERE=2 -I../include -c ../src/use.c' },
  ]);
  expect(check(place('flagged', { 'build/compile_commands.json': flag }), 'three').milliseconds.read).toBeGreaterThan(
    0,
  );
  expect(check(root, 'three').text).toBe(cold.text);
});

test('paths inside the root become relative; what lies elsewhere, or behind a link, stays', () => {
  const root = place('paths');
  const jobIn = (directory: string, command: string) => {
    writeFiles(root, {
      'build/compile_commands.json': JSON.stringify([{ directory, file: `${root}/src/use.c`, command }]),
    });
    const { jobs } = findJobs({ paths: [], flags: [], compileCommands: join(root, 'build'), root });
    return [jobs[0]!.file, ...jobs[0]!.flags];
  };
  const command = `cc -I${root}/include -I /usr/include -DHOME="${root}" -include ${root}/a.h -c x.c`;
  const kept = ['-I/usr/include', `-DHOME=${root}`, '-include'];
  expect(jobIn(`${root}/build`, command)).toEqual(['../src/use.c', '-I../include', ...kept, '../a.h']);
  expect(jobIn(work, command)).toEqual([`${root}/src/use.c`, `-I${root}/include`, ...kept, `${root}/a.h`]);
  symlinkSync(work, join(root, 'linked'));
  expect(jobIn(`${root}/linked`, command)[0]).toBe(`${root}/src/use.c`);
});
