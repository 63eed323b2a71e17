// A whole project: units read by a crew, linked with the models, analysed group by group by the same crew.
// Between gather.ts, which makes a report of it, and the parts beside this file.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisResult } from '../../engines/engine.js';
import { isModel } from '../../engines/modular/result.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { hasBody } from '../../ir/link.js';
import type { PackedFunction, PackedUnit } from '../../ir/pack/open.js';
import { packUnit } from '../../ir/pack/pack.js';
import { PackedProgram } from '../../ir/pack/program.js';
import { modelsFor } from '../../models/load.js';
import type { AnalysisPlan } from '../plan.js';
import { analyseGroups } from './analyse-groups.js';
import { type Cache, noCache } from './cache.js';
import { Crew } from './crew.js';
import { type ReadUnit, readUnits } from './read-units.js';

export interface ProjectMeans {
  readonly jobs: number;
  readonly cache: Cache;
  readonly step: (done: number, all: number, what: string) => void;
}

/** A unit of the project, if it could be read. */
export interface ProjectUnit extends Pick<ReadUnit, 'job' | 'diagnostics' | 'milliseconds'> {
  readonly unit: PackedUnit | null;
}

export interface ProjectAnalysis {
  /** The units with the models; null if there is none. */
  readonly program: PackedProgram | null;
  readonly units: readonly ProjectUnit[];
  readonly results: readonly AnalysisResult[];
  readonly problems: readonly Diagnostic[];
  readonly milliseconds: { readonly read: number; readonly analyse: number };
}

export async function analyseProject(
  jobs: readonly CompileJob[],
  plan: AnalysisPlan,
  { jobs: hands, cache, step }: ProjectMeans,
): Promise<ProjectAnalysis> {
  const crew = new Crew(hands);
  const start = performance.now();
  try {
    const { read, linked } = await readAndLink(jobs, plan.models, { crew, cache, step });
    const middle = performance.now();
    const { results, problems } = linked
      ? await analyseLinked(linked, plan, { crew, cache, step: (done, all) => step(done, all, 'functions') })
      : NOTHING;
    const milliseconds = { read: middle - start, analyse: performance.now() - middle };
    const opened = linked?.opened ?? new Map<ReadUnit, PackedUnit>();
    const units = read.map((one): ProjectUnit => {
      const { job, diagnostics, milliseconds } = one;
      return { job, diagnostics, milliseconds, unit: opened.get(one) ?? null };
    });
    return { program: linked?.program ?? null, units, results, problems, milliseconds };
  } finally {
    await crew.dismiss();
    cache.tidy();
  }
}

const NOTHING = { results: [], problems: [] };

interface ReadMeans {
  readonly crew: Crew;
  readonly cache: Cache;
  readonly step: ProjectMeans['step'];
}

/** Units from the cache that cannot be opened after all were not made by us: everything is read anew. */
async function readAndLink(
  jobs: readonly CompileJob[],
  models: readonly string[],
  { crew, cache, step }: ReadMeans,
): Promise<{ readonly read: readonly ReadUnit[]; readonly linked: Linked | null }> {
  const read = await readUnits(jobs, crew, cache, (done) => step(done, jobs.length, 'units'));
  try {
    return { read, linked: linkUnits(read, models) };
  } catch (error) {
    if (cache === noCache) throw error;
    return readAndLink(jobs, models, { crew, cache: noCache, step });
  }
}

interface Linked {
  readonly objects: readonly Uint8Array[];
  readonly program: PackedProgram;
  readonly opened: ReadonlyMap<ReadUnit, PackedUnit>;
}

/** The units with the models they need; null if there is none. */
function linkUnits(read: readonly ReadUnit[], models: readonly string[]): Linked | null {
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
  readonly crew: Crew;
  readonly cache: Cache;
  step(done: number, all: number): void;
}

/** Each function of a larger program gets less of the budget. */
const LARGE = 8_192;

/** Halved with each doubling of the program, so that a few functions more or less change nothing. */
function shareOf(budget: number, functions: number): number {
  const doublings = Math.max(0, Math.ceil(Math.log2(functions / LARGE)));
  return Math.round(budget / 2 ** doublings);
}

/** Every function, or what the named ones lead to. */
async function analyseLinked(
  { objects, program }: Linked,
  { options, entries }: AnalysisPlan,
  means: LinkedMeans,
): Promise<Pick<ProjectAnalysis, 'results' | 'problems'>> {
  const named = entries.map((name) => program.functionNamed(name) as PackedFunction | null);
  const problems = entries
    .filter((_, i) => named[i] === null)
    .map((name) => diagnostic('bad-usage', `there is no function \`${name}\``));
  const all = program.defined().filter((f) => hasBody(f) && !isModel(f)) as PackedFunction[];
  const chosen = entries.length > 0 ? named.filter((f) => f !== null) : all;
  const shared = { ...options, budget: shareOf(options.budget, chosen.length) };
  try {
    const result = await analyseGroups({ objects, program, options: shared, entries: chosen, ...means });
    return { results: [result], problems: [...problems, ...failuresIn(result)] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { results: [], problems: [...problems, diagnostic('internal', `the program: ${message}`)] };
  }
}

/** Functions that the engine fell over: their callers take them for code that is not seen. */
function failuresIn({ functions }: AnalysisResult): Diagnostic[] {
  const failed = functions.filter(({ status }) => status === 'skipped');
  const [first, ...others] = failed;
  if (!first) return [];
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return [diagnostic('internal', `\`${first.function.name}\` could not be analysed${more}: ${first.reason}`)];
}
