// The report of a check is the same, byte for byte, for any number of threads, with a cold and a warm cache, and without one.
// Through the built command line, since tests themselves run without threads.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const work = mkdtempSync(join(tmpdir(), 'caulk-determinism-'));
const project = join(work, 'project');

const SHARED = `#include <stdlib.h>
#include <string.h>
struct list { struct list *next; char *name; };
struct list *push(struct list *rest, const char *name) {
  struct list *l = malloc(sizeof *l);
  if (!l) return rest;
  l->name = strdup(name);
  if (!l->name) return rest;
  l->next = rest;
  return l;
}
int parse(const char *text, int mode) {
  char *copy = strdup(text);
  if (!copy) return -1;
  if (mode == 2 && strcmp(copy, "skip") == 0) return 1;
  free(copy);
  return 0;
}
int last(struct list *l) {
  while (l->next) l = l->next;
  return l->name[0];
}
`;

/** A program that frees twice when it is told so. */
const main = (word: string) => `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int parse(const char *text, int mode);
int main(void) {
  char line[80];
  char *p = malloc(8);
  while (fgets(line, sizeof line, stdin)) {
    if (strcmp(line, "${word}\\n") == 0) free(p);
    parse(line, 1);
  }
  free(p);
  return 0;
}
`;

beforeAll(() => {
  mkdirSync(project);
  writeFileSync(join(project, 'shared.c'), SHARED);
  for (const word of ['drop', 'release']) writeFileSync(join(project, `${word}.c`), main(word));
});
afterAll(() => rmSync(work, { recursive: true }));

/** The report without its statistics, and those of the second stage. */
function check(cache: string, ...words: string[]) {
  const env = { ...process.env, XDG_CACHE_HOME: join(work, cache) };
  const command = ['check', project, '--format', 'json', ...words].map((word) => `'${word}'`).join(' ');
  const out = execFileSync('sh', ['-c', `./caulk ${command} || true`], { encoding: 'utf8', env });
  const { stats, ...report } = JSON.parse(out);
  return { report: JSON.stringify(report), second: stats.secondLook };
}

it('threads and caches make no difference', { timeout: 300_000 }, () => {
  const cold = check('one', '--jobs', '1');
  expect(cold.second.asked).toBeGreaterThan(5);
  const { findings } = JSON.parse(cold.report);
  const confirmed = findings.filter((f: { certainty: string }) => f.certainty === 'confirmed');
  expect(
    confirmed.map(({ rule, file }: { rule: string; file: string }) => `${rule} ${file.split('/').at(-1)}`),
  ).toEqual(expect.arrayContaining(['double-free drop.c', 'double-free release.c', 'leak shared.c']));
  const warm = check('one', '--jobs', '2');
  expect(warm.second.asked).toBe(0);
  const threaded = check('two', '--jobs', '2');
  expect(threaded.second.asked).toBe(cold.second.asked);
  expect(threaded.second.instructions).toBe(cold.second.instructions);
  expect(warm.report).toBe(cold.report);
  expect(threaded.report).toBe(cold.report);
  expect(check('two', '--jobs', '1', '--no-cache').report).toBe(cold.report);
});
