// A whole project: units are read, linked with the models and analysed by an engine by summaries, in one pool of workers.
// Between gather.ts, which makes a report of it, and the parts beside this file.

import { describeError } from '../../base/crash.js';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisResult } from '../../engines/engine.js';
import type { SummaryEngine } from '../../engines/summary-engine.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import type { PackedFunction, PackedUnit } from '../../ir/pack/open.js';
import { packUnit } from '../../ir/pack/pack.js';
import { PackedProgram } from '../../ir/pack/program.js';
import { modelsFor } from '../../models/load.js';
import type { AnalysisPlan } from '../plan.js';
import { analyseInThreads } from './analyse-program.js';
import { type Cache, noCache } from './cache.js';
import { type ReadUnit, readUnits } from './read-units.js';
import type { Stopper } from './stopper.js';
import type { Workforce } from './worker-pool.js';

export interface ProjectMeans {
  /** Closed at the end. */
  readonly pool: Workforce;
  readonly cache: Cache;
  readonly step: (done: number, all: number, what: string) => void;
  /** Asked between pieces of work. */
  readonly stopper?: Stopper;
}

/** A unit of the project, if it could be read. */
export interface ProjectUnit extends Pick<ReadUnit, 'job' | 'diagnostics' | 'milliseconds'> {
  readonly unit: PackedUnit | null;
}

export interface ProjectAnalysis {
  /** The units with the models; null if there is none. */
  readonly program: PackedProgram | null;
  /** The bytes of its units, for workers. */
  readonly objects: readonly Uint8Array[];
  readonly units: readonly ProjectUnit[];
  readonly results: readonly AnalysisResult[];
  readonly problems: readonly Diagnostic[];
  readonly milliseconds: { readonly read: number; readonly analyse: number };
}

export async function analyseProject(
  jobs: readonly CompileJob[],
  plan: AnalysisPlan<SummaryEngine>,
  { pool, cache, step, stopper }: ProjectMeans,
): Promise<ProjectAnalysis> {
  const start = performance.now();
  try {
    const { read, linked } = await readAndLink(jobs, plan.models, { pool, cache, step, stopper });
    const middle = performance.now();
    const { results, problems } = linked
      ? await analyseLinked(linked, plan, { pool, cache, stopper, step: (done, all) => step(done, all, 'functions') })
      : NOTHING;
    const milliseconds = { read: middle - start, analyse: performance.now() - middle };
    const opened = linked?.opened ?? new Map<ReadUnit, PackedUnit>();
    const units = read.map((one): ProjectUnit => {
      const { job, diagnostics, milliseconds } = one;
      return { job, diagnostics, milliseconds, unit: opened.get(one) ?? null };
    });
    const objects = linked?.objects ?? [];
    return { program: linked?.program ?? null, objects, units, results, problems, milliseconds };
  } finally {
    await pool.close();
  }
}

const NOTHING = { results: [], problems: [] };

interface ReadMeans {
  readonly pool: Workforce;
  readonly cache: Cache;
  readonly stopper: Stopper | undefined;
  readonly step: ProjectMeans['step'];
}

/** If the units cannot be opened, one in the cache is damaged in a way that its checksum does not show: all are read anew. */
async function readAndLink(
  jobs: readonly CompileJob[],
  models: readonly string[],
  { pool, cache, step, stopper }: ReadMeans,
): Promise<{ readonly read: readonly ReadUnit[]; readonly linked: Linked | null }> {
  const read = await readUnits(jobs, pool, cache, (done) => {
    stopper?.throwIfAborted();
    step(done, jobs.length, 'units');
  });
  try {
    return { read, linked: linkUnits(read, models) };
  } catch (error) {
    if (cache === noCache) throw error;
    return readAndLink(jobs, models, { pool, cache: noCache, step, stopper });
  }
}

export interface Linked {
  readonly objects: readonly Uint8Array[];
  readonly program: PackedProgram;
  readonly opened: ReadonlyMap<ReadUnit, PackedUnit>;
}

/** The units with the models they need; null if there is none. */
export function linkUnits(read: readonly ReadUnit[], models: readonly string[]): Linked | null {
  const readable = read.filter((one) => one.object !== null);
  const [first] = readable;
  if (!first) return null;
  const own = readable.map(({ object }) => object!);
  const bare = PackedProgram.open(own);
  const added = modelsFor(bare.units, first.job.target, models).map((unit) => {
    const { name } = unit.source;
    return packUnit(unit, { id: name, main: name, pathOf: (file) => file });
  });
  const program = bare.with(added);
  return {
    objects: [...own, ...added],
    program,
    opened: new Map(readable.map((one, i) => [one, program.units[i]!])),
  };
}

interface LinkedMeans {
  readonly pool: Workforce;
  readonly cache: Cache;
  readonly stopper: Stopper | undefined;
  step(done: number, all: number): void;
}

/**
 * Every function, or what the named ones lead to. If it crashes with results of earlier runs, these may be damaged in a way that their shape
 * does not show: all are computed anew.
 */
async function analyseLinked(
  linked: Linked,
  plan: AnalysisPlan<SummaryEngine>,
  { pool, cache, step, stopper }: LinkedMeans,
): Promise<Pick<ProjectAnalysis, 'results' | 'problems'>> {
  const { objects, program } = linked;
  const { engine, options, entries: names, illustrated } = plan;
  const named = names.map((name) => program.functionNamed(name) as PackedFunction | null);
  const problems = names
    .filter((_, i) => named[i] === null)
    .map((name) => diagnostic('bad-usage', `there is no function \`${name}\``));
  const entries = named.filter((f) => f !== null);
  if (names.length > 0 && entries.length === 0) return { results: [], problems };
  try {
    const wish = { ...(illustrated ? { illustrated } : {}), ...(stopper ? { stopper } : {}) };
    const result = await analyseInThreads({ engine, objects, program, options, entries, pool, cache, step, ...wish });
    return { results: [result], problems: [...problems, ...crashesIn(result)] };
  } catch (error) {
    stopper?.throwIfAborted();
    if (cache !== noCache) return analyseLinked(linked, plan, { pool, cache: noCache, step, stopper });
    return { results: [], problems: [...problems, diagnostic('internal', `the program: ${describeError(error)}`)] };
  }
}

/** Functions whose analysis crashed: for their callers they are unknown calls. */
function crashesIn({ functions }: AnalysisResult): Diagnostic[] {
  const failed = functions.filter(({ status }) => status === 'skipped');
  const [first, ...others] = failed;
  if (!first) return [];
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return [diagnostic('internal', `\`${first.function.name}\` could not be analysed${more}: ${first.reason?.text}`)];
}
