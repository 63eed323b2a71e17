// Findings of the first stage, tried by runs from their function: shown with a condition, contradicted, or not reached.

import { describe, expect, it } from 'vitest';
import { analyseInThisThread } from '../../src/driver/project/analyse-program.js';
import { conditionOf, dependsOnCallers } from '../../src/driver/replay/condition.js';
import { type Answer, linkageOf, tryFinding } from '../../src/driver/replay/try-finding.js';
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
    const answer = tryFinding(linkage, program, f);
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
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual([expected]);
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
    `static int level; void set(int n) { level = n; } int f(struct node *n, int k) { char *p = malloc(4); if (!p) return 0; if (${condition}) return 1; free(p); return 0; }`;
  expect(relies(leak('n->kind == 7'))).toEqual([true]);
  expect(relies(leak('level == 7'))).toEqual([true]);
  expect(relies(leak('n->next'))).toEqual([true]);
  expect(relies(leak('k == 7'))).toEqual([false]);
  expect(relies(leak('strcmp(n->name, "a") == 0'))).toEqual([false]);
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
