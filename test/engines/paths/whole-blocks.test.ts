// Allocations of n elements that are zeroed or copied as a whole, for any n.
// For each proof there is a variant with a bug, which must not be proved.

import { describe, expect, test } from 'vitest';
import { analyse } from '../../../src/engines/paths/engine.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const HEAD = `typedef unsigned long size_t; void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t); int __VERIFIER_nondet_int(void);`;

function openIn(body: string): string[] {
  const text = `${HEAD}\nint main(void) { int n = __VERIFIER_nondet_int(); if (n < 2 || n > 1000) return 0; ${body} return 0; }\n`;
  const program = linkWithModels([readUnit('blocks.c', new TextEncoder().encode(text), LP64)], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 4_000 };
  const { obligations } = analyse({ program, entry: program.functionNamed('main')!, options });
  return obligations.flatMap((o) =>
    o.status === 'proved' || o.property === 'valid-memcleanup' ? [] : [`${o.reason?.text}`],
  );
}

const FREE = 'for (int i = 0; i < n; i++) free(m[i]); free(m);';
const USE = 'for (int i = 0; i < n; i++) if (m[i]) *m[i] = 1; free(m);';

describe.each<[string, string, string]>([
  ['a table from calloc', `int **m = calloc(n, sizeof *m); ${USE}`, `int **m = malloc(n * sizeof *m); ${USE}`],
  [
    'a table that memset zeroes',
    `int **m = malloc(n * sizeof *m); memset(m, 0, n * sizeof *m); ${FREE}`,
    `int **m = malloc(n * sizeof *m); memset(m, 0, (n - 1) * sizeof *m); ${FREE}`,
  ],
  [
    'a table that is zeroed from its beginning',
    `int **m = malloc(n * sizeof *m); memset(m, 0, n * sizeof *m); ${USE}`,
    `int **m = malloc((n + 1) * sizeof *m); memset(m + 1, 0, n * sizeof *m); ${USE}`,
  ],
  [
    'numbers that are copied',
    'int *a = calloc(n, sizeof *a), *b = malloc(n * sizeof *b); memcpy(b, a, n * sizeof *a); free(a); free(b);',
    'int *a = calloc(n, sizeof *a), *b = malloc((n - 1) * sizeof *b); memcpy(b, a, n * sizeof *a); free(a); free(b);',
  ],
  [
    'numbers that are set',
    'short *a = malloc(n * sizeof *a); memset(a, 1, n * sizeof *a); free(a);',
    'short *a = malloc(n * sizeof *a); memset(a, 1, n * sizeof *a + 1); free(a);',
  ],
])('%s', (_, correct, wrong) => {
  test('is proved', () => expect(openIn(correct)).toEqual([]));
  test('is not, with a bug', () => expect(openIn(wrong)).not.toEqual([]));
});
