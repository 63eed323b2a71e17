// Facts that joins, merges and calls must keep: small programs of common kinds, correct and with a bug.
// Each test is a former false alarm or a missed error.

import { expect, test } from 'vitest';
import { rulesIn } from './rules-in.js';

const WIPED = `struct s { char *a; char *b; int n; };
static void init(struct s *p) { memset(p, 0, sizeof *p); }
static void done(struct s *p) { free(p->a); free(p->b); INIT }
struct s all;
int main(void) { done(&all); done(&all); return 0; }\n`;

test('a structure that a callee zeroes holds no pointers, also if it is global', () => {
  expect(rulesIn(WIPED.replace('INIT', 'init(p);'))).toEqual([]);
  expect(rulesIn(WIPED.replace('INIT', ''))).toContain('double-free');
});

test('memory that a callee zeroes is initialised', () => {
  const text = (init: string) => `struct s { char *a; int n; };
static void init(struct s *p) { memset(p, 0, sizeof *p); }
int f(void) { struct s x; ${init} char *q = malloc(4); free(x.a); return q != 0; }\n`;
  expect(rulesIn(text('init(&x);'))).toEqual(['leak']);
});

const RING = `struct e { struct e *next, *prev; int type; };
static struct e *head;
static struct e *alloc(void) {
  struct e *x = malloc(sizeof *x);
  if (!x) exit(1);
  if (!head) {
    head = x;
    head->prev = head->next = 0;
    x = malloc(sizeof *x);
    if (!x) exit(1);
  }
  x->prev = head->prev;
  if (head->prev) head->prev->next = x;
  x->next = head;
  LINK
  return x;
}
static void add(int t) { alloc()->type = t; }
int main(void) { add(1); add(2); add(3); return 0; }\n`;

test('insertion before a sentinel dereferences no null', () => {
  expect(rulesIn(RING.replace('LINK', 'head->prev = x;'))).toEqual([]);
});

const LOOKUP = `struct d { int id; };
struct bucket { struct d *data; struct bucket *next; };
struct table { struct bucket *buckets; size_t size; size_t (*hash)(const struct d *); };
extern struct table *table;
static struct d *find(struct table *t, struct d *key) {
  struct bucket *bucket = t->buckets + t->hash(key) % t->size;
  if (!bucket->data) return 0;
  for (struct bucket *b = bucket; b; b = b->next)
    if (b->data == key || b->data->id == key->id) return b->data;
  return 0;
}
int has(int id) {
  struct d *key = malloc(sizeof *key);
  if (!key) return 0;
  key->id = id;
  struct d *found = find(table, key);
  free(key);
  return USED;
}\n`;

test('a key is not an alias of the element found by it', () => {
  expect(rulesIn(LOOKUP.replace('USED', 'found ? found->id : 0'))).toEqual([]);
  expect(rulesIn(LOOKUP.replace('USED', 'found ? key->id : 0'))).toEqual(['use-after-free']);
});

/** More outcomes than a summary distinguishes: which fields were freed, and whether they were null. */
const DROPPED = `struct s { char *a, *b, *c, *d; int n; };
static void drop(struct s *s) {
  if (s->n & 1) free(s->a);
  if (s->n & 2) free(s->b);
  if (s->n & 4) free(s->c);
  if (s->n & 8) free(s->d);
  free(s);
}
int use(int n) {
  struct s *s = malloc(sizeof *s);
  if (!s) return 0;
  memset(s, 0, sizeof *s);
  s->n = n;
  END
  return n;
}\n`;

test('a callee with many outcomes takes ownership of what it frees in all of them', () => {
  expect(rulesIn(DROPPED.replace('END', 'drop(s);'))).toEqual([]);
  expect(rulesIn(DROPPED.replace('END', 'drop(s); drop(s);'))).toEqual(['use-after-free']);
  expect(rulesIn(DROPPED.replace('END', ''))).toEqual(['leak']);
});

const MOVED = `void *calloc(size_t, size_t); void *memcpy(void *, const void *, size_t);
struct s { char **all; };
static void *bigger(void *old, size_t size) {
  if (*(char *)old == 'x') puts("x");
  void *p = calloc(1, 2 * size);
  if (!p) exit(1);
  memcpy(p, old, size);
  memset(old, 0, size);
  free(old);
  return p;
}
int use(struct s *s) {
  char **all = calloc(1, 8);
  if (!all) exit(1);
  all[0] = malloc(4);
  all = bigger(all, 8);
  END
  free(all);
  return 0;
}\n`;

