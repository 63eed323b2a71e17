// Proofs with models: harmless uses of the library are proved; errors that a model leaves open, or that happen in
// callbacks, are never proved.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-models-'));
const HEADERS = 'pthread signal stdarg stdio stdlib string unistd';

async function prove(name: string, text: string, engine: string, property: string): Promise<string> {
  const path = join(folder, `${name.replaceAll(/\W/g, '-')}.c`);
  const includes = HEADERS.split(' ').map((h) => `#include <${h}.h>\n`);
  writeFileSync(path, `#define _GNU_SOURCE\n${includes.join('')}${text}\n`);
  const { out } = await caulk('prove', path, '--engine', engine, '--property', property);
  return out.split('\n')[0]!;
}

describe('proved', () => {
  test.each([
    ['a literal is printed', 'int main(void) { puts("x"); fputs("y", stderr); printf("z\\n"); return 0; }'],
    ['a stream is closed', 'int main(void) { FILE *f = fopen("x", "r"); if (f) { getc(f); fclose(f); } return 0; }'],
    ['standard streams are closed', 'int main(void) { fclose(stdout); return fclose(stdin); }'],
    ['a file is read', 'int main(void) { char b[8]; return read(0, b, sizeof b) + write(1, b, sizeof b); }'],
  ])('%s', async (name, text) => {
    for (const property of ['valid-deref', 'valid-free', 'valid-memtrack']) {
      expect(await prove(name, text, 'paths', property)).toBe(`${property}: true`);
    }
  });
});

const open: Readonly<Record<string, string>> = {
  'at exit': 'static void f(void) { *(char *)0 = 0; } int main(void) { atexit(f); return 0; }',
  'on a signal': 'static void f(int n) { *(char *)0 = 0; } int main(void) { signal(2, f); raise(2); return 0; }',
  'in a thread': `static char *p; static void *f(void *a) { return *p ? a : 0; }
    int main(void) { pthread_t t; char c = 0; p = &c; pthread_create(&t, 0, f, 0); p = 0; return pthread_join(t, 0); }`,
  'through a list of arguments': `static void say(const char *format, ...) {
      va_list list; va_start(list, format); vprintf(format, list); va_end(list); }
    int main(void) { char *p = malloc(1); if (p) { *p = 1; say("%s", p); free(p); } return 0; }`,
  'when sorting': `static int f(const void *a, const void *b) { return **(char *const *)a - **(char *const *)b; }
    int main(void) { char c = 0, *all[2] = { &c, &c }; qsort(all, 3, sizeof all[0], f); return 0; }`,
  'into a buffer': 'int main(void) { char b[8]; return read(0, b, 9) + (getcwd(b, 9) != 0); }',
  'past the end of a string': 'int main(void) { char b[2] = { 1, 1 }; return puts(b) + access(b, 0); }',
};

describe('not proved: errors', () => {
  const cases = Object.entries(open).flatMap(([name, text]) => ['paths', 'fold'].map((e) => [name, e, text] as const));
  test.each(cases)('%s (%s)', async (name, engine, text) => {
    expect(await prove(name, text, engine, 'valid-deref')).toMatch(/^valid-deref: (unknown|false)/);
  });
});
