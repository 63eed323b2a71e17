// `caulk bench speed`: lexing, parsing, typing and lowering SQLite, compared with `gcc -fsyntax-only` on the same text.
// Each measurement is a fresh process. The time of gcc includes its start-up of a few milliseconds; ours is that of
// readUnit alone, without the start-up of Node. The first read of a process includes JIT compilation; later ones, as in
// a project of many units, do not.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Console } from '../src/cli/console.js';
import { readCompileCommands } from '../src/frontend/compile-commands.js';
import { preprocess } from '../src/frontend/preprocess.js';
import type { BenchOptions } from './bench.js';
import { CorpusError, prepareProject } from './corpus-fetch.js';
import { CORPUS } from './corpus-projects.js';
import { type Aim, type BenchResult, describeMachine, median } from './result.js';
import type { SpeedMeasure } from './speed-measure.js';

const RUNS = 5;
const MOST_TIMES_GCC = 1.5;
const MOST_MEMORY_MB = 500;

export async function benchSpeed(_options: BenchOptions, console: Console): Promise<BenchResult> {
  const empty = { bench: 'speed', date: new Date().toISOString().slice(0, 10), machine: describeMachine(), aims: [] };
  const folder = mkdtempSync(join(tmpdir(), 'caulk-speed-'));
  try {
    const text = await writeAmalgamation(folder, console);
    return { ...empty, ...measureAll(text) };
  } catch (error) {
    if (!(error instanceof CorpusError)) throw error;
    console.err(`speed: ${error.message}\n`);
    return { ...empty, rows: [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeAmalgamation(folder: string, console: Console): Promise<string> {
  const project = CORPUS.find(({ name }) => name === 'sqlite3')!;
  const { jobs } = readCompileCommands(prepareProject(project, (what) => console.err(`sqlite3: ${what}\n`)));
  const job = jobs.find(({ file }) => /(?:^|\/)sqlite3\.c$/.test(file));
  if (!job) throw new CorpusError('the build of sqlite3 does not compile sqlite3.c');
  const result = await preprocess(job);
  if ('failure' in result) throw new CorpusError(result.failure.message);
  const path = join(folder, 'sqlite3.i');
  writeFileSync(path, result.bytes);
  return path;
}

/** The two alternate, so that other load on the machine affects both. */
function measureAll(text: string): Pick<BenchResult, 'rows' | 'aims'> {
  const gcc: number[] = [];
  const ours: SpeedMeasure[] = [];
  for (let i = 0; i < RUNS; i++) {
    gcc.push(timeGcc(text));
    ours.push(measureOurs(text));
  }
  const compiler = median(gcc);
  const first = ours.map((run) => run.first);
  const later = ours.map((run) => run.later);
  const memory = Math.max(...ours.map((run) => run.peakMemoryMB));
  return {
    rows: [row('gcc -fsyntax-only', gcc), row('readUnit, first in a process', first), row('readUnit, later', later)],
    aims: [
      timesAim('first read against gcc', median(first) / compiler),
      timesAim('later reads against gcc', median(later) / compiler),
      { aim: 'peak memory', target: `< ${MOST_MEMORY_MB} MB`, measured: `${memory} MB`, met: memory < MOST_MEMORY_MB },
    ],
  };
}

const row = (what: string, times: readonly number[]): Record<string, string | number> => ({
  what,
  'median ms': Math.round(median(times)),
  'best ms': Math.round(Math.min(...times)),
});

const timesAim = (aim: string, times: number): Aim => ({
  aim,
  target: `≤ ${MOST_TIMES_GCC} ×`,
  measured: `${times.toFixed(2)} ×`,
  met: times <= MOST_TIMES_GCC,
});

function timeGcc(text: string): number {
  const start = performance.now();
  const { status } = spawnSync('gcc', ['-fsyntax-only', '-w', text]);
  if (status !== 0) throw new CorpusError('gcc is missing or does not accept the text');
  return performance.now() - start;
}

function measureOurs(text: string): SpeedMeasure {
  const script = fileURLToPath(new URL('./speed-measure.js', import.meta.url));
  if (!existsSync(script)) throw new CorpusError('caulk is not built');
  const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, script, text], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new CorpusError(`reading SQLite failed: ${stderr.split('\n').slice(0, 8).join('\n')}`);
  return JSON.parse(stdout) as SpeedMeasure;
}
