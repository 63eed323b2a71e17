// Proofs with models: harmless uses of the library are proved; errors that a model leaves open, or that happen in
// callbacks, are never proved.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-models-'));
const HEADERS = 'ctype errno pthread search signal stdarg stdio stdlib string unistd wchar';

async function prove(
  name: string,
  text: string,
  engine: string,
  property: string,
  ...options: readonly string[]
): Promise<string> {
  const path = join(folder, `${name.replaceAll(/\W/g, '-')}.c`);
  const includes = HEADERS.split(' ').map((h) => `#include <${h}.h>\n`);
  writeFileSync(path, `#define _GNU_SOURCE\n${includes.join('')}${text}\n`);
  const { out } = await caulk('prove', path, '--engine', engine, '--property', property, ...options);
  return out.split('\n')[0]!;
}

describe('proved', () => {
  test.each([
    ['a literal is printed', 'int main(void) { puts("x"); fputs("y", stderr); printf("z\\n"); return 0; }'],
    ['a stream is closed', 'int main(void) { FILE *f = fopen("x", "r"); if (f) { getc(f); fclose(f); } return 0; }'],
    ['standard streams are closed', 'int main(void) { fclose(stdout); return fclose(stdin); }'],
    ['a file is read', 'int main(void) { char b[8]; return read(0, b, sizeof b) + write(1, b, sizeof b); }'],
    [
      'elements are read',
      `int main(void) { int a[4]; size_t n = fread(a, sizeof a[0], 4, stdin);
        for (size_t i = 0; i < n; i++) a[i] = 0; return fwrite(a, 4, n, stdout) > 0; }`,
    ],
    [
      'lines grow',
      `int main(void) { char *line = NULL; size_t room = 0; ssize_t n;
        while ((n = getline(&line, &room, stdin)) > 0) if (line[n - 1] == 10) line[n - 1] = line[n];
        free(line); return 0; }`,
    ],
    [
      'a small product does not wrap',
      `int main(int n, char **words) { if (n < 1 || n > 1000) return 1; int *a = calloc(n, sizeof *a);
        for (int i = 0; i < n; i++) a[i] = i; free(a); return words != 0; }`,
    ],
    [
      'alignments are powers of two',
      `int main(void) { void *p; if (posix_memalign(&p, 64, 128)) return 1; *(char *)p = 1; free(p);
        char *q = aligned_alloc(16, 32); q[31] = 1; free(q); return 0; }`,
    ],
    [
      'characters have a class',
      `int main(void) { char text[] = "abc"; int c = getchar(), n = (isalpha)(c);
        for (char *s = text; *s; s++) *s = toupper((unsigned char)*s); return n; }`,
    ],
    [
      'spans end inside the string',
      `int main(void) { char text[] = "aab", *p = memchr(text, 'b', sizeof text);
        text[strspn(text, "a")] = 0; text[strcspn(text, "c")] = 0; return p ? *p : 0; }`,
    ],
    ['numbers are absolute', 'int main(int n, char **w) { char a[7]; return n > -9 && w ? a[abs(n) % 7] : 0; }'],
    [
      'errno decides',
      `int main(void) { errno = 0; long n = strtol("12", NULL, 10); if (errno) return 1;
        long *p = malloc(sizeof *p); *p = n; free(p); return 0; }`,
    ],
    [
      'streams get no buffer',
      'int main(void) { setvbuf(stdout, NULL, _IONBF, 0); setbuf(stderr, NULL); setlinebuf(stdout); return 0; }',
    ],
    [
      'wide characters are copied',
      `int main(void) { wchar_t a[4], *p = malloc(sizeof a); wmemset(a, L'x', 4); wmemcpy(p, a, 4); free(p); return 0; }`,
    ],
    [
      'elements are linked',
      `struct e { struct e *next, *before; }; int main(void) { struct e *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        insque(a, NULL); insque(b, a); remque(a); free(a); free(b); return 0; }`,
    ],
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
  'in a stream that is freed':
    'int main(void) { FILE *f = malloc(sizeof *f); free(f); return fprintf(f, "x") + fflush(f); }',
  'past the end of a string': 'int main(void) { char b[2] = { 1, 1 }; return puts(b) + access(b, 0); }',
};

describe('proved by the stack', () => {
  test.each([
    ['prints to a standard stream', 'int main(void) { printf("x"); fprintf(stderr, "y"); return fflush(stdout); }'],
    [
      'counted allocations',
      `struct n { struct n *next; }; static void *get(size_t n, size_t s) { return calloc(n, s); }
      int main(void) { struct n *x = get(1, sizeof *x); x->next = calloc(1, sizeof *x); free(x->next); free(x); return 0; }`,
    ],
  ])('%s', async (name, text) => {
    expect(await prove(name, text, 'stack', 'valid-deref')).toBe('valid-deref: true');
  });
});

describe('not proved: errors', () => {
  const cases = Object.entries(open).flatMap(([name, text]) =>
    ['paths', 'fold', 'stack', 'symbolic'].map((e) => [name, e, text] as const),
  );
  test.each(cases)('%s (%s)', async (name, engine, text) => {
    expect(await prove(name, text, engine, 'valid-deref')).toMatch(/^valid-deref: (unknown|false)/);
  });
});

test.each(['paths', 'fold', 'stack', 'symbolic'])('an allocation that fails sets errno (%s)', async (engine) => {
  const text = `int main(void) { int *error = &errno, *kept = malloc(4); *error = 0; char *p = malloc(9);
    if (*error) kept = NULL; free(kept); free(p); return 0; }`;
  const said = await prove(`fails ${engine}`, text, engine, 'valid-memtrack', '--malloc-may-fail');
  expect(said).toMatch(/^valid-memtrack: (unknown|false)/);
});
