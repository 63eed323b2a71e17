// Findings of the first stage, tried by runs from their function: shown with a condition, contradicted, or not reached.

import { describe, expect, it } from 'vitest';
import { analyseInThisThread } from '../../src/driver/project/analyse-program.js';
import { answerTo } from '../../src/driver/replay/answer.js';
import { conditionOf, dependsOnCallers } from '../../src/driver/replay/condition.js';
import { type Answer, linkageOf } from '../../src/driver/replay/try-finding.js';
import { modular } from '../../src/engines/modular/engine.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { modelsFor } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const PRELUDE = `typedef unsigned long size_t; void *malloc(size_t); void free(void *); char *strdup(const char *);
int strcmp(const char *, const char *); char *strchr(const char *, int); char *strsep(char **, const char *);
struct node { struct node *next; char *name; int kind; };
`;
const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;

/** The answers about all findings of the text, each with its rule and its condition. */
function answers(text: string): (Answer & { readonly rule: string; readonly condition: string | null })[] {
  const own = readUnit('t.c', Buffer.from(PRELUDE + text), LP64);
  expect(own.diagnostics).toEqual([]);
  const units = [own, ...modelsFor([own], LP64, [])];
  const program = PackedProgram.open(
    units.map((unit) => packUnit(unit, { id: unit.source.name, main: unit.source.name, pathOf: (file) => file })),
  );
  const { result } = analyseInThisThread({ engine: modular, program, options: OPTIONS, entries: [] });
  const linkage = linkageOf(program);
  return result.findings.map((f) => {
    const answer = answerTo(linkage, program, f);
    const condition = answer.kind === 'shown' ? conditionOf(answer.attempt, answer.run.given) : null;
    return { ...answer, rule: f.rule, condition };
  });
}

const told = (text: string): string[] =>
  answers(text).map(({ rule, kind, condition }) => `${rule} ${kind}: ${condition}`);

describe('is shown', () => {
  it.each([
    [
      'if an allocation fails',
      'int f(struct node *p) { p->name = strdup("a"); char *q = malloc(4); if (!q) return 1; char *r = malloc(4); if (!r) return 1; free(q); free(r); return 0; }',
      'leak shown: allocation 3 fails',
    ],
    [
      'for a number that is compared',
      'int f(int n) { char *p = malloc(4); if (!p) return 0; if (n > 40 && n != 41) return 1; free(p); return 0; }',
      'leak shown: n == 42',
    ],
    [
      'for a number that is tested by its bits',
      'int f(int flags) { char *p = malloc(4); if (!p) return 0; if (flags & 16) return 1; free(p); return 0; }',
      'leak shown: flags == 16',
    ],
    [
      'for a text that is compared',
      'int f(const char *word) { char *p = malloc(4); if (!p) return 0; if (strcmp(word, "undo") == 0) return 1; free(p); return 0; }',
      'leak shown: word is "undo"',
    ],
    [
      'for a copy of a text that a callee compares',
      "static int is(const char *s) { return s[0] == '.' && s[1] == 0; } int f(const char *word) { char *p = strdup(word); if (!p) return 0; if (is(p)) return 1; free(p); return 0; }",
      'leak shown: word is "."',
    ],
    [
      'for a character that is looked up, be it the end of the text',
      'int f(const char *s) { char *p = malloc(4); if (!p) return 0; if (strchr("*?", *s)) return 1; free(p); return 0; }',
      'leak shown: s is ""',
    ],
    [
      'for the second part of a text that is cut',
      'int f(char *list) { char *p = malloc(4); if (!p) return 0; if (strsep(&list, ",") && list) return 1; free(p); return 0; }',
      'leak shown: list is ","',
    ],
    [
      'for an answer of an unknown function',
      'int ask(void); int f(void) { char *p = malloc(4); if (!p) return 0; if (ask() < 0) return 1; free(p); return 0; }',
      'leak shown: a call of ask gives -1',
    ],
    [
      'for what a callee returns',
      'static int half(int n) { return n > 8 ? -1 : n / 2; } int f(int n) { char *p = malloc(4); if (!p) return 0; if (half(n) < 0) return 1; free(p); return 0; }',
      'leak shown: n == 9',
    ],
    [
      'for members of records',
      'int f(struct node *n) { if (n->kind == 3 && n->next) { free(n->name); return n->name[0]; } return 0; }',
      'use-after-free shown: n->kind == 3 and n->next is not null',
    ],
    [
      'if a call of the library fails',
      'int puts(const char *); int f(void) { char *p = malloc(4); if (!p) return 0; if (puts("a") < 0) return 1; free(p); return 0; }',
      'leak shown: a call of puts gives -1',
    ],
    [
      'for what an unknown function stores in a variable that has a value',
      'void ask(int *); int f(void) { int n = 0; char *p = malloc(4); if (!p) return 0; ask(&n); if (n == 3) return 1; free(p); return 0; }',
      'leak shown: a call of ask stores 3',
    ],
    [
      'for a number that is read byte by byte',
      'int f(const unsigned char *s) { char *p = malloc(4); if (!p) return 0; unsigned n = (unsigned)s[0] << 24 | s[1] << 16 | s[2] << 8 | s[3]; if (n == 70000) return 1; free(p); return 0; }',
      'leak shown: s[0] == 0 and s[1] == 1 and s[2] == 17 and s[3] == 112',
    ],
    [
      'for a copy of bytes',
      "void *memcpy(void *, const void *, size_t); int f(const char *s) { char c[4]; char *p = malloc(4); if (!p) return 0; memcpy(c, s, 4); if (c[2] == '!') return 1; free(p); return 0; }",
      'leak shown: s[2] == 33',
    ],
    [
      'if the end of a file is found, for which there is a buffer all the same',
      'struct file; long getline(char **, size_t *, struct file *); int f(struct file *in) { char *line = 0; size_t n = 0; if (getline(&line, &n, in) <= 0) return 1; free(line); return 0; }',
      'leak shown: a call of getline gives -1',
    ],
    [
      'for a member that is first read by an assignment',
      'int f(struct node *p) { char *q = malloc(4); if (!q) return 0; int n = p->kind; if (n == 7) return 1; free(q); return 0; }',
      'leak shown: p->kind == 7',
    ],
    [
      'for the length of a text that is copied',
      'void *memcpy(void *, const void *, size_t); int f(const char *s, unsigned char n) { char c[20]; char *p = malloc(4); if (!p) return 0; if (n > 9) n = 0; memcpy(c, s, n); c[n] = 0; if (strcmp(c, "undo") == 0) return 1; free(p); return 0; }',
      'leak shown: n == 4 and s is "undo"',
    ],
    [
      'for a choice that an earlier turn depends on',
      'int f(const char *s) { int kind = 0; char *p = malloc(4); if (!p) return 0; if (strcmp(s, "get") == 0) kind = 1; else if (strcmp(s, "put") == 0) kind = 2; if (p[0]) p[1] = 0; if (kind == 2) return 1; free(p); return 0; }',
      'leak shown: s is "put"',
    ],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual([expected]);
  });
});

describe('an object that a function of the program makes', () => {
  const BUFFER = `struct buffer { unsigned char *data; size_t used, size; };
    struct buffer *buffer_of(void *data, size_t n) { struct buffer *b = malloc(sizeof *b); if (!b) return 0; b->data = data; b->used = b->size = n; return b; }
    static int take(struct buffer *b, int *out) { if (b->used > b->size) abort(); if (b->used < 2) return -1; *out = b->data[0] << 8 | b->data[1]; return 0; }
    `;
  const leak = (condition: string) =>
    `void abort(void); ${BUFFER} int f(struct buffer *b) { int n; char *p = malloc(4); if (!p) return 0; if (${condition}) return 1; free(p); return 0; }`;
  const fates = (text: string) =>
    answers(text).map(
      (a) =>
        `${a.kind}${a.kind === 'shown' && dependsOnCallers('leak', a.attempt, a.route, a.run) ? ', if callers see to it' : ''}`,
    );

  it('keeps the relations between members', () => {
    expect(told(leak('take(b, &n) == 0 && n == 513'))).toEqual([
      'leak shown: n of b == 2 and data of b[0] == 2 and data of b[1] == 1',
    ]);
    expect(fates(leak('take(b, &n) == 0 && n == 513'))).toEqual(['shown']);
  });

  it('may lie behind another one', () => {
    const state = `${BUFFER} struct state { struct connection *connection; }; struct connection { int id; struct buffer *in; };
      struct state *make(void) { struct state *s = malloc(sizeof *s); if (!s) return 0; s->connection = malloc(sizeof *s->connection);
        if (!s->connection) return 0; s->connection->id = 1; s->connection->in = buffer_of(0, 0); return s; }`;
    expect(
      told(
        `void abort(void); ${state} int f(struct state *s) { int n; char *p = malloc(4); if (!p) return 0; if (take(s->connection->in, &n) == 0 && n == 513) return 1; free(p); return 0; }`,
      ),
    ).toContain(
      'leak shown: s->connection->in is made by buffer_of and n of s->connection->in == 2 and data of s->connection->in[0] == 2 and data of s->connection->in[1] == 1',
    );
  });

  it('is no object of the input that breaks them', () => {
    expect(fates(leak('b->used > b->size'))).toEqual(['not reached']);
  });

  it('is not lost with the function that gets it, and may be lost by none that leaves it alone', () => {
    expect(told(leak('b->used == 7'))).toEqual(['leak shown: n of b == 7']);
  });
});

it('is not reached if no input is found', () => {
  const text =
    'int f(int n) { char *p = malloc(4); if (!p) return 0; if (n * n + n == 1000100) return 1; free(p); return 0; }';
  expect(told(text)).toEqual(['leak not reached: null']);
});

it('depends on callers if it relies on their records, or on numbers in variables', () => {
  const relies = (text: string) =>
    answers(text).map((a) => a.kind === 'shown' && dependsOnCallers('leak', a.attempt, a.route, a.run));
  const leak = (condition: string) =>
    `static int level; static struct node first; void set(int n, char *name) { level = n; first.name = name; } int f(struct node *n, int k) { char *p = malloc(4); if (!p) return 0; if (${condition}) return 1; free(p); return 0; }`;
  expect(relies(leak('n->kind == 7'))).toEqual([true]);
  expect(relies(leak('level == 7'))).toEqual([true]);
  expect(relies(leak('n->next'))).toEqual([true]);
  expect(relies(leak('k == 7'))).toEqual([false]);
  expect(relies(leak('first.name'))).toEqual([false]);
  expect(relies(leak('strcmp(n->name, "a") == 0'))).toEqual([false]);
  const flag = 'struct rule { _Bool is_set; int kind; }; ';
  const switched = 'if (r->is_set) return 1; free(p); return 0; }';
  expect(relies(`${flag}int f(struct rule *r) { char *p = malloc(4); if (!p) return 0; ${switched}`)).toEqual([true]);
  const hooks = 'static struct hooks { void *(*make)(void); void (*end)(void *); } hooks; ';
  const set = 'void set(struct hooks *h) { hooks = *h; } ';
  const use = 'char *p = malloc(4); if (!p) return 0; if (hooks.end) { hooks.end(p); return 0; } return 1; }';
  expect(relies(`${hooks}${set}int f(void) { ${use}`)).toEqual([false]);
  expect(relies(`${hooks}${set}int f(void) { if (!hooks.make) return 0; ${use}`)).toEqual([true]);
  const add = 'f(int *l) { char *p = malloc(4); if (!p || !l) return 0; free(p); return 1; }';
  expect(relies(`int ${add}`)).toEqual([false]);
  expect(relies(`static int ${add} int (*const step)(int *) = f;`)).toEqual([true]);
});

it('depends on callers if it is no leak and anything of the input decides', () => {
  const depends = (text: string) =>
    answers(text).map((a) => a.kind === 'shown' && dependsOnCallers('null-dereference', a.attempt, a.route, a.run));
  expect(depends('int n; int *get(void); int f(void) { int *p = get(); if (!p) n = 1; return *p; }')).toEqual([false]);
  expect(depends('int n; int f(int *p) { if (!p) n = 1; return *p; }')).toEqual([true]);
  const tagged = 'struct t { union { struct node *one; struct { long n; long m; } two; }; }; ';
  const member = (name: string) =>
    `int f(struct t *p) { int *q = 0; static int m; if (p->${name}) q = &m; return *q; }`;
  expect(depends(tagged + member('one'))).toEqual([true]);
  expect(depends(tagged + member('two.n'))).toEqual([true]);
  expect(depends(tagged + member('two.m'))).toEqual([true]);
});

it('is the same each time', () => {
  const text =
    'int f(struct node *n, int k) { char *p = malloc(4); if (!p) return 0; if (k > 3 && n->kind == k) return 1; free(p); return 0; }';
  expect(told(text)).toEqual(told(text));
});

describe('memory that a call with constant arguments does not allocate', () => {
  const KEYS = `struct kind { int type; int cert; };
static const struct kind rsa = { 0, 0 }, rsa_cert = { 4, 1 };
static const struct kind *const kinds[] = { &rsa, &rsa_cert, 0 };
static int has_cert(int type) {
  for (int i = 0; kinds[i]; i++) if (kinds[i]->type == type) return kinds[i]->cert;
  return 0;
}
struct key { int type; char *cert; };
static struct key *make(int type) {
  struct key *k = malloc(sizeof *k);
  if (!k) return 0;
  k->cert = 0;
  k->type = type;
  if (has_cert(type)) k->cert = malloc(8);
  return k;
}
`;
  const use = (type: string) => `${KEYS}void use(int n) { struct key *k = make(${type}); if (k) free(k); }`;

  it('is not lost', () => {
    expect(told(use('14')).filter((text) => text.startsWith('leak'))).toEqual(['leak contradicted: null']);
  });

  it('is not, where another function makes the call', () => {
    const inner = `${KEYS}static struct key *named(int n) { struct key *k = make(14); if (k) k->type = n; return k; }`;
    const text = `${inner} void use(int n) { struct key *k = named(n); if (k) free(k); }`;
    expect(told(text).filter((one) => one.startsWith('leak'))).toEqual(['leak contradicted: null']);
    expect(told(text.replace('make(14)', 'make(4)'))).toEqual(['leak shown: null']);
  });

  it('is, with other arguments', () => {
    expect(told(use('4'))).toEqual(['leak shown: null']);
    expect(told(use('n'))).toEqual([expect.stringMatching(/^leak (shown: n == 4|not reached)/)]);
  });

  it('may be allocated if a variable decides', () => {
    const text = use('14').replace('int type) {\n  for', 'int type) {\n  if (always) return 1;\n  for');
    expect(told(`int always; ${text}`)).not.toContain('leak contradicted: null');
  });
});

describe('a record of the caller', () => {
  const PUT = `struct box { int used; int size; };
int put(struct box *b) { char *p = malloc(4); if (!p) return 0; if (b->used > b->size) return 1; free(p); return 0; }
`;
  const outcome = (text: string) =>
    answers(text).map((a) =>
      a.kind === 'shown'
        ? [a.route.function.name, dependsOnCallers('leak', a.attempt, a.route, a.run), a.condition]
        : a.kind,
    );

  it('is taken for granted if no caller is known', () => {
    expect(outcome(PUT)).toEqual([['put', true, expect.stringContaining('b->')]]);
  });

  it('is made by a caller, by runs that begin there', () => {
    const fill = 'int fill(int n) { struct box b; b.used = n; b.size = 3; return put(&b); }';
    expect(outcome(PUT + fill)).toEqual([['fill', false, expect.stringMatching(/^n == \d+$/)]]);
  });

  it('is made by a caller of the caller', () => {
    const pass = 'int pass(struct box *b, int on) { return on ? put(b) : 0; }';
    const fill = 'int fill(int n) { struct box b; b.used = n; b.size = 3; return pass(&b, 1); }';
    expect(outcome(`${PUT}${pass} ${fill}`)).toEqual([['fill', false, expect.stringMatching(/^n == \d+$/)]]);
  });

  it('stays taken for granted if the caller has it from its own', () => {
    const pass = 'int pass(struct box *b, int on) { return on ? put(b) : 0; }';
    expect(outcome(`${PUT}${pass}`)).toEqual([['put', true, expect.stringContaining('b->')]]);
  });
});
