// The condition and the input of a finding, on straight-line code and branches.
// Every input is replayed: the run must have the error.

import { describe, expect, it } from 'vitest';
import { replayFindings } from '../../../src/driver/replay/replay.js';
import type { Rule } from '../../../src/engines/engine.js';
import { conditionsFor } from '../../../src/engines/symbolic/input-conditions.js';
import { NO_SMT } from '../../../src/logic/smt/session.js';
import { analyseText, describeFindings, type Wish } from './support.js';

const N = 'int n = __VERIFIER_nondet_int();';

type Row = readonly [what: string, body: string, expected: readonly string[], wish: Wish];

const rows: readonly (readonly [string, string, readonly string[], Wish?])[] = [
  ['a plain leak', 'int *p = malloc(4); p = 0; return 0;', ['leak: always']],
  ['no leak', 'int *p = malloc(4); free(p); return 0;', []],
  ['a branch', `${N} int *p = malloc(4); if (n > 3) return 1; free(p); return 0;`, ['leak: n >= 4']],
  [
    'two correlated tests',
    `${N} int *p = 0; if (n > 0) p = malloc(4); if (n > 5) free(p); return 0;`,
    ['leak: n >= 1 and n <= 5'],
  ],
  [
    'the second allocation fails',
    `${N} int *p = malloc(4); if (!p) return 1; int *q = malloc(4); if (!q) { if (n) return 1; } free(p); free(q); return 0;`,
    ['leak: the second malloc fails and n != 0'],
    { failures: 'followed' },
  ],
  ['null', `${N} int x; int *p = n == 7 ? 0 : &x; *p = 1; return 0;`, ['null-dereference: n == 7']],
  [
    'use after free',
    `${N} int *p = malloc(4); if (n < 0) free(p); *p = 1; if (n >= 0) free(p); return 0;`,
    ['use-after-free: n <= -1'],
  ],
  ['freed twice', `${N} int *p = malloc(4); if (n < 0) free(p); free(p); return 0;`, ['double-free: n <= -1']],
  ['an interior pointer', `${N} char *p = malloc(4); free(p + (n == 1)); return 0;`, ['invalid-free: n == 1']],
  ['out of bounds', `${N} int a[4]; a[0] = 1; if (n >= 0) a[n] = 1; return 0;`, ['out-of-bounds: n >= 4']],
  [
    'a record that a loop makes point to itself',
    `struct s { struct s *next; } *p = malloc(8); ${N} p->next = 0; for (int i = 0; i < n; i++) p->next = p; return 0;`,
    ['leak: always'],
  ],
  ['an irrelevant branch', `${N} int *p = malloc(4); if (n > 2) n = 1; else n = 2; return 0;`, ['leak: always']],
  [
    'a structure',
    'struct s { struct s *next; } *p = malloc(8); p->next = malloc(8); free(p); return 0;',
    ['leak: always'],
  ],
];

const programs = rows.map(([what, body, expected, wish = {}]): Row => [what, body, expected, wish]);

describe('the condition of a finding', () => {
  it.each(programs)('%s', (_what, body, expected, wish) => {
    const analysed = analyseText(`int main(void) { ${body} }`, wish);
    expect(describeFindings(analysed)).toEqual(expected);
    for (const f of replayFindings([analysed.unit], analysed.result.findings)) expect(f.certainty).toBe('confirmed');
  });

  it('needs no SMT solver for linear conditions', () => {
    for (const [, body, expected, wish] of programs)
      expect(describeFindings(analyseText(`int main(void) { ${body} }`, { ...wish, session: NO_SMT }))).toEqual(
        expected,
      );
  });

  it('is stated over parameters', () => {
    const text =
      'int f(int mode, int *out) { int *p = malloc(4); if (mode == 3) return 1; if (out) *out = 1; free(p); return 0; }';
    expect(describeFindings(analyseText(text, { entry: 'f' }))).toEqual(['leak: mode == 3']);
  });
});

describe('conditions for findings of another engine', () => {
  const HEAD = 'struct node { struct node *next; int *data; }; extern int verbose; int step(int); void keep(void *); ';

  /** Queries leaks, or errors of another rule, at every line. */
  function ask(text: string, entry: string, rule: Rule = 'leak'): string[] {
    const { request, unit } = analyseText(`${HEAD}${text}`, { entry, failures: 'followed', budget: 1 });
    const { program } = request;
    const lines = [...text.matchAll(/\n/g)].map(
      (m) => m.index + 1 + unit.source.text({ at: 0, end: 1e9 }).indexOf(text),
    );
    const findings = lines.map((at) => ({ rule, site: { source: unit.source, at, end: at + 1 }, allocation: null }));
    const known = conditionsFor({
      program,
      entry: program.functionNamed(entry)!,
      findings,
      options: { mallocMayFail: false, leakAtExit: false },
      budget: 400,
    });
    return [...known.values()].map((k) => [k.text, ...k.example].join('; '));
  }

  it.each([
    [
      'a parameter',
      'int f(int mode) { int *p = malloc(4);\nif (mode == 3)\nreturn 1; free(p); return 0; }',
      ['mode == 3; mode = 3'],
    ],
    [
      'an allocation that fails',
      'int f(int mode) { int *p = malloc(4); if (!p) return 1; int *q = malloc(4);\nif (!q) { if (mode)\nreturn 1; } free(p); free(q); return 0; }',
      ['the second malloc fails and mode != 0; the second malloc fails; mode = 1'],
    ],
    [
      'the number of loop iterations',
      'void f(int n) { int *p = 0; for (int i = 0; i < n; i++)\np = malloc(4);\nfree(p); }',
      ['n >= 2; n = 2'],
    ],
    [
      'the result of an unknown call',
      'int f(void) { int *p = malloc(4); if (!p) return 1;\nif (step(2) < 0)\nreturn 1; free(p); return 0; }',
      ['step() <= -1; step() = -1'],
    ],
    [
      'a global',
      'int f(void) { int *p = malloc(4);\nif (verbose > 2)\nreturn 1; free(p); return 0; }',
      ['verbose >= 3; verbose = 3'],
    ],
    [
      'a pointer',
      'int f(struct node *x) { int *p = malloc(4);\nif (!x)\nreturn 1; free(p); return 0; }',
      ['x == NULL; x = NULL'],
    ],
    ['nothing, if it escapes to an unknown call', 'int f(void) { int *p = malloc(4);\nkeep(p);\nreturn 0;\n}', []],
  ])('%s', (_what, text, expected) => {
    expect(ask(text, 'f')).toEqual(expected);
  });
});
