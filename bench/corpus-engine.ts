// `caulk bench corpus --engine modular`: checks whole projects, from scratch and after a change, on all cores and on
// one, and runs other tools on the same compile commands. Each check is a process of its own, as for a user.

import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.js';
import type { Console } from '../src/cli/console.js';
import { Progress } from '../src/cli/progress.js';
import type { LocatedFinding, Report, Stats } from '../src/findings/report.js';
import { readCompileCommands } from '../src/frontend/compile-commands.js';
import type { CompileJob } from '../src/frontend/compile-job.js';
import type { BenchOptions } from './bench.js';
import { CorpusError, prepareProject } from './corpus-fetch.js';
import { CORPUS, type CorpusProject } from './corpus-projects.js';
import { onOneCore, RIVAL_NAMES, type RivalName, type RivalRun, runRival } from './corpus-rivals.js';
import { type Aim, type BenchResult, type Cell, describeMachine } from './result.js';
import { timedRun } from './timed-run.js';

/** The projects with an aim; the default. */
const USUAL: readonly string[] = ['tar', 'openssh', 'curl', 'postgresql-15'];

/** Other tools take hours for larger projects. */
const MOST_FOR_RIVALS = 400;

const PRESENT_MB = 2_400;
const PRESENT_SECONDS = 240;

export async function benchCorpusEngine(options: BenchOptions, console: Console): Promise<BenchResult> {
  const names = options.project ?? USUAL;
  const rows: Row[] = [];
  for (const project of CORPUS.filter(({ name }) => names.includes(name))) {
    const progress = new Progress(project.name, console);
    try {
      rows.push(await measure(project, progress));
    } catch (error) {
      if (!(error instanceof CorpusError)) throw error;
      console.err(`${project.name}: ${error.message}\n`);
    }
    progress.end();
  }
  const date = new Date().toISOString().slice(0, 10);
  return {
    bench: 'corpus, engine modular',
    date,
    machine: describeMachine(),
    rows: rows.map(show),
    aims: aimsOf(rows),
  };
}

interface Check {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly stats: Stats;
  readonly findings: readonly LocatedFinding[];
  /** Functions that exceeded the budget. */
  readonly timeouts: number;
}

interface Row {
  readonly project: string;
  readonly files: number;
  readonly kloc: number;
  readonly first: Check;
  readonly second: Check;
  readonly alone: Check;
  readonly rivals: Readonly<Record<RivalName, RivalRun | null>>;
}

async function measure(project: CorpusProject, progress: Progress): Promise<Row> {
  const database = prepareProject(project, (what) => progress.say(what));
  const { jobs } = readCompileCommands(database);
  const cache = mkdtempSync(join(tmpdir(), 'caulk-bench-'));
  try {
    progress.say('first run');
    const first = await check(database, { XDG_CACHE_HOME: cache }, []);
    progress.say('after a change');
    const second = await withChange(jobs, () => check(database, { XDG_CACHE_HOME: cache }, []));
    progress.say('on one core');
    const alone = await check(database, {}, onOneCore(), '--jobs', '1', '--no-cache');
    const rivals = await runRivals(jobs, progress);
    const kloc = jobs.reduce((sum, job) => sum + linesIn(resolve(job.directory, job.file)), 0) / 1000;
    return { project: project.name, files: jobs.length, kloc, first, second, alone, rivals };
  } finally {
    rmSync(cache, { recursive: true });
  }
}

async function check(
  database: string,
  env: NodeJS.ProcessEnv,
  before: readonly string[],
  ...words: readonly string[]
): Promise<Check> {
  const main = fileURLToPath(packageFile('dist/src/cli/main.js'));
  const own = [process.execPath, ...process.execArgv, main, 'check', '-p', database, '--engine', 'modular'];
  const run = await timedRun([...before, ...own, '--format', 'json', '--quiet', ...words], { directory: '/', env });
  const start = run.output.indexOf('{');
  const report = JSON.parse(run.output.slice(start)) as Pick<Report, 'stats' | 'findings' | 'functions'>;
  const timeouts = report.functions.filter(({ status }) => status === 'timeout').length;
  const { stats, findings } = report;
  return { seconds: run.seconds, cpuSeconds: run.cpuSeconds, stats, findings, timeouts };
}