test('a value that is copied before it is zeroed is in the copy', () => {
  expect(rulesIn(MOVED.replace('END', 'free(all[0]);'))).toEqual([]);
  expect(rulesIn(MOVED.replace('END', ''))).toEqual(['leak']);
});

const ASKED = `int strcmp(const char *, const char *); char *strcpy(char *, const char *);
int use(char *name, const char *other) {
  char *p = strcmp(name, "-") == 0 ? 0 : malloc(4);
  if (strcmp(name, "-") != 0 && !p) exit(1);
  BETWEEN
  if (strcmp(name, "-") != 0) free(p);
  return 0;
}\n`;

test('the same test has the same result, unless there was a store in between', () => {
  expect(rulesIn(ASKED.replace('BETWEEN', 'puts(name);'))).toEqual([]);
  expect(rulesIn(ASKED.replace('BETWEEN', 'strcpy(name, other);'))).toEqual(['leak']);
});

const TOKEN = `struct token { union { char c; int *set; long n; } of; int type; };
struct store { struct token data[31]; };
struct all { struct store *store; int used; };
static struct token *put(struct all *all, const struct token *t) {
  struct token *to = &all->store->data[all->used++];
  STORE
  return to;
}
struct token *use(struct all *all) {
  int *set = malloc(32);
  if (!set) return 0;
  struct token t = { .type = 3, .of.set = set };
  return put(all, &t);
}\n`;

test('a pointer in a union is copied with the enclosing record', () => {
  expect(rulesIn(TOKEN.replace('STORE', '*to = *t;'))).toEqual([]);
  expect(rulesIn(TOKEN.replace('STORE', 'to->type = t->type;'))).toEqual(['leak']);
});

const BY_RECURSION = `struct q { char *name; struct q *next; };
static void drop(struct q *p) { if (!p) return; free(p->name); drop(p->next); FREE }
static struct q *make(int n) {
  struct q *head = 0, *last = 0;
  for (int i = 0; i < n; i++) {
    struct q *p = malloc(sizeof *p);
    if (!p) exit(1);
    p->next = 0;
    p->name = malloc(4);
    if (last) last->next = p; else head = p;
    last = p;
  }
  return head;
}
int main(void) { struct q *all = make(2); drop(all); return 0; }\n`;

test('memory that is freed recursively is not lost, at any depth', () => {
  expect(rulesIn(BY_RECURSION.replace('FREE', 'free(p);'))).toEqual([]);
  expect(rulesIn(BY_RECURSION.replace('FREE', ''))).toContain('leak');
});

const HANDED = `struct dir { char *name; char *dump; struct dir *next; };
static struct dir *table;
static struct dir *make(void) {
  struct dir *d = malloc(sizeof *d);
  if (!d) exit(1);
  d->name = malloc(4); d->dump = 0; d->next = 0;
  return d;
}
static void drop(struct dir *d) { free(d->name); free(d); }
int find(void) { struct dir *d = make(); int same = table && table->name == d->name; drop(d); return same; }
void scan(struct dir *d) { free(d->dump); d->dump = malloc(4); }
void put(void) { struct dir *d = make(); d->next = table; table = d; }
MORE\n`;

test('a field is not lost with its record if no caller passes a record with such a field', () => {
  expect(rulesIn(HANDED.replace('MORE', ''))).toEqual([]);
  const pop = 'void pop(void) { struct dir *d = table; if (d) { table = d->next; drop(d); } }';
  expect(rulesIn(HANDED.replace('MORE', pop))).toEqual(['leak']);
});

const RECYCLED = `struct d { struct d *next; char *name; };
static struct d *head, *unused;
void add(void) {
  struct d *p = unused;
  if (p) unused = p->next; else p = malloc(sizeof *p);
  if (!p) exit(1);
  p->name = malloc(4); p->next = head; head = p;
}
static void reclaim(struct d *p) { free(p->name); KEEP }
void flush(void) { while (head) { struct d *next = head->next; reclaim(head); head = next; } }
void finish(void) { while (unused) { struct d *next = unused->next; free(unused); unused = next; } }\n`;

