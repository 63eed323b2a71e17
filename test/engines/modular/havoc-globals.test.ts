// Functions that change many globals: callers havoc these, keep the others, and report other errors as before.

import { expect, test } from 'vitest';
import { mayContain } from '../../../src/base/name-filter.js';
import { analyseBySummaries } from '../../../src/driver/project/ask-engine.js';
import { modular } from '../../../src/engines/modular/engine.js';
import type { Summary } from '../../../src/engines/modular/summary/summary.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';
import { summaryOf } from './summary-of.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;
const MANY = Array.from({ length: 60 }, (_, i) => i);
const HEAD = `typedef unsigned long size_t; void *malloc(size_t); void free(void *); int verbose; int *kept;
${MANY.map((i) => `int *g${i};`).join(' ')}
int target;
static void change_some(void) { ${MANY.slice(0, 50)
  .map((i) => `g${i} = &target;`)
  .join(' ')} }
static void change_all(void) { ${MANY.map((i) => `g${i} = &target;`).join(' ')} }
`;

interface Analysed {
  readonly rules: string[];
  summaryOf(name: string): Summary;
}

function analyse(text: string): Analysed {
  const unit = readUnit('a.c', new TextEncoder().encode(HEAD + text), LP64);
  const analysis = analyseBySummaries(modular, linkWithModels([unit], LP64, []), OPTIONS);
  return { rules: analysis.result.findings.map(({ rule }) => rule), summaryOf: (name) => summaryOf(analysis, name) };
}

test('a summary does not list each of them', () => {
  const { summaryOf } = analyse('int main(void) { change_all(); return 0; }');
  for (const name of ['main', 'change_all']) {
    const [outcome] = summaryOf(name).outcomes;
    expect(outcome!.state.cells.size).toBeLessThan(2);
    expect(mayContain(outcome!.state.havocked, 'g59')).toBe(true);
  }
});

test('the old value of a global is not its new value', () => {
  expect(analyse('int main(void) { g7 = 0; change_all(); return *g7; }').rules).toEqual([]);
  expect(analyse('int main(void) { g7 = 0; return *g7; }').rules).toEqual(['null-dereference']);
});

test('unchanged globals keep their values', () => {
  const twice = `void set_verbose(int n) { verbose = n; }
int main(void) { char *p = 0; if (verbose) p = malloc(9); change_all(); if (verbose) free(p); return 0; }`;
  expect(analyse(twice).rules).toEqual([]);
  expect(analyse(twice.replace('if (verbose) free', 'if (!verbose) free')).rules).toEqual(['leak']);
  expect(analyse('int main(void) { kept = 0; change_all(); return *kept; }').rules).toEqual(['null-dereference']);
});

test('memory stored in one of them is not lost; other memory is', () => {
  expect(analyse('int main(void) { g3 = malloc(9); change_all(); return 0; }').rules).toEqual([]);
  expect(analyse('int main(void) { int *p = malloc(9); change_all(); return p != 0; }').rules).toEqual(['leak']);
});

test('a later store is known', () => {
  expect(analyse('int main(void) { change_all(); g5 = 0; return *g5; }').rules).toEqual(['null-dereference']);
  const inCallee = 'static void f(void) { change_all(); g5 = 0; } int main(void) { g5 = &target; f(); return *g5; }';
  expect(analyse(inCallee).rules).toEqual(['null-dereference']);
});

test('the mark is the same in all outcomes of a summary', () => {
  const either =
    'static int f(int n) { if (n > 3) { change_all(); return -1; } if (n < 0) { change_some(); return 7; } return 0; }';
  const { summaryOf } = analyse(`${either} int main(int n, char **v) { return f(n); }`);
  const marked = summaryOf('f').outcomes;
  const names = marked.filter(({ state }) => state.havocCount > 0).map(({ state }) => state.havocked);
  expect(names.length).toBe(2);
  expect(names[0]).toBe(names[1]);
});
