// Both stages of `check` on one real project, as users run them, with what became of each finding and what it cost.
// Behind replay.ts; harnesses are written, compiled and run as well.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { USUAL } from '../src/driver/check/effort.js';
import type { Fate } from '../src/driver/check/fate.js';
import { type Means, planOf } from '../src/driver/check/means.js';
import { reproduce } from '../src/driver/check/reproduce.js';
import { latentIn, namesIn, secondRequest } from '../src/driver/check/second-request.js';
import { lookAgain, type SecondLook } from '../src/driver/check/second-stage.js';
import { readSettings, type Settings } from '../src/driver/check/settings.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import { noCache } from '../src/driver/project/cache.js';
import { ProgramWork } from '../src/driver/project/program-work.js';
import { analyseProject } from '../src/driver/project/project.js';
import { WorkerPool } from '../src/driver/project/worker-pool.js';
import type { Stop } from '../src/driver/replay/stop.js';
import type { Finding } from '../src/engines/engine.js';
import { modular } from '../src/engines/modular/engine.js';
import { QUICK_PROVERS } from '../src/engines/registry.js';
import type { SummaryEngine } from '../src/engines/summary-engine.js';
import { locateFindings } from '../src/findings/locate.js';
import type { LocatedFinding } from '../src/findings/report.js';
import { openSources } from '../src/findings/source-files.js';
import { millisecondsSince } from './result.js';
import { type HarnessOutcome, runHarness } from './run-harness.js';

export interface ReplayedProject {
  /** What became of each finding of the first stage. */
  readonly fates: ReadonlyMap<Finding, Fate>;
  /** Why runs do not reach some of them. */
  readonly stops: ReadonlyMap<Finding, Stop>;
  /** Errors that runs of the whole program show. */
  readonly shown: readonly LocatedFinding[];
  readonly harnesses: readonly HarnessOutcome[];
  /** Of runs, in the second stage. */
  readonly instructions: number;
  /** Processor time. */
  readonly seconds: { readonly first: number; readonly second: number };
}

/** `say`: told each harness that does not do as predicted. */
export async function replayProject(database: string, say: (what: string) => void): Promise<ReplayedProject> {
  const directory = mkdtempSync(join(tmpdir(), 'caulk-replay-'));
  try {
    return await replay(database, directory, say);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function replay(database: string, directory: string, say: (what: string) => void): Promise<ReplayedProject> {
  const request = { paths: [], flags: [], compileCommands: database };
  const settings = readSettings({ ...request, reproduce: directory }) as Settings;
  const second = { engines: QUICK_PROVERS, effort: USUAL };
  const means: Means<SummaryEngine> = { settings, engine: modular, second, sources: openSources(), step: () => {} };
  const begin = process.cpuUsage();
  const project = await analyseProject(findJobs(request).jobs, planOf(means), {
    ...means,
    pool: new WorkerPool(1),
    cache: noCache,
  });
  const first = secondsSince(begin);
  const { program, objects, units: all } = project;
  if (!program) throw new Error(`${database} has no file that can be read`);
  const work = new ProgramWork({ program, objects, cache: noCache, pool: new WorkerPool(1) });
  const middle = process.cpuUsage();
  const look = await lookAgain(secondRequest(project, { ...means, program, work, request, verdicts: undefined })!);
  const seconds = { first, second: secondsSince(middle) };
  const located = locateFindings(look.findings, namesIn(project), means.sources);
  const { findings } = await reproduce(look, located, { program, work, all, settings });
  const latent = latentIn(project).map((f): [Finding, Fate] => [f, 'latent']);
  const { fates, ...rest } = resultOf(look);
  return {
    ...rest,
    fates: new Map([...fates, ...latent]),
    harnesses: await runAll(findings, settings.root, say),
    seconds,
  };
}

const resultOf = ({ fates, stops, shown, stats: { instructions } }: SecondLook) => ({
  fates,
  stops,
  shown,
  instructions,
});

const secondsSince = (start: NodeJS.CpuUsage): number => Math.round(millisecondsSince(start) / 100) / 10;

async function runAll(
  findings: readonly LocatedFinding[],
  root: string,
  say: (what: string) => void,
): Promise<HarnessOutcome[]> {
  const outcomes: HarnessOutcome[] = [];
  for (const { rule, file, line, reproduction } of findings) {
    if (!reproduction) continue;
    const outcome = 'path' in reproduction ? await runHarness(join(root, reproduction.path)) : 'none';
    outcomes.push(outcome);
    const why = 'obstacle' in reproduction ? `: ${reproduction.obstacle}` : '';
    if (outcome !== 'as predicted') say(`harness of ${rule} ${file}:${line}: ${outcome}${why}`);
  }
  return outcomes;
}