test('recycled records own nothing', () => {
  expect(rulesIn(RECYCLED.replace('KEEP', 'p->next = unused; unused = p;'))).toEqual([]);
});

const PART = `struct set { int n; char *all; };
struct context { int a; struct set set; };
static void start(struct context *c) { c->a = 1; WIPE }
int fill(struct context *);
int main(void) {
  struct context c;
  for (int i = 0; i < 3; i++) { start(&c); fill(&c); free(c.set.all); }
  return 0;
}
int fill(struct context *c) { if (!c->set.all) c->set.all = malloc(4); return 0; }\n`;

test('a part of a record that a callee zeroes holds no pointers', () => {
  expect(rulesIn(PART.replace('WIPE', 'memset(&c->set, 0, sizeof c->set);'))).toEqual([]);
  expect(rulesIn(PART.replace('WIPE', ''))).not.toEqual([]);
});

const ALIGNED = `void *aligned(size_t n) {
  char *p = malloc(n + 64);
  if (!p) return 0;
  char *q = (char *)(((unsigned long)p + 32) & ~31ul);
  q[-1] = (char)(q - p);
  return RESULT;
}\n`;

test('an aligned pointer still points into its allocation', () => {
  expect(rulesIn(ALIGNED.replace('RESULT', 'q'))).toEqual([]);
  expect(rulesIn(ALIGNED.replace('RESULT', '0'))).toEqual(['leak']);
});

const XORED = `struct x { unsigned long link; };
int use(void) {
  struct x *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = malloc(sizeof *c);
  if (!a || !b || !c) exit(1);
  b->link = (unsigned long)a ^ (unsigned long)c;
  struct x *next = (struct x *)(b->link ^ (unsigned long)a);
  free(a); c = 0; free(b); LAST
  return 0;
}\n`;

test('with one end of a doubly linked pair the other is reachable', () => {
  expect(rulesIn(XORED.replace('LAST', 'free(next);'))).toEqual([]);
});

const OPENED = `int open(const char *, int, ...);
static int start(char **name) {
  int fd = open("/dev/x", 0);
  if (fd == -1) return -1;
  if (!(*name = malloc(4))) return -1;
  return fd;
}
int use(void) {
  char *name;
  int fd = start(&name);
  if (fd < FAILED) return -1;
  free(name);
  return fd;
}\n`;

test('a file descriptor is not negative unless it is invalid', () => {
  expect(rulesIn(OPENED.replace('FAILED', '0'))).toEqual([]);
  expect(rulesIn(OPENED.replace('FAILED', '3'))).toEqual(['leak']);
});

const COUNTED = `static int differ(const char *a, const char *b, size_t n) {
  int ret = 0;
  for (; n > 0; n--) ret |= *a++ ^ *b++;
  return ret != 0;
}
int use(const char *text) {
  char key[32], *p = malloc(4);
  if (!p) return 0;
  memset(key, 0, sizeof key);
  if (differ(text, key, 32)) puts(p);
  END
  return 1;
}\n`;

test('a loop with more iterations than are unrolled ends as well', () => {
  expect(rulesIn(COUNTED.replace('END', 'free(p);'))).toEqual([]);
  expect(rulesIn(COUNTED.replace('END', ''))).toEqual(['leak']);
});

const ARENA = `struct tree { struct tree *next; int n; }; struct all { struct tree *storage, *root; };
int analyse(struct all **);
static struct tree *add(struct all *a) {
  struct tree *t = malloc(sizeof *t);
  if (!t) return 0;
  t->next = a->storage; a->storage = t; t->n = 0;
  return t;
}
static void done(struct all *a) {
  for (struct tree *t = a->storage, *next; t; t = next) { next = t->next; free(t); }
  a->storage = a->root = 0;
}
int f(struct all **p) {
  struct all *a = *p;
  analyse(p);
  if (!(a->root = add(a))) return 0;
  STEP
  free(a);
  return 1;
}\n`;

test('memory that had escaped when its record was freed may have been freed elsewhere', () => {
  expect(rulesIn(ARENA.replace('STEP', 'done(*p);'))).toEqual([]);
});

