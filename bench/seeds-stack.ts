// `caulk bench seeds stack`: Table 4 of the paper on recursive programs, beside our own measurements.
// Each program is analysed from main; structures are counted at the beginnings of blocks and after calls.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.js';
import { loadProgram } from '../src/driver/load/load-program.js';
import { peakMemoryMB } from '../src/driver/load/load-units.js';
import type { AnalysisResult } from '../src/engines/engine.js';
import { stackEngine } from '../src/engines/stack/engine.js';
import { type BenchResult, describeMachine } from './result.js';

interface Seed {
  readonly program: string;
  /** As printed: structures and seconds; null if the paper has no such row. */
  readonly printed: readonly [number, number] | null;
}

const SEEDS: readonly Seed[] = [
  { program: 'create', printed: [219, 5.91] },
  { program: 'delall', printed: [139, 13.1] },
  { program: 'insert', printed: [344, 38.33] },
  { program: 'delete', printed: [423, 41.69] },
  { program: 'search', printed: [303, 8.44] },
  { program: 'app', printed: [326, 42.81] },
  { program: 'rev', printed: [829, 105.78] },
  { program: 'rev_r', printed: [2285, 1028.8] },
  { program: 'rev_d', printed: [429, 45.99] },
  { program: 'rev_broken', printed: null },
  { program: 'merge', printed: null },
];

/** The programs with a measured time of the reference implementation. */
const TIMED = new Set(['app', 'delete', 'insert', 'search', 'rev_d', 'merge']);
const BROKEN = 'rev_broken';

interface Measured {
  readonly seed: Seed;
  readonly result: AnalysisResult;
  readonly milliseconds: number;
  readonly verified: boolean;
}

export async function benchSeedsStack(): Promise<BenchResult> {
  const measured: Measured[] = [];
  for (const seed of SEEDS) measured.push(await measure(seed));
  const rows = measured.map(({ seed, result, milliseconds, verified }) => ({
    program: seed.program,
    'structures (paper)': seed.printed?.[0] ?? '-',
    structures: result.stats.states,
    'seconds (paper)': seed.printed?.[1] ?? '-',
    ms: Math.round(milliseconds),
    alarms: result.findings.length,
    verified: verified ? 'yes' : 'no',
  }));
  const date = new Date().toISOString();
  return { bench: 'seeds stack', date, machine: describeMachine(), rows, aims: aimsOf(measured) };
}

const folder = fileURLToPath(packageFile('examples/seeds/stack'));

async function measure(seed: Seed): Promise<Measured> {
  const loaded = await loadProgram(join(folder, `${seed.program}.c`), []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  const { program } = loaded;
  const entry = program.functionNamed('main')!;
  const options = { mallocMayFail: false, leakAtExit: false, budget: 200_000 };
  const start = performance.now();
  const result = stackEngine.analyse({ program, entry, options });
  const milliseconds = performance.now() - start;
  return { seed, result, milliseconds, verified: result.obligations.every((o) => o.status === 'proved') };
}

function aimsOf(measured: readonly Measured[]): BenchResult['aims'] {
  const printed = measured.filter((m) => m.seed.printed);
  const verified = printed.filter((m) => m.verified).length;
  const fewer = printed.filter((m) => m.result.stats.states <= m.seed.printed![0]).length;
  const broken = measured.find((m) => m.seed.program === BROKEN)!.result.findings;
  const seconds = measured.filter((m) => TIMED.has(m.seed.program)).reduce((n, m) => n + m.milliseconds, 0) / 1000;
  const merge = measured.find((m) => m.seed.program === 'merge')!;
  const memory = peakMemoryMB();
  const aim = (text: string, target: string, value: string, met: boolean) => ({
    aim: text,
    target,
    measured: value,
    met,
  });
  return [
    aim('programs of Table 4 verified', '9', String(verified), verified === 9),
    aim('of them with no more structures than printed', '9', String(fewer), fewer === 9),
    aim('bug in the broken rev found', 'yes', broken.length > 0 ? 'yes' : 'no', broken.length > 0),
    aim('merge verified', 'yes', merge.verified ? 'yes' : 'no', merge.verified),
    aim('seconds, app + delete + insert + search + rev_d + merge', '< 4', seconds.toFixed(2), seconds < 4),
    aim('peak memory in MB', '< 300', String(memory), memory < 300),
  ];
}
