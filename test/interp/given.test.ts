// Runs that begin at a function: what its arguments point to, variables, unknown functions, and what was chosen for them.

import { describe, expect, it } from 'vitest';
import { findConstructors } from '../../src/driver/replay/constructors.js';
import type { Choice } from '../../src/interp/given/choice.js';
import { Linkage } from '../../src/interp/linkage.js';
import { type RunResult, runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { modelsFor } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const PRELUDE = `typedef unsigned long size_t; void *malloc(size_t); void free(void *); int strcmp(const char *, const char *);
size_t strlen(const char *); int printf(const char *, ...); struct file; struct file *fopen(const char *, const char *);
struct node { struct node *next; int value; char *name; };
`;

function run(
  text: string,
  choices: Record<string, Choice> = {},
  failures: readonly number[] = [],
  leaks: 'count' | 'locate' = 'count',
): RunResult {
  const unit = readUnit('t.c', Buffer.from(PRELUDE + text), LP64);
  expect(unit.diagnostics).toEqual([]);
  const linkage = new Linkage([unit], modelsFor([unit], LP64, []));
  const outside = {
    choices: new Map(Object.entries(choices)),
    isConstant: () => false,
    targetsOf: () => unit.functions.filter((f) => f.addressTaken),
    constructorsOf: findConstructors([unit]),
  };
  return runProgram(linkage, {
    from: { function: unit.functions.find((f) => f.name === 'f')!, outside },
    failures: { kind: 'numbers', numbers: new Set(failures) },
    steps: 10_000,
    leaks,
  });
}

/** What `show(n)` was called with. */
const shown = (result: RunResult): string => new TextDecoder().decode(result.output).trim();
const ending = ({ outcome }: RunResult): string =>
  outcome.kind === 'exit' ? 'returns' : outcome.kind === 'incident' ? outcome.incident.kind : outcome.obstacle;

describe('the input of a function', () => {
  it.each<[string, string, Record<string, Choice>, string]>([
    ['numbers are zero', 'void f(int n) { printf("%d", n); }', {}, '0'],
    ['sizes are not', 'void f(size_t n) { printf("%d", (int)n); }', {}, '1'],
    ['numbers are as chosen', 'void f(int n) { printf("%d", n); }', { n: -7 }, '-7'],
    ['pointers lead to objects', 'void f(struct node *p) { printf("%d", p != 0 && p->value == 0); }', {}, '1'],
    ['members are as chosen', 'void f(struct node *p) { printf("%d", p->value); }', { 'p->value': 5 }, '5'],
    ['lists end', 'void f(struct node *p) { int n = 0; for (; p; p = p->next) n++; printf("%d", n); }', {}, '1'],
    [
      'lists are as long as chosen',
      'void f(struct node *p) { int n = 0; for (; p; p = p->next) n++; printf("%d", n); }',
      { 'p->next': 'object', 'p->next->next': 'object' },
      '3',
    ],
    ['pointers may be equal', 'void f(int *p, int *q) { printf("%d", p == q); }', { q: { same: 'p' } }, '1'],
    ['texts are short', 'void f(const char *s) { printf("%d", (int)strlen(s)); }', {}, '2'],
    ['texts are as chosen', 'void f(char *s) { printf("%s", s); }', { 's[0]': 111, 's[1]': 107, 's[2]': 0 }, 'ok'],
    ['arrays are as long as they are read', 'void f(int *a) { printf("%d", a[9] == 0 && a[0] == 0); }', {}, '1'],
    ['elements are as chosen', 'void f(int *a) { printf("%d", a[2]); }', { 'a[2]': 4 }, '4'],
    ['variables hold their initial value', 'static int n = 3; void f(void) { printf("%d", n); }', {}, '3'],
    ['or what was chosen', 'static int n = 3; void f(void) { printf("%d", n); }', { n: 8 }, '8'],
    ['unknown functions return zero', 'int size(void); void f(void) { printf("%d", size()); }', {}, '0'],
    [
      'or what was chosen for each call',
      'int size(void); void f(void) { printf("%d ", size()); printf("%d", size()); }',
      { 'size()#1': 4, 'size()#2': 9 },
      '4 9',
    ],
    [
      'unknown functions fill what is uninitialised',
      'void fill(int *); void f(void) { int n; fill(&n); printf("%d", n); }',
      { '*fill()#1 argument 1': 6 },
      '6',
    ],
    [
      'what is read is as much as was asked for',
      'long read(int, void *, size_t); void f(void) { char b[8]; printf("%d", (int)read(3, b, 8)); }',
      {},
      '8',
    ],
    [
      'or as little as chosen',
      'long read(int, void *, size_t); void f(void) { char b[8]; printf("%d", (int)read(3, b, 8)); }',
      { 'chance#1': 3 },
      '3',
    ],
    [
      'calls of the library succeed',
      'int puts(const char *); void f(void) { int n = puts("a"); printf("%d", n >= 0); }',
      {},
      'a\n1',
    ],
    [
      'unless chosen otherwise',
      'int puts(const char *); void f(void) { int n = puts("a"); printf("%d", n >= 0); }',
      { 'puts()#1': -1 },
      '0',
    ],
    [
      'records are made by functions of the program that can make them',
      'void *malloc(size_t); static struct node *make(int n) { struct node *p = malloc(sizeof *p); if (p) p->value = n + 40; return p; } void f(struct node *p) { printf("%d", p->value); }',
      { 'n of p': 2 },
      '42',
    ],
    [
      'unless these fail',
      'static struct node *make(int n) { return 0; } void f(struct node *p) { printf("%d", p->value); }',
      { 'p->value': 2 },
      '2',
    ],
    [
      'untyped pointers are what they are cast to',
      'void f(void *p) { struct node *n = p; printf("%d", n->value); }',
      { 'p->value': 2 },
      '2',
    ],
    [
      'records that are incomplete here are complete in a callee',
      'struct late; static int get(struct late *); void f(struct late *p) { printf("%d", get(p)); } struct late { int n; }; static int get(struct late *p) { return p->n; }',
      { 'p->n': 7 },
      '7',
    ],
  ])('%s', (_, text, choices, expected) => {
    const result = run(text, choices);
    expect([ending(result), shown(result)]).toEqual(['returns', expected]);
  });

  it('is listed as far as it was looked at', () => {
    const { given } = run('int f(struct node *p, int n) { return p->value + n; }');
    expect(given.map(({ path }) => path)).toEqual(['p', 'n', 'p->next', 'p->value', 'p->name']);
  });
});

describe('errors of a run from a function', () => {
  it.each<[string, string, Record<string, Choice>, string]>([
    ['a null that was chosen', 'int f(struct node *p) { return p->value; }', { p: 'null' }, 'null-dereference'],
    ['a use after free', 'int f(struct node *p) { free(p); return p->value; }', {}, 'use-after-free'],
    ['a double free', 'void f(struct node *p) { free(p->name); free(p->name); }', {}, 'double-free'],
    ['an uninitialised pointer', 'int f(void) { int *p; return *p; }', {}, 'uninitialized-pointer'],
    ['a part of an input is freed: unknown', 'void f(struct node *p) { free(&p->value); }', {}, 'unknown-input'],
    ['an access before an input: unknown', 'int f(int *p) { return p[-1]; }', {}, 'unknown-input'],
    ['an input without end', 'int f(int *p) { while (*p == 0) p++; return 0; }', {}, 'unknown-input'],
  ])('%s', (_, text, choices, expected) => {
    expect(ending(run(text, choices))).toBe(expected);
  });

  const lost = (text: string, failures: readonly number[] = []) => run(text, {}, failures).lost.length;

  it('what the function returns or stores where its caller can reach it is not lost', () => {
    expect(lost('void *f(void) { return malloc(4); }')).toBe(0);
    expect(lost('void f(char **out) { *out = malloc(4); }')).toBe(0);
    expect(lost('void f(struct node *p) { p->name = malloc(4); }')).toBe(0);
    expect(lost('static char *g; void f(void) { g = malloc(4); }')).toBe(0);
    expect(lost('void keep(void *); void f(void) { keep(malloc(4)); }')).toBe(0);
  });

  it('everything else is', () => {
    expect(lost('void f(void) { malloc(4); }')).toBe(1);
    expect(lost('void f(struct node *p) { p->name = malloc(4); free(p); }')).toBe(1);
    expect(
      lost('int f(void) { char *p = malloc(4), *q = malloc(4); if (!q) return 1; free(p); free(q); return 0; }', [2]),
    ).toBe(1);
  });

  it('what a model allocates is, if the model was chosen to succeed', () => {
    const text = 'int f(const char *s) { struct file *p = fopen(s, "r"); return p != 0; }';
    expect(run(text).lost).toEqual([]);
    expect(run(text, { 'chance#1': 1 }).lost).toMatchObject([{ allocated: { file: 't.c', line: 4 } }]);
  });
});

it('finds where memory is lost also if an object of the input is made in the same moment', () => {
  const text = `struct text { char *data; int n; };
struct text *make_text(int n) {
  struct text *t = malloc(sizeof *t);
  if (!t) return 0;
  t->data = malloc(n);
  t->n = n;
  return t;
}
struct text *current;
int f(void) {
  char *p = malloc(4);
  p = current->data;
  return p != 0;
}`;
  const result = run(text, { current: { maker: 'make_text' } }, [], 'locate');
  const lost = result.lost.filter(({ serial }) => !result.constructed.has(serial));
  expect(lost.map((block) => block.lost?.[0]?.location.line)).toEqual([15]);
});
