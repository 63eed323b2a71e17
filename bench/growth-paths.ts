// `caulk bench growth paths`: graphs and time by length of a straight-line program and number of variables.
// Generates the programs; every row ends with a bar of its graphs.

import { analyse, type PathsResult } from '../src/engines/paths/engine.js';
import type { FunctionSymbol } from '../src/ir/program.js';
import { readUnit } from '../src/ir/unit.js';
import { linkWithModels } from '../src/models/load.js';
import { LP64 } from '../src/types/types.js';
import { lists, pointers, straightLine } from './growth-programs.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';

const STATEMENTS = [8, 16, 32, 64, 128];
const LISTS = [1, 2, 3, 4, 6, 8];
const POINTERS = [0, 1, 2, 3];
/** The largest acceptable factor in graphs for each further statement, and for each further list. */
const MOST_PER_STATEMENT = 1.02;
const MOST_PER_LIST = 1.5;
const RUNS = 3;

export async function benchGrowthPaths(): Promise<BenchResult> {
  const rows = [
    ...STATEMENTS.map((n) => measure('statements', n, straightLine(n))),
    ...LISTS.map((n) => measure('lists', n, lists(n))),
    ...POINTERS.map((n) => measure('pointers into one list', n, pointers(n))),
  ];
  const most = Math.max(...rows.map((r) => r.graphs));
  const unproved = rows.filter((r) => r.open > 0).length;
  return {
    bench: 'growth paths',
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows: rows.map((r) => ({ ...r, plot: '#'.repeat(Math.ceil((60 * r.graphs) / most)) })),
    aims: [
      { aim: 'rows not proved', target: '0', measured: String(unproved), met: unproved === 0 },
      factor(rows, 'statements', 64, 128, MOST_PER_STATEMENT),
      factor(rows, 'lists', 4, 8, MOST_PER_LIST),
    ],
  };
}

type Row = ReturnType<typeof measure>;

/** The mean factor for one more, between two rows. */
function factor(rows: readonly Row[], what: string, from: number, to: number, most: number): Aim {
  const at = (n: number) => rows.find((r) => r.what === what && r.n === n)!.graphs;
  const mean = (at(to) / at(from)) ** (1 / (to - from));
  const aim = `graphs for each further one of ${from} to ${to} ${what}: times`;
  return { aim, target: `< ${most}`, measured: mean.toFixed(3), met: mean < most };
}

function measure(what: string, n: number, text: string) {
  const unit = readUnit(`${what}-${n}.c`, new TextEncoder().encode(text), LP64);
  const program = linkWithModels([unit], LP64);
  const main = program.functionNamed('main')!;
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  const run = () => analyse({ program, entry: main, options });
  let result = run();
  let ms = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    result = run();
    ms = Math.min(ms, performance.now() - start);
  }
  const open = result.obligations.filter((o) => o.status !== 'proved').length;
  return { what, n, graphs: graphsIn(result, main), ms: Math.round(ms), open };
}

/** The sum, over all program points, of the graphs held there, including the parts set aside at loops. */
function graphsIn(result: PathsResult, f: FunctionSymbol): number {
  let count = 0;
  for (const block of f.body!.blocks) {
    for (let index = 0; index <= block.instrs.length; index++) {
      for (const { state } of result.heldAt({ function: f, block, index }))
        count += state.aside.reduce((sum, part) => sum + part.graphs.size, 1);
    }
  }
  return count;
}
