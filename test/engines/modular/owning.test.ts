// Ownership of members, inferred from the rest of the program: small programs, correct and with a bug.

import { expect, test } from 'vitest';
import { messagesIn, rulesIn } from './rules-in.js';

const RECORD = `struct r { char *name, *path, *other; };
char *copy(const char *s) { char *p = malloc(8); if (p) p[0] = s[0]; return p; }
void rename(struct r *r, const char *s) { free(r->name); r->name = copy(s); }
void move(struct r *r, const char *s) { free(r->path); r->path = copy(s); }
`;

const CLEANER = `${RECORD}void clean(struct r *r) { free(r->name); r->name = 0; free(r->path); r->path = 0; }\n`;

test('a member that is set to null without a test, beside others that are freed first, is lost', () => {
  expect(rulesIn(CLEANER)).toEqual([]);
  expect(rulesIn(CLEANER.replace('free(r->path); r->path = 0;', 'r->path = 0;'))).toEqual(['leak']);
});

test('also if nothing in the program frees it', () => {
  const never = CLEANER.replaceAll('free(r->path);', '');
  expect(rulesIn(never)).toEqual(['leak']);
});

test('a member that is owned elsewhere is not lost', () => {
  const borrowed = CLEANER.replace('free(r->path); r->path = copy(s);', 'r->path = (char *)s;');
  expect(rulesIn(borrowed.replace('free(r->path); r->path = 0;', 'r->path = 0;'))).toEqual([]);
});

test('memory shared by two members is freed through one of them', () => {
  const shared = `${RECORD}void fill(struct r *r, const char *s) { free(r->path); char *p = copy(s); r->path = p; r->other = p; }
void clean(struct r *r) { free(r->path); r->path = 0; r->other = 0; }\n`;
  expect(rulesIn(shared)).toEqual([]);
});

test('a function that sets a member may first set it to null', () => {
  const fills = `${RECORD}int open(struct r *r, const char *s) {
  r->path = 0;
  free(r->name); r->name = 0;
  r->path = copy(s);
  return r->path != 0;
}\n`;
  expect(rulesIn(fills)).toEqual([]);
});

test('the address of a member denotes the member', () => {
  const lost = CLEANER.replace('free(r->path); r->path = 0;', 'r->path = 0;').replace(
    'r->path = copy',
    '*&r->path = copy',
  );
  expect(rulesIn(lost)).toEqual(['leak']);
});

const STAGES = `${RECORD}void clean(struct r *r) { if (r->other) return; free(r->name); free(r->path); }
void drop(struct r *r) { clean(r); free(r); }\n`;

test('members in one function and the record in another: cleanup in two stages', () => {
  expect(rulesIn(STAGES)).toEqual([]);
  expect(rulesIn(STAGES.replace('free(r->path); }', '}'))).toEqual(['leak']);
});

const COUNTED = `struct r { char *name, *path; int count; };
static void release(struct r *r) { if (--r->count == 0) free(r); }
static void clean(struct r *r) { free(r->name); free(r->path); }
void lose(struct r *r) { clean(r); release(r); }
void look(struct r *r) { r->count++; puts(r->name); release(r); }\n`;

test('with reference counts, the function that loses the record calls the first stage', () => {
  expect(rulesIn(COUNTED)).toEqual([]);
  const apart = COUNTED.replace('clean(r); release', 'clean');
  expect(rulesIn(apart)).toEqual([]);
  expect(rulesIn(apart.replace('if (--r->count == 0) ', ''))).toEqual(['leak']);
  expect(rulesIn(apart.replace('free(r->path);', 'free(r->path); free(r);'))).toEqual(['leak']);
  expect(rulesIn(apart.replace('if (--r->count == 0) ', 'if (r->count) puts("left"); '))).toEqual(['leak']);
});

test('an allocation that points to itself does not own itself', () => {
  const self = `struct r { struct r *self; int n; };
struct r *make(void) { struct r *r = malloc(sizeof *r); if (r) r->self = r; return r; }
void drop(struct r *r) { free(r); }\n`;
  expect(rulesIn(self)).toEqual([]);
});

const GIVEN = `void *unseen(void);
char *text(char *s) { char *p = s ? unseen() : malloc(4); return p; }
int use(char *s) { char *p = text(s); if (!p) return -1; int c = p[0]; free(p); return c; }\n`;

test('a result that is a fresh allocation in one case is owned in all', () => {
  expect(rulesIn(GIVEN)).toEqual([]);
  const forgotten = GIVEN.replace('use(char *s) {', 'use(void) { char *s = "a";').replace(' free(p);', '');
  expect(rulesIn(forgotten)).toEqual(['leak']);
  const told = forgotten.replace('text(char *s)', 'text(int s)').replace('char *s = "a"', 'int s = 1');
  expect(rulesIn(told), 'a number says which case it is').toEqual([]);
});

test('members that are lost with one record are named together', () => {
  const dropped = `${RECORD}void drop(struct r *r) { free(r); }\n`;
  expect(messagesIn(dropped)).toEqual([expect.stringMatching(/^the memory that `name` and `path` point to is lost/)]);
});
