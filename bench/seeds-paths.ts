// `caulk bench seeds paths`: Table 5 of the paper on evaluation paths, beside our own measurements.
// Each program is analysed from the function of the paper, on well-formed arguments; graphs are counted per place.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.js';
import { loadProgram } from '../src/driver/load/load-program.js';
import { canonical } from '../src/engines/paths/canonical.js';
import { analyse, type PathsResult } from '../src/engines/paths/engine.js';
import { PAPER_CORE } from '../src/engines/paths/paper/collapse.js';
import { LOST } from '../src/engines/paths/store.js';
import type { FunctionSymbol } from '../src/ir/program.js';
import { type BenchResult, describeMachine } from './result.js';

interface Seed {
  readonly program: string;
  readonly entry: string;
  /** As printed: case 1, case 2, real errors, graphs. */
  readonly printed: readonly [number, number, number, number];
  /** The number of places in our program that leak. */
  readonly real: number;
}

const SEEDS: readonly Seed[] = [
  { program: 'elem_delete', entry: 'elem_delete', printed: [2, 0, 0, 78], real: 0 },
  { program: 'elem_reverse', entry: 'elem_reverse', printed: [8, 0, 0, 288], real: 0 },
  { program: 'elem_merge', entry: 'elem_merge', printed: [14, 0, 0, 381], real: 0 },
  { program: 'reverse.appl', entry: 'reverse', printed: [7, 7, 7, 227], real: 1 },
  { program: 'singleRotateWithLeft', entry: 'singleRotateWithLeft', printed: [3, 3, 0, 195], real: 0 },
  { program: 'bintree_rotate_left', entry: 'bintree_rotate_left', printed: [7, 0, 0, 191], real: 0 },
];

/** The best of so many runs counts, because the machine may be busy. */
const RUNS = 3;

interface Measured {
  readonly seed: Seed;
  readonly cases: readonly [number, number];
  readonly graphs: number;
  readonly milliseconds: number;
}

export async function benchSeedsPaths(): Promise<BenchResult> {
  const measured: Measured[] = [];
  for (const seed of SEEDS) measured.push(await measure(seed));
  const rows = measured.map(({ seed, cases, graphs, milliseconds }) => ({
    program: seed.program,
    'case 1 (paper)': seed.printed[0],
    'case 1': cases[0],
    'case 2 (paper)': seed.printed[1],
    'case 2': cases[1],
    'real (paper)': seed.printed[2],
    real: seed.real,
    'graphs (paper)': seed.printed[3],
    graphs,
    ms: Math.round(milliseconds),
  }));
  return {
    bench: 'seeds paths',
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows,
    aims: aimsOf(measured),
  };
}

const folder = fileURLToPath(packageFile('examples/seeds/paths'));

async function measure(seed: Seed): Promise<Measured> {
  const loaded = await loadProgram(join(folder, `${seed.program}.c`), []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  const { program } = loaded;
  const entry = program.functionNamed(seed.entry)!;
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  let result = analyse({ program, entry, options });
  let milliseconds = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    result = analyse({ program, entry, options });
    milliseconds = Math.min(milliseconds, performance.now() - start);
  }
  const leaks = result.findings.filter((f) => f.rule === 'leak');
  const lost = leaks.filter((f) => f.message === LOST).length;
  return { seed, cases: [leaks.length, lost], graphs: countGraphs(result, entry), milliseconds };
}

/** The sum, over all program points of the function, of the distinct graphs there. */
function countGraphs(result: PathsResult, f: FunctionSymbol): number {
  let count = 0;
  for (const block of f.body!.blocks) {
    for (let index = 0; index <= block.instrs.length; index++) {
      const states = result.statesAt({ function: f, block, index });
      count += new Set(states.map(({ state }) => canonical(state, PAPER_CORE, 'merge').collapsed.text)).size;
    }
  }
  return count;
}

function aimsOf(measured: readonly Measured[]): BenchResult['aims'] {
  const sum = (value: (m: Measured) => number) => measured.reduce((total, m) => total + value(m), 0);
  const aim = (text: string, target: string, value: number, met: boolean) => ({
    aim: text,
    target,
    measured: String(value),
    met,
  });
  const missed = sum((m) => Math.max(0, m.seed.real - m.cases[0]));
  const untrue = sum((m) => Math.max(0, m.cases[1] - m.seed.real));
  const doubtful = sum((m) => m.cases[0]);
  const printedDoubtful = sum((m) => m.seed.printed[0]);
  const graphs = sum((m) => m.graphs);
  const printedGraphs = sum((m) => m.seed.printed[3]);
  const time = Math.round(sum((m) => m.milliseconds));
  return [
    aim('real leaks that are not reported', '0', missed, missed === 0),
    aim('case-2 alarms that are not real', '0', untrue, untrue === 0),
    aim('case-1 alarms', `< ${printedDoubtful}`, doubtful, doubtful < printedDoubtful),
    aim('graphs', `< ${printedGraphs}`, graphs, graphs < printedGraphs),
    aim('milliseconds, all six', '< 1000', time, time < 1000),
  ];
}
