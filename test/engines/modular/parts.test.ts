// Parts of records: copying one member, or taking its address, does not affect the others.
// Each case was once a false alarm on a real program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const COPIED = `void *memcpy(void *, const void *, size_t);
struct cell { int fg, bg; long link; }; struct popup { int n; struct cell look; char *title; };
extern const struct cell plain;
struct popup *make(void) {
  struct popup *p = malloc(sizeof *p);
  if (!p) return 0;
  p->title = malloc(4);
  memcpy(&p->look, &plain, sizeof p->look);
  return p;
}\n`;

test('a member that is copied over leaves those behind it alone', () => {
  expect(rulesIn(COPIED)).toEqual([]);
  expect(rulesIn(COPIED.replace('sizeof p->look', 'sizeof *p - 8'))).toEqual(['leak']);
});

test('so does the first member', () => {
  const first = COPIED.replace('int n; struct cell look;', 'struct cell look;');
  expect(rulesIn(first)).toEqual([]);
  expect(rulesIn(first.replace('sizeof p->look', 'sizeof *p'))).toEqual(['leak']);
});

const MOVED = `struct job { int n; int *first; int self; };
void *realloc(void *, size_t);
struct job *grow(struct job *all) {
  struct job *p = realloc(all, 2 * sizeof *all);
  if (!p) exit(1);
  if (p->first == &all->self) p->first = &p->self;
  return p;
}\n`;

test('the address of a member is no look at it', () => {
  expect(rulesIn(MOVED)).toEqual([]);
  expect(rulesIn(MOVED.replace('&all->self', 'all->first'))).toEqual(['use-after-free']);
  const given = 'void use(int *n) { *n = 1; } void run(void) { struct s { int a, b; } *p = malloc(8); if (!p) return;';
  expect(rulesIn(`${given} free(p); use(&p->b); }\n`)).toEqual(['use-after-free']);
});

const COUNTED = `int count; char **all;
void clear(void) {
  if (!all) { all = malloc(8 * sizeof *all); if (!all) exit(1); }
  while (count > 0) free(all[--count]);
}
void first(void) { char **few = malloc(8 * sizeof *few); if (few) { free(few[0]); free(few); } }\n`;

test('an element at an index from elsewhere is not taken for an uninitialised one', () => {
  expect(rulesIn(COUNTED)).toEqual(['uninitialized-pointer']);
  expect(rulesIn(COUNTED.replace('free(few[0]); ', ''))).toEqual([]);
});

const NOTHING = `void *memcpy(void *, const void *, size_t);
int add(char *to, const char *s, size_t n) {
  if (!s && n) return -1;
  memcpy(to, s, n);
  return 0;
}\n`;

test('of nothing nothing is copied', () => {
  expect(rulesIn(NOTHING)).toEqual([]);
  expect(rulesIn(NOTHING.replace('!s && n', '!s && !n'))).toEqual(['null-dereference']);
});

test('where a member lies is no look at it', () => {
  const text = (offset: string) => `struct address { int kind; char path[8]; };
int use(struct address *a) { int n = ${offset}; a->kind = n; return n; }\n`;
  expect(rulesIn(text('(int)(size_t)((struct address *)0)->path'))).toEqual([]);
  expect(rulesIn(text('((struct address *)0)->kind'))).toEqual(['null-dereference']);
});

const FILLED = `struct entry { int id; int *value; };
void fill(struct entry *all, int n, int *value) { all[n].value = value; }
int use(int n, int *value) {
  struct entry all[] = { { 1, 0 }, { 2, 0 }, { -1, 0 } };
  fill(all, n, value);
  return *all[1].value;
}\n`;

test('a null among elements that a callee fills may not be there any more', () => {
  expect(rulesIn(FILLED)).toEqual([]);
  expect(rulesIn(FILLED.replace('  fill(all, n, value);', ''))).toEqual(['null-dereference']);
});

const COLLECTED = `int *find(int);
int sum(void) {
  int *found[5], n = 0, total = 0;
  for (int i = 0; i < 5; i++) {
    int *p = find(i);
    if (!p) continue;
    found[n++] = p;
  }
  if (n == 0) return 0;
  for (int i = 0; i < n; i++) total += *found[i];
  return total;
}\n`;

test('what rounds of a loop have filled that are not followed has a value', () => {
  expect(rulesIn(COLLECTED)).toEqual([]);
  expect(rulesIn(COLLECTED.replace('found[n++] = p', 'n++'))).toEqual(['uninitialized-pointer']);
});