const HOOKS = `void *(*get)(size_t) = malloc; void (*give)(void *) = free;
void install(void *(*m)(size_t), void (*f)(void *)) { get = m; give = f; }
void a(void *), b(void *), c(void *), d(void *), e(void *), f(void *);
void (*const all[])(void *) = { a, b, c, d, e, f };
int use(int n) { char *p = get(4); if (!p) return -1; if (n < 0) return -2; give(p); return n; }\n`;

test('a pointer that is initialised to a library function is treated as that function', () => {
  expect(rulesIn(HOOKS)).toEqual(['leak']);
  expect(rulesIn(HOOKS.replace('return -2', 'return give(p), -2'))).toEqual([]);
});

const PAIR = `char *strdup(const char *); struct item { char *data; };
static struct item *wrap(char *data) { struct item *i = malloc(sizeof *i); if (!i) return 0; i->data = data; return i; }
static struct item *make(const char *s) {
  char *data = strdup(s);
  if (!data) return 0;
  struct item *i = wrap(data);
  if (!i) free(data);
  return i;
}
int use(const char *s) { struct item *i = make(s); if (!i) return -1; FREE free(i); return 0; }\n`;

test('if an allocation does not happen, its members do not exist either', () => {
  expect(rulesIn(PAIR.replace('FREE', 'free(i->data);'))).toEqual([]);
  expect(rulesIn(PAIR.replace('FREE', ''))).toEqual(['leak']);
  expect(rulesIn(PAIR.replace('if (!i) free(data);', '').replace('FREE', 'free(i->data);'))).toEqual(['leak']);
});

const HANDLER = `static void stop(void) { exit(1); } void (*failed)(void) = stop;
static void a(void) {} static void b(void) {} static void c(void) {} static void d(void) {} static void e(void) {}
static void f(void) {} void (*const all[])(void) = { a, b, c, d, e, f };
void install(void (*other)(void)) { failed = other; }
int use(void) { int *p = malloc(sizeof *p); if (!p) failed(); *p = 1; free(p); return 0; }\n`;

test('a handler has its initial value if there are too many possible targets', () => {
  expect(rulesIn(HANDLER)).toEqual([]);
  expect(rulesIn(HANDLER.replace('= stop', ''))).toEqual(['null-dereference']);
});

const IN_TWO_STEPS = `struct session { int refs; char *cwd; };
char *copy(const char *s) { char *p = malloc(10); if (p) *p = *s; return p; }
void later(void (*f)(void *), void *arg);
void renew(struct session *s, const char *cwd) { free(s->cwd); s->cwd = copy(cwd); }
static void release(void *arg) { struct session *s = arg; if (s->refs == 0) free(s); }
void destroy(struct session *s) {
  free(s->cwd);
  if (--s->refs == 0) later(release, s);
}\n`;

test('freeing a record need not free members that others free before they pass it on', () => {
  expect(rulesIn(IN_TWO_STEPS)).toEqual([]);
  expect(rulesIn(IN_TWO_STEPS.replace('  free(s->cwd);\n', ''))).toEqual(['leak']);
});

const SETTER = `struct config { char *user, *proxy, *agent; };
char *copy(const char *s) { char *p = malloc(10); if (p) *p = *s; return p; }
void config_init(struct config *c) { c->user = copy("u"); c->proxy = copy("p"); c->agent = copy("a"); }
void config_free(struct config *c) { free(c->user); free(c->proxy); free(c->agent); free(c); }
void set(struct config *c, int what, const char *to) {
  if (what == 1) { free(c->user); c->user = copy(to); }
  else if (what == 2) { free(c->proxy); c->proxy = copy(to); }
  else { free(c->agent); c->agent = copy(to); }
}\n`;

test('a member that is overwritten without a test is lost where others are freed first, not where all are set', () => {
  expect(rulesIn(SETTER)).toEqual([]);
  expect(rulesIn(SETTER.replace('free(c->agent); c->agent = copy(to)', 'c->agent = copy(to)'))).toEqual(['leak']);
  expect(
    rulesIn(SETTER.replace('free(c->user); c->user = ', 'c->user = ').replace('{ free(c->proxy); ', '{ ')),
  ).toEqual([]);
});
