// Targets of calls through pointers after a change elsewhere: the same as from scratch, and no more work than needed.

import { expect, test } from 'vitest';
import { analyseInThisThread, type ProgramAnalysis } from '../../../src/driver/project/analyse-program.js';
import { modular } from '../../../src/engines/modular/engine.js';
import type { SummaryEngine } from '../../../src/engines/summary-engine.js';
import { packUnit } from '../../../src/ir/pack/pack.js';
import { PackedProgram } from '../../../src/ir/pack/program.js';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, budget: 2_500 };

const HEADER = `struct ops { int (*read)(int *); int (*write)(int *); };
int get(int *p); int put(int *p); int clear(int *p);
`;
const CALLS = `${HEADER}
int reading(struct ops *o, int *p) { return o->read(p); }
int writing(struct ops *o, int *p) { return o->write(p); }
`;
const DEFINED = `${HEADER}
int get(int *p) { return *p; }
int put(int *p) { return *p = 1; }
int clear(int *p) { return *p = 0; }
int (*others[])(int *) = { get, put, clear };
`;
const fill = (read: string, write: string): string =>
  `${HEADER} void fill(struct ops *o) { o->read = ${read}; o->write = ${write}; }`;

interface Run {
  readonly analysis: ProgramAnalysis;
  readonly analysed: readonly string[];
  readonly summaries: Readonly<Record<string, string>>;
}

function run(texts: readonly string[], before?: Run): Run {
  const analysed: string[] = [];
  const units = texts.map((text, i) => readUnit(`${i}.c`, Buffer.from(text), LP64));
  const packed = units.map((unit, i) => packUnit(unit, { id: `${i}.c`, main: `${i}.c`, pathOf: (file) => file }));
  const engine: SummaryEngine = {
    ...modular,
    open: (program, options) => {
      const analysis = modular.open(program, options);
      return {
        largestGroup: analysis.largestGroup,
        calleesOf: (f) => analysis.calleesOf(f),
        dependenciesOf: (f) => analysis.dependenciesOf(f),
        analyse: (piece, summaryOf) => {
          analysed.push(...piece.functions.map(({ name }) => name));
          return analysis.analyse(piece, summaryOf);
        },
        look: (f, summaryOf) => analysis.look(f, summaryOf),
        conclude: (outcomes) => analysis.conclude(outcomes),
      };
    },
  };
  const request = { engine, program: PackedProgram.open(packed), options: OPTIONS, entries: [] };
  const analysis = analyseInThisThread(request, before?.analysis);
  const known = analysis.outcomes.map((o) => [o.function.name, 'crash' in o ? o.crash : o.result.hash]);
  return { analysis, analysed, summaries: Object.fromEntries(known) };
}

test('another function in a member changes the calls through this member only', () => {
  const first = run([CALLS, DEFINED, fill('get', 'put')]);
  const changed = [CALLS, DEFINED, fill('get', 'clear')];
  const again = run(changed, first);
  expect(again.summaries).toEqual(run(changed).summaries);
  expect(again.summaries.writing).not.toBe(first.summaries.writing);
  expect([...again.analysed].sort()).toEqual(['fill', 'writing']);
});

test('a second function in a member makes its calls guesses', () => {
  const first = run([CALLS, DEFINED, fill('get', 'put')]);
  const changed = [CALLS, DEFINED, `${fill('get', 'put')} void more(struct ops *o) { o->write = clear; }`];
  const again = run(changed, first);
  expect(again.summaries).toEqual(run(changed).summaries);
  expect([...again.analysed].sort()).toEqual(['more', 'writing']);
});
