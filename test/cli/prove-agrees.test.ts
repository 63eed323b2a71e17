// Where `check` confirms an error, `prove` says false: for each rule, in programs that read their input, and from a function.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-agree-'));
const HEAD = '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';

/** What happens in each rule, with a heap object `p` of 8 bytes; what is not part of it frees `p`. */
const ERRORS: Readonly<Record<string, readonly [body: string, property: string]>> = {
  leak: ['p = NULL;', 'valid-memtrack'],
  'null-dereference': ['char *q = NULL; q[0] = 1;', 'valid-deref'],
  'use-after-free': ['free(p); p[0] = 1; p = NULL;', 'valid-deref'],
  'double-free': ['free(p);', 'valid-free'],
  'invalid-free': ['char a[4]; char *q = a; free(q);', 'valid-free'],
  'mismatched-free': ['FILE *f = fopen("f", "w"); if (f) { fputs("x", f); free(f); }', 'valid-free'],
  'out-of-bounds': ['p[8] = 1;', 'valid-deref'],
};

const withMain = (body: string): string => `${HEAD}int main(void) {
  char line[16];
  char *p = malloc(8);
  if (!p) return 1;
  if (fgets(line, sizeof line, stdin) && strncmp(line, "boom", 4) == 0) { ${body} }
  free(p);
  return 0;
}
`;

const withoutMain = (body: string): string => `${HEAD}int work(void) {
  char *p = malloc(8);
  if (!p) return 1;
  { ${body} }
  free(p);
  return 0;
}
`;

async function compare(name: string, text: string, entry: string, property: string): Promise<void> {
  const file = join(folder, `${name}.c`);
  writeFileSync(file, text);
  const { findings } = JSON.parse((await caulk('check', '--no-cache', '--format', 'json', file)).out);
  const confirmed = findings.filter((f: { certainty: string }) => f.certainty === 'confirmed');
  expect(confirmed.map((f: { rule: string }) => f.rule)).toContain(name.replace(/^\w+ /, ''));
  const { out, status } = await caulk('prove', file, '--entry', entry, '--property', property);
  expect(out).toMatch(new RegExp(`^${property}: false`));
  expect(status).toBe(1);
}

const cases = Object.entries(ERRORS).map(([rule, [body, property]]) => [rule, body, property] as const);

describe('prove says false where check confirms', () => {
  it.each(cases)('%s, on an input of the program', async (rule, body, property) => {
    await compare(`main ${rule}`, withMain(body), 'main', property);
  });

  it.each(cases)('%s, in a function', async (rule, body, property) => {
    await compare(`entry ${rule}`, withoutMain(body), 'work', property);
  });
});

it('says how to repeat the run', async () => {
  const file = join(folder, 'repeat.c');
  writeFileSync(file, withMain(ERRORS.leak![0]));
  const { out } = await caulk('prove', file, '--property', 'valid-memtrack');
  const [, input] = /repeat with: caulk run \S+ --input '(.*)'/.exec(out) ?? [];
  expect(JSON.parse(input ?? '{}').stdin).toMatch(/^boom/);
  expect((await caulk('run', file, '--input', input!)).status).toBe(1);
});

describe('a run from a function is no violation', () => {
  it.each<[string, string]>([
    ['if callers exclude it', 'int work(char *q) { if (!q) { *q = 1; } return 0; }'],
    [
      'if allocations are assumed to succeed',
      'int work(int n) { char *p = malloc(4); char *q = malloc(4); if (!q) return n; free(p); free(q); return 0; }',
    ],
    [
      'if the requirements exclude it',
      '// caulk-requires: nonnull(q)\nint work(char *q) { char *p = malloc(4); if (!q) return 1; free(p); return 0; }',
    ],
  ])('%s', async (what, text) => {
    const file = join(folder, `${what.replaceAll(' ', '-')}.c`);
    writeFileSync(file, `${HEAD}${text}\n`);
    expect((await caulk('prove', file, '--entry', 'work')).out).not.toMatch(/: false/);
  });
});

it('tries a function with parameters on arguments', async () => {
  const file = join(folder, 'arguments.c');
  writeFileSync(
    file,
    `${HEAD}int work(int n) { char *p = malloc(4); if (!p) return 0; if (n == 77) return 1; free(p); return 0; }\n`,
  );
  const { out } = await caulk('prove', file, '--entry', 'work', '--property', 'valid-memtrack');
  expect(out).toMatch(/^valid-memtrack: false \(work is called, n == 77\)/);
});

const releases = async (body: string): Promise<string> => {
  const file = join(folder, 'release.c');
  writeFileSync(file, `${HEAD}int main(void) { ${body} return 0; }\n`);
  return (await caulk('prove', file, '--property', 'valid-free')).out;
};

describe('who must release memory', () => {
  it.each([
    'FILE *f = fopen("a", "r"); void *p = f; if (p) free(p);',
    'FILE *f = fopen("a", "r"); FILE **p = &f; free(*(void **)p);',
    'void *p = malloc(sizeof(FILE)); FILE *f = fopen("a", "r"); if (f) fclose(f); if (p) fclose((FILE *)p);',
    'FILE *f = popen("a", "r"); FILE *g = fopen("a", "r"); if (f) fclose(f); if (g) fclose(g);',
  ])('is not forgotten: %s', async (body) => {
    expect(await releases(body)).not.toMatch(/^valid-free: true/);
  });

  it.each([
    'FILE *f = fopen("a", "r"); char *p = malloc(4); if (f) fclose(f); free(p);',
    'FILE *f = popen("a", "r"); if (f) pclose(f);',
    'FILE *f = fopen("a", "r"); if (f) { printf("%p", (void *)f); fclose(f); }',
  ])('is told by types: %s', async (body) => {
    expect(await releases(body)).toMatch(/^valid-free: true/);
  });
});
