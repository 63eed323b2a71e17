// `definite` means that every execution that reaches the place has the error. Correct programs that engines cannot
// prove must not get such findings, whatever values an abstract state allows; simple errors must.

import { describe, expect, test } from 'vitest';
import { findProver, PROVERS } from '../../src/engines/registry.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const HEAD = `typedef unsigned long size_t; void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);
void free(void *); size_t strlen(const char *); void *memcpy(void *, const void *, size_t); int __VERIFIER_nondet_int(void);
struct item { struct item *next; int has; int *own; };`;

async function definite(body: string, name: (typeof PROVERS)[number]) {
  const text = `${HEAD}\nint main(void) { ${body} return 0; }\n`;
  const program = linkWithModels([readUnit('certain.c', new TextEncoder().encode(text), LP64)], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 300 };
  const engine = await findProver(name);
  const { findings } = engine.analyse({ program, entry: program.functionNamed('main')!, options });
  return findings.filter((f) => f.certainty === 'definite').map((f) => f.rule);
}

const N = 'int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1000) return 0;';
const ROWS = `${N} int **m = malloc(n * sizeof *m); for (int i = 0; i < n; i++) m[i] = malloc(n * sizeof **m);`;
const RELEASE = 'for (int i = 0; i < n; i++) free(m[i]); free(m);';

const correct: Record<string, string> = {
  'rows of a table': `${ROWS} for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i; ${RELEASE}`,
  'rows read back into a variable': `${ROWS} for (int i = 0; i < n; i++) { int *row = m[i]; *row = 1; free(row); } free(m);`,
  'rows freed backwards': `${ROWS} for (int i = n; i > 0; i--) free(m[i - 1]); free(m);`,
  'one row removed': `${ROWS} int d = __VERIFIER_nondet_int(); if (d >= 0 && d < n) { free(m[d]);
    for (int i = d; i + 1 < n; i++) m[i] = m[i + 1]; n--; } ${RELEASE}`,
  'rows replaced': `${N} int **m = calloc(n, sizeof *m); for (int k = 0; k < 20; k++) { int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < n) { free(m[i]); m[i] = malloc(4); } } ${RELEASE}`,
  'a stack of allocations': `${N} int **s = malloc(n * sizeof *s); int top = 0; while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { if (top < n) s[top++] = malloc(4); } else if (top > 0) free(s[--top]); }
    while (top > 0) free(s[--top]); free(s);`,
  'an array that grows': `${N} int cap = 4, len = 0; int **m = malloc(cap * sizeof *m); for (int i = 0; i < n; i++) {
    if (len == cap) { cap *= 2; m = realloc(m, cap * sizeof *m); } m[len++] = malloc(4); }
    for (int i = 0; i < len; i++) free(m[i]); free(m);`,
  'elements with a flag': `struct item *h = 0; while (__VERIFIER_nondet_int()) { struct item *x = malloc(sizeof *x); x->next = h; h = x;
    if (__VERIFIER_nondet_int()) { x->has = 1; x->own = malloc(4); } else x->has = 0; }
    while (h) { struct item *x = h->next; if (h->has) { *h->own = 1; free(h->own); } free(h); h = x; }`,
  'a list and its length': `struct item *h = 0; int count = 0; while (__VERIFIER_nondet_int()) {
    struct item *x = malloc(sizeof *x); x->next = h; h = x; count++; }
    while (count > 0) { struct item *x = h; h = h->next; free(x); count--; }`,
  'a copy of a text': `${N} char *s = malloc(n + 1); for (int i = 0; i < n; i++) s[i] = 'a'; s[n] = 0;
    char *t = malloc(strlen(s) + 1); memcpy(t, s, strlen(s) + 1); free(t); free(s);`,
  'the same condition twice': `int *a, *b; int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x * y > 10) a = malloc(4); if (y % 7 == 2) b = malloc(4);
    if (x * y > 10) { *a = 1; free(a); } if (y % 7 == 2) { *b = 1; free(b); }`,
};

describe.each(PROVERS)('%s', (name) => {
  test.each(Object.entries(correct))('reports no definite error in %s', async (_, body) => {
    expect(await definite(body, name)).toEqual([]);
  });
});

const wrong: Record<string, [string, string]> = {
  'null-dereference': ['int *p = 0; *p = 1;', 'paths fold stack'],
  'double-free': ['int *p = malloc(4); free(p); free(p);', 'paths fold stack'],
  'use-after-free': ['int *p = malloc(4); free(p); *p = 1;', 'paths fold stack'],
  leak: ['int *p = malloc(4); p = 0;', 'paths fold'],
  'invalid-free': ['int x; free(&x);', 'paths fold'],
};

test.each(Object.entries(wrong))('%s on every execution is definite', async (rule, [body, engines]) => {
  for (const name of PROVERS.filter((e) => engines.includes(e))) expect(await definite(body, name)).toContain(rule);
});
