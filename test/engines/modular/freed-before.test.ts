// What was freed on every way to a place, in functions of which only merged states are left: a budget of one step is one.
// Ways that set the pointer, or show it to be null, exclude the error.

import { expect, test } from 'vitest';
import { findingsIn } from './rules-in.js';

const text = (rest: string): string => `char *made(int);
static void drop(char *p) { if (p) puts(p); free(p); }
int f(int n) {
  char *p = 0;
  for (int i = 0; i < n; i++) {
    if (n & 1 && !p) p = made(i);
    if (n & 2) puts("a"); else if (n & 4) puts("b"); else puts("c");
  }
  ${rest}
  return n;
}\n`;

const rulesIn = (rest: string): string[] => [...new Set(findingsIn(text(rest), { budget: 1 }).map(({ rule }) => rule))];

test.each([
  ['free(p); free(p);', 'double-free'],
  ['if (n & 1) free(p); else drop(p); if (n & 8) free(p);', 'double-free'],
  ['free(p); if (p[1]) return 1;', 'use-after-free'],
])('%s', (rest, rule) => {
  expect(rulesIn(rest)).toEqual([rule]);
});

test.each([
  'free(p); p = 0; free(p);',
  'if (n & 1) free(p); else puts("none"); if (!(n & 1)) free(p);',
  'free(p); if (!p) free(p);',
  'free(p); p = made(1); n += *p; free(p);',
  'do { p = made(n); free(p); } while (n--);',
  'p = 0; free(p); if (p) free(p);',
])('not: %s', (rest) => {
  expect(rulesIn(rest)).toEqual([]);
});

test('the first of several errors is told, with both places', () => {
  const found = findingsIn(text('free(p);\nfree(p);\nfree(p);'), { budget: 1 });
  expect(found.map(({ message, trace }) => [message, trace.map((step) => step.message)])).toEqual([
    ['the memory has been freed before', ['`p` is freed here', '`p` is freed again here']],
  ]);
});
