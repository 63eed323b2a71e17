// Every kind of incident once: the rule and the line at which it is reported.

import { describe, expect, test } from 'vitest';
import { ILP32, LLP64, LP64 } from '../../src/types/types.js';
import { endingOf, runText, textOf } from './support.js';

const cases: readonly [string, string, string][] = [
  ['null dereference', 'int main(void) { int *p = 0;\nreturn *p; }', 'null-dereference at 2'],
  ['field of null', 'struct s { int a, b; }; int main(void) { struct s *p = 0;\np->b = 1; }', 'null-dereference at 2'],
  ['call through null', 'int main(void) { void (*f)(void) = 0;\nf(); }', 'null-dereference at 2'],
  ['use after free', 'int main(void) { int *p = malloc(4);\nfree(p);\nreturn *p; }', 'use-after-free at 3'],
  ['double free', 'int main(void) { int *p = malloc(4);\nfree(p);\nfree(p); }', 'double-free at 3'],
  ['free of the stack', 'int main(void) { int x;\nfree(&x); }', 'invalid-free at 2'],
  ['free of an interior pointer', 'int main(void) { char *p = malloc(4);\nfree(p + 1); }', 'invalid-free at 2'],
  ['overrun of an allocation', 'int main(void) { int *p = malloc(8);\np[2] = 1; }', 'out-of-bounds at 2'],
  ['underrun', 'int main(void) { int *p = malloc(8);\nreturn p[-1]; }', 'out-of-bounds at 2'],
  ['overrun of an array', 'int main(void) { int a[3], i = 3;\na[i] = 1; }', 'out-of-bounds at 2'],
  ['overrun in strcpy', 'int main(void) { char b[3];\nstrcpy(b, "long"); }', 'out-of-bounds at 2'],
  ['overrun in memcpy', 'int main(void) { char b[3];\nmemcpy(b, "long", 5); }', 'out-of-bounds at 2'],
  ['uninitialised local', 'int main(void) { int *p;\nreturn *p; }', 'uninitialized-pointer at 2'],
  [
    'uninitialised field',
    'struct n { struct n *n; }; int main(void) { struct n *p = malloc(8);\np->n->n = 0; }',
    'uninitialized-pointer at 2',
  ],
  ['free of an uninitialised pointer', 'int main(void) { char *p;\nfree(p); }', 'uninitialized-pointer at 2'],
  ['copying an uninitialised pointer is no error', 'int main(void) { char *p, *q;\nq = p; return 0; }', 'exit 0'],
  [
    'dangling stack pointer',
    'int *f(void) { int x = 1; int *p = &x; return p; }\nint main(void) { int *p = f();\nreturn *p; }',
    'use-after-scope at 3',
  ],
  [
    'dangling pointer to a local of a block',
    'int main(void) { int *p; { int x = 1; p = &x; }\nreturn *p; }',
    'use-after-scope at 2',
  ],
  ['write to a literal', 'int main(void) { char *s = "text";\ns[0] = 1; }', 'read-only at 2'],
  ['division by zero', 'int main(void) { int z = 0;\nreturn 1 / z; }', 'division-by-zero at 2'],
  ['abort', 'int main(void) {\nabort(); }', 'abort at 2'],
  [
    'endless recursion',
    'int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }',
    'stack-overflow at 1',
  ],
  ['an unknown call', 'void mystery(void); int main(void) {\nmystery(); }', 'unknown-function'],
  [
    'memcmp beyond an early difference',
    'int memcmp(const void *, const void *, size_t); int main(void) { char *p = calloc(4, 1); int n = \n' +
      'memcmp(p, "abcdefgh", 5); free(p); return n; }',
    'out-of-bounds at 2',
  ],
  [
    'strtok_r that continues nothing',
    'char *strtok_r(char *, const char *, char **); int main(void) { char *rest = 0;\nstrtok_r(0, ",", &rest); }',
    'null-dereference at 2',
  ],
  [
    'a name that does not end',
    'int setenv(const char *, const char *, int); int main(void) { char name[1] = {97};\nsetenv(name, "x", 1); }',
    'out-of-bounds at 2',
  ],
  [
    'a variable of the environment that was freed',
    'int putenv(char *); char *getenv(const char *); int main(void) { char *p = malloc(4); strcpy(p, "a=b");\n' +
      'putenv(p); free(p);\nreturn getenv("a") != 0; }',
    'use-after-free at 3',
  ],
  [
    'a request that is too large, for freed memory',
    'int main(void) { char *p = malloc(4); free(p);\nrealloc(p, (size_t)-1); }',
    'use-after-free at 2',
  ],
  [
    'a comparison that overruns the array',
    'void qsort(void *, size_t, size_t, int (*)(const void *, const void *));\n' +
      'static int f(const void *a, const void *b) {\nreturn ((const int *)a)[2] - ((const int *)b)[2]; }\n' +
      'int main(void) { int a[2] = {2, 1}; qsort(a, 2, sizeof *a, f); }',
    'out-of-bounds at 3',
  ],
  [
    'nan of null',
    'double nan(const char *); int main(void) { char *p = 0;\nreturn nan(p) == 0; }',
    'null-dereference at 2',
  ],
  ['inet_addr of null', 'unsigned inet_addr(const char *); int main(void) {\ninet_addr(0); }', 'null-dereference at 2'],
  [
    'getopt without letters',
    'int getopt(int, char **, const char *); int main(void) { char *words[2] = { "p", 0 };\ngetopt(1, words, 0); }',
    'null-dereference at 2',
  ],
  [
    'a mutex that is null',
    'int pthread_mutex_init(void *, void *); int main(void) {\npthread_mutex_init(0, 0); }',
    'null-dereference at 2',
  ],
  ['a signal without handler', 'int raise(int); int main(void) {\nraise(15); }', 'abort at 2'],
  [
    'a stream on memory that was freed',
    'void *fmemopen(void *, size_t, const char *); int fputs(const char *, void *);\n' +
      'int main(void) { char *p = calloc(8, 1); void *f = fmemopen(p, 8, "w"); free(p);\nreturn fputs("x", f); }',
    'use-after-free at 3',
  ],
  ['an integer as pointer', 'int main(void) {\nreturn *(int *)123456789; }', 'invalid-pointer at 2'],
];

