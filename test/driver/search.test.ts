// The search for inputs: branches that random numbers miss are found by the numbers that the program compares with.
// One program per way in which an error depends on the input.

import { expect, it } from 'vitest';
import { findViolations, SEARCH } from '../../src/driver/replay/confirm.js';
import type { Property } from '../../src/engines/engine.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const PRELUDE =
  'void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void abort(void);\n';

function violations(text: string, ...wanted: Property[]): Property[] {
  const unit = readUnit('a.c', new TextEncoder().encode(PRELUDE + text), LP64);
  expect(unit.lost).toEqual([]);
  return [...findViolations([unit], new Set(wanted), { steps: SEARCH, allocations: 'succeed' }).keys()];
}

it.each([
  [
    'a number',
    'int main(void) { int a[4], n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(); if (n == 987654 && k == n - 7) a[k] = 1; return 0; }',
  ],
  [
    'an assumption',
    'int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 5000 && n < 5010); char *p = malloc(n); p[n] = 0; free(p); return 0; }',
  ],
  [
    'a number of iterations',
    'int main(void) { int *p = 0, n = 0; while (__VERIFIER_nondet_int()) n++; if (n == 17) *p = 1; return 0; }',
  ],
  [
    'a sequence',
    'int main(void) { int s = 0, x, *p = &x; for (;;) { int c = __VERIFIER_nondet_int(); if (s == 0) s = c == 77; else if (s == 1) s = c == 4242 ? 2 : 0; else if (c == -9) p = 0; *p = 1; } }',
  ],
  [
    'a case of a switch',
    'int main(void) { int x, *p = &x; switch (__VERIFIER_nondet_int()) { case 31337: p = 0; } *p = 1; return 0; }',
  ],
  [
    'a long loop',
    'int main(void) { int x, *p = &x; for (int i = 0; i < 1000000; i++) *p = i; p = 0; *p = 1; return 0; }',
  ],
])('finds an error that depends on %s', (_, text) => {
  expect(violations(text, 'valid-deref')).toEqual(['valid-deref']);
});

it.each([
  ['does not terminate', 'int main(void) { char *p = malloc(4); p = 0; for (;;) ; }'],
  ['aborts', 'int main(void) { char *p = malloc(4); p = 0; abort(); }'],
])('finds the leak of a program that %s', (_, text) => {
  expect(violations(text, 'valid-memtrack')).toEqual(['valid-memtrack']);
});

it('considers that a new allocation may have the address of a freed one', () => {
  const text =
    'int main(void) { char *a = malloc(4); free(a); char *b = malloc(4); if (a == b) free(b); free(b); return 0; }';
  expect(violations(text, 'valid-free')).toEqual(['valid-free']);
  expect(violations(text.replace('a == b', 'a == b && 0'), 'valid-free')).toEqual([]);
});

it('reports no leak of memory that a variable of an unfinished program points to', () => {
  const text = 'int main(void) { char *p = malloc(4); for (;;) ; free(p); }';
  expect(violations(text, 'valid-memtrack', 'valid-memcleanup')).toEqual([]);
  const aborting = text.replace('for (;;) ;', 'abort();');
  expect(violations(aborting, 'valid-memtrack', 'valid-memcleanup')).toEqual(['valid-memcleanup']);
});

it('does not count errors that are due to an excessive allocation size', () => {
  const text = `int main(void) { char *p = malloc(4), *q = malloc((unsigned)__VERIFIER_nondet_int());
    if (!q) return 1; free(q); free(p); return 0; }`;
  expect(violations(text, 'valid-memtrack')).toEqual([]);
});
