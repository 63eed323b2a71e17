// Derived numbers: facts about the operands give facts about the result.
// Each test is a former false alarm on a real program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const HALVES = `struct item { struct item *next; };
void cut(struct item *list, int n) {
  struct item *end = 0;
  if (n <= 1) return;
  for (int half = n >> 1; half > 0; half--) { end = list; list = list->next; }
  end->next = 0;
}\n`;

test('half of two or more is one or more', () => {
  expect(rulesIn(HALVES)).toEqual([]);
  expect(rulesIn(HALVES.replace('n >> 1', 'n / 2'))).toEqual([]);
  expect(rulesIn(HALVES.replace('n >> 1', 'n / 3'))).toEqual(['null-dereference']);
  expect(rulesIn(HALVES.replace('n <= 1', 'n <= 0'))).toEqual(['null-dereference']);
});

const ROOM = `char *append(const char *from, const char *to) {
  char *result = 0;
  size_t room = 0;
  if (from == to) return 0;
  size_t n = to - from;
  if (n > room) { result = malloc(n); if (!result) exit(1); }
  result[0] = *from;
  return result;
}\n`;

test('the distance of two different places is not zero', () => {
  expect(rulesIn(ROOM)).toEqual([]);
  expect(rulesIn(ROOM.replace('if (from == to) return 0;', ''))).toEqual(['null-dereference']);
});

const RESPAWN = `struct window { int n; }; struct context { int flags; struct window *w; };
int spawn(struct context *c) {
  struct window *w = 0;
  if (c->flags & 4) w = c->w;
  if (~c->flags & 4) { w = malloc(sizeof *w); if (!w) return 0; c->w = w; }
  return w->n;
}\n`;

test('a bit is set in a number or in its complement', () => {
  expect(rulesIn(RESPAWN)).toEqual([]);
  expect(rulesIn(RESPAWN.replace('~c->flags & 4', '~c->flags & 8'))).toEqual(['null-dereference']);
  const first = RESPAWN.replace('c->flags & 4', '~c->flags & 4').replace('~c->flags & 4) {', 'c->flags & 4) {');
  expect(rulesIn(first)).toEqual([]);
});

test('a zero computed by arithmetic is null', () => {
  const SIGN = 'int f(int x) { if (x) return 1; int *p = (int *)(long)-x; return *p; }';
  expect(rulesIn(SIGN)).toEqual(['null-dereference']);
  expect(rulesIn(SIGN.replace('-x', '(-1 / 2)'))).toEqual(['null-dereference']);
});

test.each(['int', 'long', 'unsigned', 'unsigned long'])('an escaped number is still a number (%s)', (type) => {
  const text = (condition: string): string => `void see(${type});
int f(${type} n) {
  see(n);
  if (${condition}) { char *p = malloc(4); return p != 0; }
  return 0;
}`;
  expect(rulesIn(text('n == 5'))).toEqual(['leak']);
  expect(rulesIn(text('n != 0'))).toEqual(['leak']);
  expect(rulesIn(text('n < 0'))).toEqual(type.startsWith('unsigned') ? [] : ['leak']);
  expect(rulesIn(text('n == 5 && n != 5'))).toEqual([]);
});

test('a copy of a number that a test has found out about is that number where states meet', () => {
  const cases = [1, 3, 5, 7].map((n) => `case ${n}: x = 0; break;`).join(' ');
  const text = (first: string): string => `int f(int n) {
  int x = n;
  switch (n) { case 0: ${first} break; ${cases} default: x = 0; }
  if (x) { char *p = malloc(4); return p != 0; }
  return 0;
}`;
  expect(rulesIn(text(''))).toEqual([]);
  expect(rulesIn(text('x = 1;'))).toEqual(['leak']);
});