/** Appends a function to the file in the middle of the list, and removes it afterwards. */
async function withChange<T>(jobs: readonly CompileJob[], work: () => Promise<T>): Promise<T> {
  const job = jobs[jobs.length >> 1]!;
  const path = resolve(job.directory, job.file);
  const text = readFileSync(path);
  const { atime, mtime } = statSync(path);
  writeFileSync(path, Buffer.concat([text, Buffer.from('\nint caulk_bench_change(int x) { return x + 1; }\n')]));
  try {
    return await work();
  } finally {
    writeFileSync(path, text);
    utimesSync(path, atime, mtime);
  }
}

async function runRivals(jobs: readonly CompileJob[], progress: Progress): Promise<Row['rivals']> {
  const runs = { gcc: null, clang: null, cppcheck: null } as Record<RivalName, RivalRun | null>;
  if (jobs.length > MOST_FOR_RIVALS) return runs;
  for (const name of RIVAL_NAMES)
    runs[name] = await runRival(name, jobs, (done) => progress.step(done, jobs.length, `units by ${name}`));
  return runs;
}

function linesIn(path: string): number {
  return readFileSync(path).reduce((count, byte) => count + Number(byte === 10), 0);
}

const round = (n: number): number => Math.round(10 * n) / 10;
const countOf = ({ findings }: Check, rule: string): number => findings.filter((f) => f.rule === rule).length;

function show({ project, files, kloc, first, second, alone, rivals }: Row): Record<string, Cell> {
  const { milliseconds, functions, peakMemoryMB } = first.stats;
  const other = ['leak', 'null-dereference', 'use-after-free', 'double-free'];
  const row: Record<string, Cell> = {
    project,
    files,
    kloc: Math.round(kloc),
    functions,
    's, all cores': round(first.seconds),
    'cpu s': round(first.cpuSeconds),
    'cc -E s (sum)': round((milliseconds.preprocess ?? 0) / 1000),
    'read s (sum)': round((milliseconds.read ?? 0) / 1000),
    'analyse s': round((milliseconds.analyse ?? 0) / 1000),
    'peak MB': peakMemoryMB,
    'changed s': round(second.seconds),
    'changed cpu s': round(second.cpuSeconds),
    'changed %': round((100 * second.cpuSeconds) / first.cpuSeconds),
    leaks: countOf(first, 'leak'),
    'null derefs': countOf(first, 'null-dereference'),
    'double free or use after free': countOf(first, 'use-after-free') + countOf(first, 'double-free'),
    others: first.findings.filter((f) => !other.includes(f.rule)).length,
    'out of budget': first.timeouts,
    'one core: cpu s': round(alone.cpuSeconds),
  };
  for (const name of RIVAL_NAMES) {
    row[`${name} cpu s`] = rivals[name] && round(rivals[name].cpuSeconds);
    row[`${name} leaks`] = rivals[name] && rivals[name].leaks;
  }
  return row;
}

function aimsOf(rows: readonly Row[]): Aim[] {
  const aims: Aim[] = [];
  for (const { project, alone, rivals } of rows.filter(({ project }) => ['tar', 'openssh'].includes(project)))
    for (const name of RIVAL_NAMES) {
      const rival = rivals[name];
      if (!rival) continue;
      aims.push({
        aim: `${project}: faster than ${name}, one core each`,
        target: `< ${round(rival.cpuSeconds)} s`,
        measured: `${round(alone.cpuSeconds)} s`,
        met: alone.cpuSeconds < rival.cpuSeconds,
      });
    }
  for (const { project, first } of rows.filter(({ project }) => project === 'postgresql-15')) {
    const cores = availableParallelism();
    const { peakMemoryMB } = first.stats;
    aims.push(
      atMost(`${project}: complete, on ${cores} cores`, first.seconds, PRESENT_SECONDS, 's'),
      atMost(`${project}: memory`, peakMemoryMB, PRESENT_MB, 'MB'),
    );
  }
  for (const { project, first, second } of rows)
    aims.push(atMost(`${project}: recheck after a change`, (100 * second.cpuSeconds) / first.cpuSeconds, 10, '%'));
  return aims;
}

const atMost = (aim: string, value: number, most: number, unit: string): Aim => ({
  aim,
  target: `< ${most} ${unit}`,
  measured: `${round(value)} ${unit}`,
  met: value < most,
});
