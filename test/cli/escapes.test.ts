// Memory that escapes to callers is not leaked: files without a main, through the command line, with runs and all
// engines of `check`. For each kind of escape, a similar program with a real leak, which must be reported.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-escapes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEAD = `typedef __SIZE_TYPE__ size_t; typedef __UINTPTR_TYPE__ uintptr_t; typedef __INTPTR_TYPE__ intptr_t;
void *malloc(size_t); void *calloc(size_t, size_t); void free(void *); int atexit(void (*)(void)); int putenv(char *);
struct node { struct node *next; int *value; };
struct box { struct node *first; int count; };
static struct node *make(void) { struct node *n = malloc(sizeof *n); if (n) { n->next = 0; n->value = 0; } return n; }
`;

interface ReportedFinding {
  readonly rule: string;
  readonly function: string;
  readonly certainty: string;
}

async function check(text: string, ...flags: string[]): Promise<string[]> {
  const file = join(folder, 'a.c');
  writeFileSync(file, HEAD + text);
  const { out } = await caulk('check', '--no-cache', '--format', 'json', file, '--', ...flags);
  const { findings, functions } = JSON.parse(out);
  expect(functions).toContainEqual(expect.objectContaining({ name: 'f', status: 'analysed' }));
  return findings.map(
    (f: ReportedFinding) => `${f.rule} in ${f.function}${f.certainty === 'possible' ? ', possibly' : ''}`,
  );
}

const ESCAPES: readonly [string, string][] = [
  ['a constructor', 'struct node *f(void) { return calloc(1, sizeof(struct node)); }'],
  [
    'a constructor in two steps',
    'struct node *f(void) { struct node *n = make(); if (n) n->value = malloc(4); return n; }',
  ],
  [
    'a list',
    'struct node *f(void) { struct node *l = 0; for (int i = 0; i < 3; i++) { struct node *n = make(); if (!n) return l; n->next = l; l = n; } return l; }',
  ],
  ['an interior pointer', 'int *f(void) { int *p = malloc(40); return p ? p + 3 : 0; }'],
  ['the address of a member', 'int **f(void) { struct node *n = make(); return n ? &n->value : 0; }'],
  ['an address as a number', 'uintptr_t f(void) { return (uintptr_t)malloc(4); }'],
  ['an address with a tag', 'uintptr_t f(void) { return (uintptr_t)malloc(4) | 1; }'],
  ['a record by value', 'struct box f(void) { struct box b = { make(), 1 }; return b; }'],
  [
    'a packed record by value',
    'struct __attribute__((packed)) odd { char c; int *p; }; struct odd f(void) { struct odd o; o.c = 1; o.p = malloc(4); return o; }',
  ],
  [
    'a union by value',
    'union any { long n; struct node *p; }; union any f(void) { union any u; u.p = make(); return u; }',
  ],
  [
    'an array in a record',
    'struct rows { int *row[3]; }; struct rows f(void) { struct rows r; for (int i = 0; i < 3; i++) r.row[i] = malloc(4); return r; }',
  ],
  [
    'an allocation that points to itself',
    'struct node *f(void) { struct node *n = make(); if (n) n->next = n; return n; }',
  ],
  [
    'a global',
    'static struct node *head; void f(void) { struct node *n = make(); if (!n) return; n->next = head; head = n; }',
  ],
  [
    'a table of globals',
    'static struct node *table[4]; static int used; int f(void) { struct node *n = make(); if (!n) return -1; if (used == 4) { free(n); return -1; } table[used++] = n; return 0; }',
  ],
  ['a static local', 'struct node *f(void) { static struct node *only; if (!only) only = make(); return only; }'],
  ['an out-parameter', 'int f(struct node **out) { struct node *n = make(); if (!n) return -1; *out = n; return 0; }'],
  [
    'a field of a parameter',
    'int f(struct box *b) { struct node *n = make(); if (!n) return -1; n->next = b->first; b->first = n; b->count++; return 0; }',
  ],
  [
    'the end of a list reachable from a parameter',
    'int f(struct box *b) { struct node **at = &b->first; while (*at) at = &(*at)->next; *at = make(); return *at ? 0 : -1; }',
  ],
  [
    'an output array',
    'int f(int **out, int n) { for (int i = 0; i < n; i++) { out[i] = malloc(4); if (!out[i]) return -1; } return 0; }',
  ],
  [
    'a callback',
    'int f(void (*done)(void *, struct node *), void *user) { struct node *n = make(); if (!n) return -1; done(user, n); return 0; }',
  ],
  [
    'a callback in a global',
    'extern void (*on_new)(struct node *); void f(void) { struct node *n = make(); if (n) on_new(n); }',
  ],
  ['an unknown call', 'void adopt(struct node *); void f(void) { struct node *n = make(); if (n) adopt(n); }'],
  [
    'arguments of an unknown variadic call',
    'void put(const char *, ...); void f(void) { struct node *n = make(); if (n) put("%p", n); }',
  ],
  [
    'the environment',
    "void f(void) { char *s = malloc(4); if (!s) return; s[0] = 'a'; s[1] = '='; s[2] = 0; putenv(s); }",
  ],
  [
    'an exit handler',
    'static struct node *kept; static void forget(void) { kept = 0; } void f(void) { if (kept) return; kept = make(); if (kept) atexit(forget); }',
  ],
  ['a parameter of an old-style definition', 'int f(p) int *p; { if (p) *p = 1; return 0; }'],
  [
    'a parameter that an unknown call frees',
    'void release(struct node *); void f(struct node *n) { if (n) { release(n->next); release(n); } }',
  ],
  ['a parameter that is overwritten', 'void f(struct node *n) { n = 0; (void)n; }'],
  [
    'the XOR of two pointers',
    'static uintptr_t both; struct node *f(void) { struct node *a = make(), *b = make(); if (!a || !b) { free(a); free(b); return 0; } both = (uintptr_t)a ^ (uintptr_t)b; return a; }',
  ],
];

describe.each([
  ['64', []],
  ['32', ['-m32']],
] as const)('with pointers of %s bits, there is no leak of memory that escapes through', (_bits, flags) => {
  test.each(ESCAPES)('%s', async (_name, text) => {
    expect(await check(text, ...flags)).toEqual([]);
  });
});

test.each([
  [
    'an early return',
    'int f(void) { int *p = malloc(4); int *q = malloc(8); if (!q) return 1; free(q); free(p); return 0; }',
  ],
  [
    'a result that is another allocation',
    'struct node *f(void) { struct node *a = make(); struct node *b = make(); (void)a; return b; }',
  ],
  ['an overwritten global', 'static int *g; void f(void) { g = malloc(4); g = malloc(8); }'],
  [
    'an allocation reachable only from a freed result',
    'int f(void) { struct node *n = make(); if (!n) return 0; n->value = malloc(4); free(n); return 1; }',
  ],
])('a leak is still found: %s', async (_name, text) => {
  expect(await check(text)).toEqual(['leak in f']);
});

test('memory that is reachable by an offset from another allocation is not lost: a run contradicts the leak', async () => {
  const distances = ['(intptr_t)b - (intptr_t)a', 'b - a'];
  for (const distance of distances) {
    const found = await check(
      `static intptr_t step;
      char *f(void) { char *a = malloc(4), *b = malloc(4); if (!a || !b) { free(a); free(b); return 0; } step = ${distance}; return a; }`,
    );
    expect(found).toEqual([]);
  }
});
