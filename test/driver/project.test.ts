// Checks of whole projects: the same bytes for any number of threads, any order of files, with and without a cache;
// damaged caches; what a change invalidates.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { trimCache } from '../../src/driver/store/cache-files.js';

/** Every check is a process; a busy machine may start them slowly. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'caulk-project-'));
const cache = join(folder, 'cache');
const LONG_AGO = new Date('2020-01-01');

const FILES: Readonly<Record<string, string>> = {
  'list.h': `#include <stdlib.h>
struct node { struct node *next; char *text; };
static inline struct node *make(char *text) {
  struct node *n = malloc(sizeof *n);
  if (!n) return NULL;
  n->next = NULL;
  n->text = text;
  return n;
}
char *copy(const char *text);
void drop(struct node *n);
int run(int (*visit)(struct node *), struct node *n);
`,
  'copy.c': `#include <string.h>
#include "list.h"
char *copy(const char *text) { return strdup(text); }
static int local(struct node *n) { return n->text != NULL; }
int visit_copy(struct node *n) { return run(local, n); }
`,
  'drop.c': `#include "list.h"
static int local(struct node *n) { return n->next == NULL; }
void drop(struct node *n) {
  if (n == NULL) return;
  drop(n->next);
  free(n->text);
  free(n);
}
int visit_drop(struct node *n) { return run(local, n); }
`,
  'use.c': `#include "list.h"
static const struct { int (*go)(struct node *); } table[] = {{0}};
int run(int (*visit)(struct node *), struct node *n) { return visit(n); }
int lose(void) {
  struct node *n = make(NULL);
  if (!n) return 1;
  drop(n);
  n = make(NULL);
  return 0;
}
`,
  'well.c': `#include "list.h"
int well(void) {
  char *text = copy("c");
  struct node *n = make(text);
  if (!n) { free(text); return 1; }
  drop(n);
  return 0;
}
`,
};

/** Older than any run, so that it may be cached. */
function put(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
}

function database(names: readonly string[]): string {
  const entries = names.map((file) => ({ directory: folder, file, command: `cc -c ${file}` }));
  const path = join(folder, `${names.join('-')}.json`);
  writeFileSync(path, JSON.stringify(entries));
  return path;
}

const UNITS = ['copy.c', 'drop.c', 'use.c', 'well.c'];

interface Said {
  readonly text: string;
  readonly report: {
    readonly findings: readonly { readonly line: number }[];
    readonly functions: readonly { readonly status: string }[];
    readonly stats: { milliseconds: object };
  };
}