describe.each([LP64, ILP32, LLP64])('on $name with long of $longSize', (target) => {
  const known = cases.filter(([name]) => target.libraryRecords === 'glibc' || !/mutex|signal|inet/.test(name));
  test.each(known)('%s', (_name, text, expected) => {
    expect(endingOf(runText(text, {}, target))).toBe(expected);
  });
});

test('the report names the calls, the allocation and where it was freed', () => {
  const { outcome } = runText('void f(int *p) {\n*p = 1; }\nint main(void) { int *p = malloc(4);\nfree(p);\nf(p); }');
  if (outcome.kind !== 'incident') throw new Error('nothing happened');
  expect(outcome.incident.calls.map((c) => [c.function, c.location.line])).toEqual([
    ['f', 2],
    ['main', 5],
  ]);
  expect(outcome.incident.allocated?.line).toBe(3);
  expect(outcome.incident.freed?.line).toBe(4);
});

test('allocations fail by number, by seed, or all', () => {
  const text =
    'int main(void) { int failed = 0; for (int i = 0; i < 8; i++) { void *p = malloc(1); if (!p) failed |= 1 << i; free(p); } return failed; }';
  expect(endingOf(runText(text))).toBe('exit 0');
  expect(endingOf(runText(text, { failures: { kind: 'always' } }))).toBe('exit 255');
  expect(endingOf(runText(text, { failures: { kind: 'numbers', numbers: new Set([1, 4]) } }))).toBe('exit 9');
  const seeded = { failures: { kind: 'seed', seed: 5, oneIn: 3 } } as const;
  expect(endingOf(runText(text, seeded))).toBe(endingOf(runText(text, seeded)));
});

test('a run ends when its budget is exhausted', () => {
  const endless = 'int main(void) { for (;;) ; }';
  expect(endingOf(runText(endless, { steps: 1000 }))).toBe('steps');
  const greedy = 'int main(void) { for (;;) malloc(1000); }';
  expect(endingOf(runText(greedy, { memory: 1 << 20, leaks: 'off' }))).toBe('memory');
});

test('nondeterministic functions return the input, then random numbers', () => {
  const text = 'int main(void) { for (int i = 0; i < 4; i++) printf("%d ", __VERIFIER_nondet_int()); return 0; }';
  const one = runText(text, { input: [7, -3], seed: 1 });
  expect(textOf(one.output)).toMatch(/^7 -3 /);
  expect(textOf(runText(text, { input: one.inputs }).output)).toBe(textOf(one.output));
});

test('an old-style main gets the command line too', () => {
  const text = 'int main(argc, argv) int argc; char **argv; { return argc + (argv[1][0] == 65); }';
  expect(endingOf(runText(text, { args: ['program', 'A'] }))).toBe('exit 3');
});
