// Repeated findings: with the same message in one function, and of one cause in many functions.

import { expect, test } from 'vitest';
import type { Finding } from '../../../src/engines/engine.js';
import { limitRepeats } from '../../../src/engines/modular/beliefs/same-sentence.js';
import { findingsIn, messagesIn, rulesIn } from './rules-in.js';

const uses = (n: number, f = 'f'): string =>
  `int ${f}(int *p, int k) { if (!p) puts("none"); switch (k) { ${Array.from({ length: n }, (_, k) => `case ${k}: return *p + ${k};`).join(' ')} } return 0; }\n`;
const places = ({ trace }: Finding): number => trace.filter(({ message }) => message.startsWith('the same')).length;

test('a null pointer that is used in many places gives three findings, the last of which lists the others', () => {
  const found = findingsIn(uses(7));
  expect(found.map(({ rule }) => rule)).toEqual(['null-dereference', 'null-dereference', 'null-dereference']);
  expect(found.map(places)).toEqual([0, 0, 4]);
});

test('other functions have findings of their own', () => {
  expect(findingsIn(uses(4) + uses(2, 'g')).map((f) => f.function)).toEqual(['f', 'f', 'f', 'g', 'g']);
});

test('only the number of many other places is reported', () => {
  const [last] = findingsIn(uses(14)).slice(-1);
  expect(last!.trace.at(-1)!.message).toBe('the same holds here and in 3 other places');
  expect(limitRepeats([], { giverOf: () => null, callersOf: () => 0 })).toEqual([]);
});

/** Functions of which the first `losers` forget what `make` gives, and the others free it. */
const callers = (losers: number, others: number): string =>
  `struct s { int n; }; static struct s *make(int n) { struct s *p = malloc(sizeof *p); if (!p) exit(1); p->n = n; return p; }
${Array.from({ length: losers }, (_, i) => `int lose${i}(int n) { struct s *p = make(n); return p->n + ${i}; }`).join('\n')}
${Array.from({ length: others }, (_, i) => `void keep${i}(int n) { struct s *p = make(n); free(p); }`).join('\n')}\n`;

test('what most callers of a function lose is one mistake', () => {
  const found = findingsIn(callers(6, 4));
  expect(found.map(({ rule }) => rule)).toEqual(['leak', 'leak', 'leak']);
  expect(found.map(places)).toEqual([0, 0, 3]);
});

test('what a few of many callers lose are mistakes of theirs', () => {
  expect(findingsIn(callers(4, 30))).toHaveLength(4);
});

const RECORDS = `struct list { void *last; };
static void keep(struct list *l, void *p) { if (!l) { free(p); return; } l->last = p; }
${['a', 'b', 'c', 'd', 'e'].map((name) => `static int ${name};`).join('\n')}
void add(void) {
${['a', 'b', 'c', 'd', 'e'].map((name) => `  if (puts("${name}") > 0) keep(0, &${name});`).join('\n')}
}\n`;

test('variables that one function frees wrongly are one mistake of that function', () => {
  expect(rulesIn(RECORDS)).toEqual(['invalid-free', 'invalid-free', 'invalid-free']);
});

const BLANK = `static char blank[1];
static char *text(int n) { char *p = malloc(n); return p ? p : blank; }
${[1, 2, 3, 4, 5, 6, 7].map((n) => `void f${n}(void) { char *p = text(${n}); free(p); }`).join('\n')}\n`;

test('a variable that many functions free is one mistake', () => {
  expect(rulesIn(BLANK)).toEqual(['invalid-free', 'invalid-free', 'invalid-free']);
  expect(messagesIn(BLANK)[0]).toBe('the memory is that of `blank`, not on the heap');
});
