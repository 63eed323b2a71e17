// What functions may keep of their arguments: the facts of the may-keep analysis, as summaries have them.
// Each line of a table is a function body and its flows.

import { expect, test } from 'vitest';
import { analyseBySummaries } from '../../../src/driver/project/ask-engine.js';
import { modular } from '../../../src/engines/modular/engine.js';
import { flowsOf, keepingOf, mayKeep } from '../../../src/engines/modular/keeping/keeping.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';
import { summaryOf } from './summary-of.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;
const HEAD = `typedef unsigned long size_t; void free(void *); void *malloc(size_t); void *memcpy(void *, const void *, size_t);
size_t strlen(const char *); int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
struct s { struct s *next; char *name; size_t n; } *global; void unknown(void *); int reads(const void *); char *into(const char *);
void stop(void *) __attribute__((noreturn)); int unnamed(int, ...);\n`;

function keepingIn(text: string): string {
  const unit = readUnit('a.c', new TextEncoder().encode(HEAD + text), LP64);
  const analysis = analyseBySummaries(modular, linkWithModels([unit], LP64, []), OPTIONS);
  return summaryOf(analysis, 'f').keeping;
}

test.each([
  ['int f(struct s *p) { return p->n; }', ''],
  ['void f(struct s *p) { p->next = p; p->name = 0; }', ''],
  ['void f(struct s *p) { global = p; }', '0>elsewhere'],
  ['void f(struct s *p) { global = p->next; }', '0*>elsewhere'],
  ['void f(struct s *p) { global->next = p; }', '0>elsewhere'],
  ['void f(struct s *p) { free(p->name); }', '0*>elsewhere'],
  ['void f(struct s *p) { unknown(p); }', '0>elsewhere'],
  ['void f(struct s *p) { reads(p); stop(p); }', ''],
  ['void f(char *p) { printf("%s %lu", p, strlen(p)); }', ''],
  ['void f(char *p) { unnamed(1, p); }', '0>elsewhere'],
  ['struct s *f(struct s *p) { return p + 1; }', '0>result'],
  ['char **f(struct s *p) { return &p->name; }', '0>result'],
  ['size_t f(struct s *p) { return p->n; }', ''],
  ['size_t f(struct s *p) { return (size_t)p | 1; }', '0>result'],
  ['char *f(char *p) { return into(p); }', '0>result'],
  ['void f(struct s *p, struct s *q) { p->next = q; }', '1>0'],
  ['void f(struct s *p, struct s *q) { p->next->next = q; }', '1>elsewhere'],
  ['void f(struct s *p, struct s *q) { memcpy(p, q, sizeof *p); }', '1*>0'],
  ['void f(struct s *p) { struct s l; l.next = p; unknown(&l); }', '0>elsewhere'],
  ['void f(struct s *p) { struct s l; l.next = p; p = l.next->next; }', ''],
  ['void f(struct s *p, size_t at) { ((struct s *)at)->next = p; }', '0>1 0>elsewhere'],
  ['void f(struct s p) { global = p.next; }', '0>elsewhere'],
  ['void f(struct s *p) { __asm__("" : : "r"(p)); }', '0>elsewhere'],
])('%s', (text, flows) => {
  expect(keepingIn(text)).toBe(flows);
});

test('flows go through calls, by the facts of the callee', () => {
  const set = 'void set(struct s *p, struct s *q) { p->next = q; } struct s *next(struct s *p) { return p->next; }';
  expect(keepingIn(`${set} void f(struct s *p) { set(global, p); }`)).toBe('0>elsewhere');
  expect(keepingIn(`${set} void f(struct s *p) { struct s l; set(&l, p); }`)).toBe('');
  expect(keepingIn(`${set} void f(struct s *p) { struct s l; set(&l, p); global = next(&l); }`)).toBe('0>elsewhere');
  expect(keepingIn(`${set} void f(struct s *p) { global = next(p); }`)).toBe('0*>elsewhere');
});

test('one fixpoint per component: recursive functions keep what some call of them keeps', () => {
  expect(keepingIn('void f(struct s *p) { if (p) f(p->next); }')).toBe('');
  expect(keepingIn('void f(struct s *p, int n) { if (n) f(p->next, n - 1); else global = p; }')).toBe(
    '0*>elsewhere 0>elsewhere',
  );
  const two = 'void g(struct s *, struct s *); void f(struct s *p, struct s *q) { if (p) g(q, p); }';
  expect(keepingIn(`${two} void g(struct s *p, struct s *q) { f(q, p); }`)).toBe('');
  expect(keepingIn(`${two} void g(struct s *p, struct s *q) { f(q, p); global = p; }`)).toBe('1>elsewhere');
});

test('flows are text and back', () => {
  const flows = [
    { from: 0, what: 'itself', to: 'elsewhere' },
    { from: 10, what: 'contents', to: 2 },
  ] as const;
  expect(flowsOf(keepingOf(flows))).toEqual(flows);
  expect(mayKeep('10*>2', 10)).toBe('kept');
  expect(mayKeep('10*>2', 1)).toBe('nothing');
  expect([mayKeep('0>result', 0), mayKeep('0>result', 0, 'ignored')]).toEqual(['kept', 'nothing']);
});