/** As the user does, in a process of its own: threads need the build. */
function check(units: readonly string[], ...words: readonly string[]): Said {
  const all = ['dist/src/cli/main.js', 'check', '-p', database(units), '--format', 'json', ...words];
  const { stdout, stderr } = spawnSync(process.execPath, all, {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  expect(stderr).toBe('');
  const report = JSON.parse(stdout);
  const { stats, ...rest } = report;
  const { milliseconds: _, peakMemoryMB: __, secondLook: ___, ...counts } = stats;
  return { text: JSON.stringify({ ...rest, counts }), report };
}

/** What is kept of units and results. */
const kept = (): string[] =>
  readdirSync(join(cache, 'caulk/check'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

let plain: Said;

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) put(name, text);
  plain = check(UNITS, '--no-cache', '--jobs', '1');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the leak is found across files, and nothing else', () => {
  expect(plain.report.findings.map(({ line }) => line)).toEqual([9]);
  expect(() => kept()).toThrow();
});

test('the same bytes for any number of threads and any order of files', () => {
  for (const jobs of ['2', '3']) expect(check(UNITS, '--no-cache', '--jobs', jobs).text).toBe(plain.text);
  expect(check([...UNITS].reverse(), '--no-cache', '--jobs', '2').text).toBe(plain.text);
});

test('callers know where a callee found the memory it returns, also after an unknown call', () => {
  put(
    'held.c',
    `#include "list.h"
struct node *get(void);
extern struct node *last;
void keep(struct node *n) { last = get()->next->next; last->text = NULL; free(n); }
void use(struct node *n) { keep(n); }
`,
  );
  const { report } = check(['held.c'], '--no-cache', '--jobs', '1');
  expect(report.functions.map(({ status }) => status)).toEqual(['analysed', 'analysed', 'analysed']);
});

test('the same bytes from the cache, and nothing is read again', () => {
  expect(check(UNITS).text).toBe(plain.text);
  expect(kept().length).toBeGreaterThan(UNITS.length);
  const again = check(UNITS);
  expect(again.text).toBe(plain.text);
  expect(again.report.stats.milliseconds).toMatchObject({ preprocess: 0, read: 0 });
});

test('a change is noticed, in the file itself and in a header', () => {
  const lines = () => check(UNITS).report.findings.map(({ line }) => line);
  put('use.c', `\n\n${FILES['use.c']}`);
  expect(lines()).toEqual([11]);
  expect(check(UNITS).text).toBe(check(UNITS, '--no-cache').text);
  put('drop.c', FILES['drop.c']!.replace('free(n->text);', ''));
  expect(lines().length).toBeGreaterThan(1);
  put('drop.c', FILES['drop.c']!);
  put('list.h', FILES['list.h']!.replace('n->text = text', 'n->text = NULL'));
  const changed = check(UNITS);
  expect(changed.text).toBe(check(UNITS, '--no-cache').text);
  expect(changed.report.findings.length).toBeGreaterThan(1);
  for (const name of ['use.c', 'list.h']) put(name, FILES[name]!);
  expect(check(UNITS).text).toBe(plain.text);
});

test('the same bytes whoever preprocesses', () => {
  for (const jobs of ['1', '2']) {
    expect(check(UNITS, '--no-cache', '--jobs', jobs, '--preprocess', 'own').text).toBe(plain.text);
  }
});

test('a header that comes to be found earlier is noticed', () => {
  for (const name of ['first', 'second']) mkdirSync(join(folder, name), { recursive: true });
  put('late.c', '#include <stdlib.h>\n#include <late.h>\nvoid late(void) { LATE; }\n');
  put('second/late.h', '#define LATE (void)0\n');
  const lines = () => {
    const { report } = check(['late.c'], '--preprocess', 'own', '--', '-Ifirst', '-Isecond');
    return report.findings.map(({ line }) => line);
  };
  expect(lines()).toEqual([]);
  put('first/late.h', '#define LATE malloc(1)\n');
  expect(lines()).toEqual([3]);
});

test('damaged, foreign and hostile caches are ignored', () => {
  check(UNITS);
  const files = kept();
  const whole = files.map((file) => readFileSync(file));
  const damages: ((bytes: Buffer, i: number) => Buffer)[] = [
    () => Buffer.alloc(0),
    (bytes) => bytes.subarray(0, bytes.length >> 1),
    (bytes, i) => {
      const damaged = Buffer.from(bytes);
      damaged[(damaged.length >> 1) + (i % 7)]! ^= 0x10;
      return damaged;
    },
    () => whole[0]!, // every file has the same content, with a valid checksum
    () => Buffer.from('caulk 1\n'.repeat(100)),
  ];
  for (const damage of damages) {
    files.forEach((file, i) => {
      writeFileSync(file, damage(whole[i]!, i));
    });
    expect(check(UNITS).text).toBe(plain.text);
  }
});

test('a cache that cannot be written costs only time', () => {
  rmSync(cache, { recursive: true });
  writeFileSync(cache, 'a file where the folder should be');
  expect(check(UNITS).text).toBe(plain.text);
  rmSync(cache);
});

test('the least recently used entry is evicted first', () => {
  const big = join(folder, 'big');
  mkdirSync(big);
  for (let i = 0; i < 10; i++) {
    writeFileSync(join(big, `${i}`), Buffer.alloc(100));
    utimesSync(join(big, `${i}`), new Date(2020, 1, i), new Date(2020, 1, i));
  }
  cpSync(big, join(folder, 'small'), { recursive: true, preserveTimestamps: true });
  trimCache(join(folder, 'small'), 1000);
  expect(readdirSync(join(folder, 'small'))).toHaveLength(10);
  trimCache(big, 999);
  expect(readdirSync(big).sort()).toEqual(['3', '4', '5', '6', '7', '8', '9']);
});
