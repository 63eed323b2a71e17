// Facts that a path gains from its tests: small programs, correct and with an error.
// Each case was once a false alarm, because the engine ignored a fact of the program.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const COMPARED = `struct s { char *chunk, *limit; };
int use(struct s *s) {
  char *p = malloc(4), *at = 0;
  if (!p) return 0;
  s->chunk[0] = 1;
  if (at > s->chunk && at < s->limit) return 1;
  free(p);
  return 0;
}\n`;

test('null is not behind any address', () => {
  expect(rulesIn(COMPARED)).toEqual([]);
  expect(rulesIn(COMPARED.replace('*at = 0', '*at = s->limit - 1'))).toEqual(['leak']);
});

test('no address is less than null, and every other address is greater', () => {
  const text = (test: string) => `struct s { char *chunk; };
int use(struct s *s) { char *p = malloc(4), *at = 0; if (!p) return 0; if (${test}) return 1; free(p); return 0; }\n`;
  expect(rulesIn(text('at > s->chunk'))).toEqual([]);
  expect(rulesIn(text('s->chunk < at'))).toEqual([]);
  expect(rulesIn(text('s->chunk > at'))).toEqual(['leak']);
  expect(rulesIn(text('s->chunk <= at'))).toEqual(['leak']);
});

const CONSISTENT = `int run(int flags, char **out) {
  char *p = 0;
  if (((flags & 2) == 0) != (out == 0)) return -1;
  if ((flags & 2) && !(p = malloc(4))) return 0;
  if (out) *out = p;
  return 1;
}\n`;

test('two tests that agree are one', () => {
  expect(rulesIn(CONSISTENT)).toEqual([]);
  expect(rulesIn(CONSISTENT.replace('!= (out', '== (out'))).toContain('leak');
});

const SAME_PARENT = `struct b { struct b *parent; int count; };
void done(struct b *b) { if (b->parent && --b->parent->count == 0) free(b->parent); free(b); }
struct b *make(void) { struct b *b = malloc(sizeof *b); if (b) { b->parent = 0; b->count = 1; } return b; }
int parent_of(struct b *b) { b->parent = make(); return b->parent != 0; }
int adopt(struct b *b, struct b *parent) {
  if (b->parent != 0 && b->parent != parent) return -1;
  b->parent = parent;
  return 0;
}\n`;

test('a pointer that is overwritten by itself is not lost', () => {
  expect(rulesIn(SAME_PARENT)).toEqual([]);
});

const SET = `struct set { long room, count; long *all; };
static int make(struct set *s, long n) {
  s->room = n; s->count = 0; s->all = malloc(n * sizeof(long));
  return s->all || !n;
}
static int add(struct set *s, long e) {
  if (s->room == 0) { s->all = malloc(sizeof(long)); s->room = 1; if (!s->all) return 0; }
  s->all[s->count++] = e;
  return 1;
}
int f(long n) {
  struct set s;
  if (!make(&s, n + 1)) return 0;
  if (!add(&s, 7)) return 0;
  free(s.all);
  return 1;
}\n`;

test('an empty allocation is not a leak', () => {
  expect(rulesIn(SET)).toEqual([]);
  expect(rulesIn(SET.replace('s->room == 0', 's->room == 3'))).toContain('leak');
});

const GROWN = `void *realloc(void *, size_t); void abort(void) __attribute__((noreturn));
void *grow(void *p, size_t n) { void *q = realloc(p, n); if (!q && n) abort(); return q; }
static char *kept;
void use(size_t n) { if (n > 0) kept = grow(kept, n); kept = grow(kept, n + n / 2 + 1); }
int *replaced(int *p, size_t n) { int *q = realloc(p, n); if (!q) free(p); return q; }
int lost(size_t n) { char *p = malloc(4), *q = realloc(p, n); if (!q) return -1; free(q); return 0; }\n`;

test('the size of realloc is not zero, unless it says so', () => {
  expect(rulesIn(GROWN)).toEqual(['leak']);
  expect(rulesIn(GROWN.replace('return -1', 'return free(p), -1'))).toEqual([]);
  expect(rulesIn(GROWN.replace('return -1', 'return free(p), free(p), -1'))).toEqual(['double-free']);
});

const MEASURED = `int use(double x) {
  int n = (int)(x * 2.5);
  char *p = 0;
  if (n > 0 && !(p = malloc(n))) return -1;
  if (n > 0) free(p);
  return n;
}\n`;

test('an opaque number has the same value when it is tested again', () => {
  expect(rulesIn(MEASURED)).toEqual([]);
  expect(rulesIn(MEASURED.replace('if (n > 0) free', 'if (n > 1) free'))).toEqual(['leak']);
});

const FLAGS = `int use(int flags) {
  int *p = 0;
  if (flags & 11) { p = malloc(sizeof *p); if (!p) return -1; }
  if (flags & 2) *p = 1;
  free(p);
  return 0;
}\n`;

test('a bit of a mask that is clear is clear', () => {
  expect(rulesIn(FLAGS)).toEqual([]);
  expect(rulesIn(FLAGS.replace('flags & 2', 'flags & 4'))).toEqual(['null-dereference']);
  expect(rulesIn(FLAGS.replace('flags & 11', 'flags & 2').replace('(flags & 2) *p', '(flags & 10) *p'))).toEqual([
    'null-dereference',
  ]);
});

test('the last elements of a long table are not taken for zero', () => {
  const table = (entries: number) => `int x; int *const table[] = { ${'&x, '.repeat(entries)} };
