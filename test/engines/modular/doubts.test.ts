// Nulls with doubts: a test that serves another purpose does not show that a pointer may be null.
// Each case was once a false alarm on a real program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const CACHED = `struct state { int n; }; struct context { struct state *now; };
int parse(struct context *c, const char *s) {
  struct state *last = 0;
  int sum = 0;
  for (; *s; s++) {
    if (c->now != last) puts("another");
    sum += c->now->n;
    last = c->now;
  }
  return sum;
}\n`;

test('a comparison with a variable that is null is not a test for null', () => {
  expect(rulesIn(CACHED)).toEqual([]);
  expect(rulesIn(CACHED.replace('c->now != last', 'c->now != 0'))).toEqual(['null-dereference']);
});

const QUEUE = `struct item { int n; struct item *next; }; struct queue { struct item *first; };
int sizes(struct queue *q) {
  int sum = 0;
  for (struct item *e = q->first; e; e = e->next) sum += e->n;
  return sum + q->first->n;
}\n`;

test('a loop over a list does not say that the list may be empty', () => {
  expect(rulesIn(QUEUE)).toEqual([]);
  expect(rulesIn(QUEUE.replace('int sum = 0;', 'int sum = 0; if (!q->first) puts("empty");'))).toEqual([
    'null-dereference',
  ]);
});

const REMOVED = `struct item { int n; struct item *next; };
struct item *all;
void take(struct item *wanted) {
  struct item **link, *e;
  for (link = &all; (e = *link); link = &e->next)
    if (e == wanted) break;
  *link = e->next;
}
int last(struct item *e) { while (e) e = e->next; return e->n; }\n`;

test('a search finds its element; after a loop with one exit there is none', () => {
  expect(rulesIn(REMOVED)).toEqual(['null-dereference']);
  expect(rulesIn(REMOVED.replace('return e->n', 'return 0'))).toEqual([]);
});

const OVERLAY = `struct screen { int mode, x; }; struct client { struct screen *(*overlay)(void); struct screen *own; };
int cursor(struct client *c) {
  struct screen *s = 0;
  int mode = 0;
  if (!c->overlay) s = c->own;
  if (s != 0) mode = s->mode;
  return c->overlay ? mode : s->x;
}\n`;

test('a test that one path needs says nothing about the others', () => {
  expect(rulesIn(OVERLAY)).toEqual([]);
  expect(rulesIn(OVERLAY.replace('if (!c->overlay) s', 's'))).toEqual(['null-dereference']);
  expect(rulesIn(OVERLAY.replace('c->overlay ? mode : s->x', 's->x'))).toEqual(['null-dereference']);
});

const HOME = `int chdir(const char *); char *getenv(const char *); char *named(int);
char *home(int n) { if (n == 1) return 0; return named(n); }
int enter(int n) {
  char *s = home(n);
  if (s != 0 || s[0] == 1) return 1;
  return 0;
}\n`;

test('a null that a callee may return, and that is tested for, is believed', () => {
  expect(rulesIn(HOME)).toEqual(['null-dereference']);
  expect(rulesIn(HOME.replace('s != 0 ||', 's != 0 &&'))).toEqual([]);
});
