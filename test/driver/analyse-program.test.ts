// The driver of engines by summaries, with an engine that only counts: the order of analysis, the summaries of callees,
// what a change invalidates, and crashes.

import { expect, test } from 'vitest';
import { analyseInThisThread, type ProgramAnalysis } from '../../src/driver/project/analyse-program.js';
import { askEngine } from '../../src/driver/project/ask-engine.js';
import type { FunctionResult, Piece, SummaryEngine } from '../../src/engines/summary-engine.js';
import { hashOf } from '../../src/ir/pack/format.js';
import type { PackedFunction } from '../../src/ir/pack/open.js';
import { packUnit } from '../../src/ir/pack/pack.js';
import { PackedProgram } from '../../src/ir/pack/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, budget: 1 };

/** The summary of a function is its height in the call graph; callees without a summary are at 99. `crash` crashes. */
function heights(pieces: string[]): SummaryEngine {
  const calleesOf = ({ outline }: PackedFunction) => outline!.called as PackedFunction[];
  const analyse = ({ functions, pass }: Piece, summaryOf: (f: PackedFunction) => Uint8Array | null) => {
    pieces.push(`${functions.map(({ name }) => name).join('+')}${pass === 'only' ? '' : ` ${pass}`}`);
    return functions.map((f): FunctionResult => {
      if (f.name === 'crash') throw new Error('a crash');
      const below = calleesOf(f).map((callee) => (functions.includes(callee) ? 0 : (summaryOf(callee)?.[0] ?? 99)));
      const summary = Uint8Array.of(Math.max(0, ...below) + 1);
      const rest = { findings: new Uint8Array(), looks: [], status: 'analysed', reason: null, steps: 1 } as const;
      return { summary, hash: hashOf(summary), ...rest };
    });
  };
  return {
    kind: 'summaries',
    name: 'modular',
    beliefs: [],
    open: () => ({
      largestGroup: 2,
      calleesOf,
      dependenciesOf: () => '',
      analyse,
      look: () => () => [],
      conclude: (outcomes) => ({
        engine: 'modular',
        findings: [],
        obligations: [],
        assumptions: [],
        functions: outcomes.map(({ function: f }) => ({ function: f, status: 'analysed', reason: null })),
        stats: { states: 0, instructions: 0 },
        draw: () => [],
      }),
    }),
  };
}

interface Run {
  readonly analysis: ProgramAnalysis;
  /** In the order in which they were analysed. */
  readonly pieces: readonly string[];
  readonly heights: Readonly<Record<string, number | string>>;
}

function run(text: string, before?: Run): Run {
  const pieces: string[] = [];
  const unit = readUnit('a.c', new TextEncoder().encode(text), LP64);
  const program = PackedProgram.open([packUnit(unit, { id: 'a.c', main: 'a.c', pathOf: (file) => file })]);
  const request = { engine: heights(pieces), program, options: OPTIONS, entries: [] };
  const analysis = analyseInThisThread(request, before?.analysis);
  const known = analysis.outcomes.map((o) => [o.function.name, 'crash' in o ? o.crash : o.result.summary[0]!]);
  return { analysis, pieces, heights: Object.fromEntries(known) };
}

const LADDER = 'int a(void) { return 1; }\nint b(void) { return a(); }\nint c(void) { return b(); }\n';

test('callees come before callers, and callers get their summaries', () => {
  const { pieces, heights } = run(`int c(void);\nint d(void) { return c(); }\n${LADDER}`);
  expect(pieces).toEqual(['a', 'b', 'c', 'd']);
  expect(heights).toEqual({ a: 1, b: 2, c: 3, d: 4 });
});

test('a small component is one piece; a large one is split into functions, in one pass or two', () => {
  expect(run('int b(void);\nint a(void) { return b(); }\nint b(void) { return a(); }\n').pieces).toEqual(['b+a']);
  const ring = 'int c(void);\nint a(void) { return c(); }\nint b(void) { return a(); }\nint c(void) { return b(); }\n';
  const { pieces } = run(ring);
  expect(pieces.filter((piece) => piece.endsWith('last')).length).toBe(3);
  expect(pieces.some((piece) => piece.endsWith('first'))).toBe(true);
  for (const first of pieces.filter((piece) => piece.endsWith('first')))
    expect(pieces.indexOf(first)).toBeLessThan(pieces.indexOf(first.replace('first', 'last')));
});

test('after a change, a function is analysed again only if its code or the summary of a callee has changed', () => {
  const first = run(LADDER);
  expect(run(LADDER, first).pieces).toEqual([]);
  expect(run(LADDER, first).heights).toEqual(first.heights);
  const quiet = run(LADDER.replace('return 1', 'return 2'), first);
  expect(quiet.pieces).toEqual(['a']);
  const loud = run(`int z(void) { return 0; }\n${LADDER.replace('return 1', 'return z()')}`, first);
  expect(loud.pieces).toEqual(['z', 'a', 'b', 'c']);
  expect(run(LADDER, first).pieces).toEqual([]); // the first analysis is unchanged
});

test('for callers, a function whose analysis crashes is an unknown call; a query to the engine fails', () => {
  const text = `int crash(void) { return 1; }\nint caller(void) { return crash(); }\n${LADDER}`;
  expect(run(text).heights).toEqual({ crash: expect.stringContaining('a crash'), caller: 100, a: 1, b: 2, c: 3 });
  const program = linkWithModels([readUnit('a.c', new TextEncoder().encode(text), LP64)], LP64, []);
  const ask = (entry: string) =>
    askEngine(heights([]), { program, entry: program.functionNamed(entry)!, options: OPTIONS });
  expect(() => ask('caller')).toThrow(/`crash` could not be analysed: .*a crash/);
  expect(ask('b').functions.map((f) => f.function.name)).toEqual(['b', 'a']);
});
