// A machine that runs a function many times gives the results of a new machine each time, whatever the runs before did.

import { expect, it } from 'vitest';
import type { Choice } from '../../src/interp/given/choice.js';
import { RepeatedRuns } from '../../src/interp/given/repeated.js';
import { latin } from '../../src/interp/libc/strings.js';
import { Linkage } from '../../src/interp/linkage.js';
import { type RunResult, runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const TEXT = `struct file; extern struct file *stdout; int printf(const char *, ...); int fputs(const char *, struct file *);
void *malloc(unsigned long); void free(void *); int ask(void); int undefined;
static int count = 3; static char *kept; static int one(void) { return 1; }
int f(int n, int (*call)(int), char *s) {
  int (*own)(void) = one;
  if (n == 1) count++;
  if (n == 2) kept = malloc(5);
  if (n == 3) malloc(7);
  if (n == 4) free(kept);
  if (n == 5) fputs(s, stdout);
  printf("%d %d %d %d %d %s", count, own(), ask(), call ? call(2) : 0, undefined, s);
  return kept != 0;
}`;

it('as a new machine does', () => {
  const unit = readUnit('a.c', Buffer.from(TEXT), LP64);
  expect(unit.diagnostics).toEqual([]);
  const linkage = new Linkage([unit]);
  const repeated = new RepeatedRuns(linkage);
  const inputs: Record<string, Choice>[] = [
    { n: 1 },
    { n: 2, 'ask()#1': 7 },
    { n: 3, call: 'null' },
    { n: 1, count: 8 },
    { n: 4, kept: 'object' },
    { n: 5, 's[0]': 98 },
    { n: 2, undefined: 4, 'call()#1': 9 },
    {},
  ];
  for (const choices of inputs) {
    const outside = { isConstant: () => false, targetsOf: () => [], constructorsOf: () => [] };
    const from = { function: unit.functions.find((g) => g.name === 'f')!, outside };
    const options = {
      leaks: 'count',
      from: { ...from, outside: { ...outside, choices: new Map(Object.entries(choices)) } },
    } as const;
    expect(essence(repeated.run(options))).toEqual(essence(runProgram(linkage, options)));
  }
});

/** All but addresses. */
const essence = ({ outcome, output, lost, steps, made, requests, given }: RunResult) => ({
  outcome,
  output: latin(output),
  lost,
  steps,
  made,
  requests,
  given: given.map(({ path, type, value }) => [path, type.kind === 'pointer' ? value === 0 : value]),
});
