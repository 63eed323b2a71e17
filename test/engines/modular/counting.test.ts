// Loops with more iterations than are followed: what they do after a few iterations they do after more.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const COUNTED = `int next(void);
int fill(char *to, int n) { while (n) { int c = next(); if (c < 0) return -1; *to++ = c; --n; } return 0; }
int use(void) {
  char text[40];
  char *p = malloc(4);
  if (!p) return -1;
  if (fill(text, 40)) { free(p); return -1; }
  free(p);
  return 0;
}\n`;

test('a loop that counts to more than is followed can end', () => {
  expect(rulesIn(COUNTED)).toEqual([]);
  expect(rulesIn(COUNTED.replace('  free(p);\n  return 0;', '  return 0;'))).toEqual(['leak']);
});

test('numbers that choose what is done are no counts', () => {
  const chosen = `int next(void);
char *get(int kind, int n) {
  if (kind == 1) return malloc(4);
  while (n) { if (next()) return 0; n--; }
  return 0;
}
int use(void) { get(2, 40); return 0; }\n`;
  expect(rulesIn(chosen)).toEqual([]);
  expect(rulesIn(chosen.replace('get(2, 40)', 'get(1, 40)'))).toEqual(['leak']);
});

test('what is presumed to happen is no error', () => {
  const freed = `int next(void);
struct s { int n; char *all; };
int clear(struct s *s) {
  if (s->n > 0) free(s->all);
  for (int i = 0; i < s->n; i++) if (next()) return -1;
  return 0;
}
int use(void) { struct s s; s.n = 0; return clear(&s); }\n`;
  expect(rulesIn(freed)).toEqual([]);
});

test('a loop that counts now and then is not followed for ever', () => {
  const slow = `int next(void);
int wait(void) {
  char *p = malloc(4);
  if (!p) return -1;
  int n = 0;
  while (n < 4) if (next()) n++;
  return 0;
}\n`;
  expect(rulesIn(slow)).toEqual(['leak']);
});
