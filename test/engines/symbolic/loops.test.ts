// Loops as recurrence systems: closed forms do not count iterations; otherwise values are bounded or unknown.
// Each loop is also run, where that takes reasonable time.

import { describe, expect, it } from 'vitest';
import { analyseText, describeFindings } from './support.js';

const counted = (limit: string) => `int main(void) {
  struct el { struct el *next; } *head = 0;
  for (long i = 0; i < ${limit}; i++) { struct el *e = malloc(sizeof *e); e->next = head; head = e; }
  while (head) { struct el *next = head->next; free(head); head = next; }
  return 0; }`;

const open = (text: string, budget = 20_000) =>
  analyseText(text, { budget }).result.obligations.filter(
    (o) => o.property !== 'valid-memcleanup' && o.status !== 'proved',
  );

describe('loops', () => {
  it('of a billion iterations cost no more than loops of ten', () => {
    const [few, many] = ['10', '1000000000'].map((limit) => analyseText(counted(limit)).result);
    expect(many!.stats.instructions).toBeLessThanOrEqual(few!.stats.instructions);
    expect(many!.decider.asked).toBeLessThanOrEqual(few!.decider.asked * 1.2);
    expect(open(counted('1000000000'))).toEqual([]);
  });

  it.each([
    [
      'a table, freed',
      'n = __VERIFIER_nondet_int(); if (n < 0 || n > 9) return 0; char *t[10]; for (int i = 0; i < n; i++) t[i] = malloc(4); for (int i = 0; i < n; i++) free(t[i]);',
      [],
    ],
    [
      'a table, freed too far',
      'n = __VERIFIER_nondet_int(); if (n < 0 || n > 8) return 0; char *t[10]; for (int i = 0; i < n; i++) t[i] = malloc(4); for (int i = 0; i <= n; i++) free(t[i]);',
      ['uninitialized-pointer: n >= 0 and n <= 8'],
    ],
    [
      'one iteration too many over an array',
      'n = __VERIFIER_nondet_int(); int a[10]; for (int i = 0; i < n; i++) a[i] = i;',
      ['out-of-bounds: n >= 11'],
    ],
    [
      'a geometric counter',
      'int *p = malloc(4); int c = 1; for (n = 0; n < 5; n++) c = c * 3; if (c == 243) p = 0; free(p);',
      ['leak: always'],
    ],
    [
      'a conditional counter',
      'int *p = malloc(4); int c = 0; n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) if (__VERIFIER_nondet_int()) c++; if (c < 0) p = 0; free(p);',
      [],
    ],
    [
      'a sorted table',
      'n = __VERIFIER_nondet_int(); if (n < 1 || n > 100) n = 1; int *a = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) for (int j = 0; j < n - 1; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } free(a);',
      [],
    ],
    [
      'a table that is sorted past its end',
      'n = __VERIFIER_nondet_int(); if (n < 1 || n > 100) n = 1; int *a = malloc(n * sizeof(int)); for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } free(a);',
      ['out-of-bounds: perhaps, whatever the input is'],
    ],
    [
      'a string in memory of alloca',
      'n = __VERIFIER_nondet_int(); if (n < 1 || n > 100) n = 1; char *s = __builtin_alloca(n); s[n - 1] = 0; char *t = s; while (*t) t++;',
      [],
    ],
    [
      'an unterminated string',
      'n = __VERIFIER_nondet_int(); if (n < 1 || n > 100) n = 1; char *s = __builtin_alloca(n); s[0] = 1; char *t = s; while (*t) t++;',
      ['out-of-bounds: perhaps, whatever the input is'],
    ],
    [
      'a walk past the end',
      'struct el { struct el *next; } *p = calloc(1, 8), *q = p; n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) q = q->next; free(p);',
      ['null-dereference: n >= 2'],
    ],
  ] as const)('%s', (_what, body, expected) => {
    const text = `int main(void) { int n; ${body} return 0; }`;
    expect(describeFindings(analyseText(text))).toEqual(expected);
    if (expected.length === 0) expect(open(text)).toEqual([]);
  });

  it('do not prove memory that outlives its function', () => {
    const text = `char *f(void) { char *s = __builtin_alloca(4); s[0] = 1; return s; }
      int main(void) { char *s = f(); return s[0]; }`;
    expect(describeFindings(analyseText(text))).toEqual(['use-after-free: always']);
  });

  it('without a closed form leave everything open', () => {
    const text =
      'int main(void) { unsigned n = __VERIFIER_nondet_uint(); while (n != 1) n = n % 2 ? 3 * n + 1 : n / 2; return 0; }';
    expect(open(text, 400).length).toBeGreaterThan(0);
  });
});