int use(void) { return *table[${entries - 1}]; }\n`;
  expect(rulesIn(table(100))).toEqual([]);
  expect(rulesIn(table(300))).toEqual([]);
  expect(rulesIn('int *const table[300] = { 0 }; int use(void) { return *table[299]; }')).toEqual(['null-dereference']);
});

const TREE = `struct e { int key; struct e *left, *right; };
struct e *insert(struct e **root, struct e *e) {
  while (*root) {
    if ((*root)->key == e->key) return *root;
    root = e->key < (*root)->key ? &(*root)->left : &(*root)->right;
  }
  *root = e;
  return 0;
}
int use(struct e **root, int key) {
  struct e *e = malloc(sizeof *e);
  if (!e) return -1;
  memset(e, 0, sizeof *e);
  e->key = key;
  insert(root, e);
  return 0;
}\n`;

test('who does not ask whether a tree had the key already knows that it had not', () => {
  expect(rulesIn(TREE)).toEqual([]);
  expect(rulesIn(TREE.replace('  insert(root, e);', '  if (insert(root, e)) return 1;'))).toEqual(['leak']);
});

const TIMER = `struct timer { long at; void *data; }; struct pane { int n; int *first; struct timer timer; };
void arm(struct timer *); void renew(struct pane *);
int use(struct pane *p) {
  if (!p->first) return 0;
  arm(&p->timer);
  if (!p->first) return *p->first;
  return 0;
}\n`;

test('an unknown call with a member does not change other members', () => {
  expect(rulesIn(TIMER)).toEqual([]);
  expect(rulesIn(TIMER.replace('arm(&p->timer)', 'renew(p)'))).toEqual(['null-dereference']);
});

const LOOKUP = `struct node { struct node *left, *right; int n; };
int use(struct node *parent, struct node *e) {
  struct node *sibling = parent->right;
  if (parent->left == e) { parent->left = e->right; e->right = 0; }
  if (sibling) return 0;
  return sibling->n;
}\n`;

test('where two pointers are found equal, a field of one of them is not taken for null', () => {
  expect(rulesIn(LOOKUP)).toEqual(['null-dereference']);
  const only = LOOKUP.replace('if (parent->left == e) {', 'if (parent->left != e) return 1; {');
  expect(rulesIn(only)).toEqual([]);
});

test('a null that only the macro tests for that makes a function is not reported', () => {
  const body = 'if (!e->next) puts("none"); return e->next->n;';
  const text = (lines: string) =>
    `struct node { struct node *next; int n; }; int use(struct node *e) { ${lines}${body} }\n`;
  expect(rulesIn(text(''))).toEqual(['null-dereference']);
  expect(rulesIn(text(`e->n = ${'1 + '.repeat(150)} 1; `))).toEqual([]);
  expect(rulesIn(text(`e->n = ${'1 + '.repeat(150)} 1;\n`))).toEqual(['null-dereference']);
});
