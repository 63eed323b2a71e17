// Reads every unit, lets an engine analyse it, and keeps what a report needs: places, functions, diagnostics, numbers.
// The loop of `check`; nothing of a unit is held once the next one is read.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { SourceText } from '../../base/source.js';
import type { AnalysisResult, Engine, Finding } from '../../engines/engine.js';
import { locateFindings } from '../../findings/locate.js';
import { type Canvas, type Portrait, paintUnit } from '../../findings/portrait.js';
import type { DroppedFinding, FunctionEntry, LocatedFinding, SecondLookStats, Stats } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { hasBody, outlineIn, placeIn } from '../../ir/link.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import { displayPath, findJobs, type JobRequest } from '../load/find-jobs.js';
import { type Loaded, loadUnits, peakMemoryMB } from '../load/load-units.js';
import type { AnalysisPlan } from '../plan.js';
import { type Cache, noCache, openCache } from '../project/cache.js';
import { usualJobs } from '../project/executor.js';
import { analyseProject } from '../project/project.js';
import { KeptTestimonies } from '../project/testimonies.js';
import { replayFindings } from '../replay/replay.js';
import { analyseUnit, type UnitAnalysis } from './analyse-unit.js';
import { lookAgain, type RefutedFinding, type SecondLook, type SecondLookRequest } from './second-stage.js';
import type { Settings } from './settings.js';

/** What all units together gave. */
export interface Gathered {
  readonly findings: readonly LocatedFinding[];
  /** What a second look proved not to happen. */
  readonly refuted: readonly DroppedFinding[];
  /** Every file of the project that was read, headers too, as a person names it. */
  readonly files: readonly string[];
  readonly functions: readonly FunctionEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly stats: Stats;
  /** The heaps of functions, if a canvas was given. */
  readonly portraits: readonly Portrait[];
}

export interface GatherRequest extends JobRequest {
  /** Threads that work, and compilers that run, at once. */
  readonly jobs?: number;
  /** false: nothing of earlier runs is used, nothing is kept for later ones. */
  readonly cache?: boolean;
}

/** Abstract steps per entry. */
const BUDGET = 2_500;

export interface Means {
  readonly settings: Settings;
  readonly engine: Engine;
  /** Who looks again at what the engine finds, and how long. */
  readonly second?: Pick<SecondLookRequest, 'engines' | 'effort'>;
  readonly sources: SourceFiles;
  /** Told how much of what is done. */
  readonly step: (done: number, all: number, what: string) => void;
  /** For reports with pictures. */
  readonly canvas?: Canvas;
  /** Abstract steps per entry, if there shall be more or fewer than usual. */
  readonly budget?: number;
}

export async function gatherFindings(request: GatherRequest, means: Means): Promise<Gathered> {
  const start = performance.now();
  const { jobs, diagnostics } = findJobs(request);
  const wanted = jobs.filter((job) => !means.settings.isExcluded(displayPath(job, job.file)));
  const excluded = jobs.length > 0 && wanted.length === 0;
  const problems = excluded ? [diagnostic('not-c', 'the configuration excludes every file')] : [];
  const parts = await (means.engine.analyseAll ? examineTogether : examineEach)(wanted, request, means);
  const functions = unique(parts.flatMap((part) => part.functions)); // an inline function of a header counts once
  return {
    findings: parts.flatMap((part) => part.findings),
    refuted: parts.flatMap((part) => part.refuted),
    files: [...new Set(parts.flatMap((part) => part.files))],
    functions,
    portraits: parts.flatMap((part) => part.portraits),
    diagnostics: unique([...diagnostics, ...problems, ...parts.flatMap((part) => part.diagnostics)]),
    stats: {
      files: parts.filter((part) => part.files.length > 0).length,
      functions: functions.length,
      instructions: sum(parts, (part) => part.instructions),
      states: sum(parts, (part) => part.states),
      milliseconds: {
        preprocess: Math.round(sum(parts, (part) => part.milliseconds.preprocess)),
        read: Math.round(sum(parts, (part) => part.milliseconds.read)),
        analyse: Math.round(sum(parts, (part) => part.milliseconds.analyse)),
        total: Math.round(performance.now() - start),
      },
      peakMemoryMB: peakMemoryMB(),
      secondLook: parts.find((part) => part.secondLook)?.secondLook ?? null,
    },
  };
}

/** What is told of a unit, whoever has read it. */
type Described = Omit<Loaded, 'bytes'>;

/** What one unit gave. */
interface Part extends Pick<Gathered, 'findings' | 'refuted' | 'files' | 'functions' | 'diagnostics' | 'portraits'> {
  readonly secondLook: SecondLookStats | null;
  readonly instructions: number;
  readonly states: number;
  readonly milliseconds: { readonly preprocess: number; readonly read: number; readonly analyse: number };
}

async function examineEach(jobs: readonly CompileJob[], request: GatherRequest, means: Means): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const loaded of loadUnits(jobs, request.jobs)) {
    parts.push(examine(loaded, means));
    means.step(parts.length, jobs.length, 'units');
  }
  return parts;
}

function examine(loaded: Loaded, means: Means): Part {
  const { unit, job } = loaded;
  if (!unit) return describe(loaded, [], NO_FATES, 0, means);
  const start = performance.now();
  const { results, problems } = guarded(displayPath(job, job.file), () =>
    analyseUnit(unit, job.target, { ...planOf(means), openAs: (file) => displayPath(job, file) }),
  );
  const part = describe(loaded, results, fatesOf(results), performance.now() - start, means);
  const findings = results.flatMap((result) =>
    locateFindings(
      replayFindings([unit], result.findings),
      nameFor(() => job),
      means.sources,
    ),
  );
  return { ...part, findings, diagnostics: [...part.diagnostics, ...problems] };
}

/** One program of all units, for an engine that sees it whole. */
async function examineTogether(jobs: readonly CompileJob[], request: GatherRequest, means: Means): Promise<Part[]> {
  const cache = request.cache === false ? noCache : openCache();
  const {
    program,
    units: all,
    results,
    problems,
    milliseconds,
  } = await analyseProject(jobs, planOf(means), {
    jobs: request.jobs ?? usualJobs(),
    cache,
    step: means.step,
  });
  const start = performance.now();
  const first = results.flatMap((r) => r.findings);
  const again = program && examineOnceMore(all, program, first, { ...means, cache });
  const pictures = examineForPictures(all, means);
  const analyse = milliseconds.analyse + performance.now() - start;
  const jobOf = new Map(all.flatMap(({ unit, job }) => (unit ? [[unit.source, job] as const] : [])));
  const show = nameFor((source) => jobOf.get(source));
  const whole: Part = {
    ...NO_PART,
    findings: [...locateFindings(again?.findings ?? first, show, means.sources), ...(again?.shown ?? [])],
    refuted: locateRefuted(again?.refuted ?? [], show, means.sources),
    secondLook: again?.stats ?? null,
    diagnostics: [...problems, ...(again?.problems ?? [])],
    states: sum(results, (r) => r.stats.states),
    milliseconds: { preprocess: 0, read: 0, analyse },
  };
  const both = [...results, ...pictures];
  const fates = fatesOf(both);
  return [...all.map((loaded) => ({ ...describe(loaded, both, fates, 0, means), states: 0 })), whole];
}

/** Engines and runs look again at what the first one found. */
function examineOnceMore(
  all: readonly Described[],
  program: PackedProgram,
  found: readonly Finding[],
  means: Means & { readonly cache: Cache },
): SecondLook | null {
  const { second } = means;
  const units = all.flatMap(({ unit }) => (unit ? [unit] : []));
  const first = all.find(({ unit }) => unit);
  if (!second || !first) return null;
  return lookAgain({
    ...second,
    units,
    program,
    findings: found,
    options: planOf(means).options,
    show: (file) => displayPath(first.job, file),
    testimonies: new KeptTestimonies(program, means.cache),
  });
}

/** The engine that draws goes over small programs for their pictures alone. */
function examineForPictures(all: readonly Described[], means: Means): AnalysisResult[] {
  const engine = means.canvas && means.second?.engines.find((e) => e.name === 'paths');
  if (!engine || all.length > MOST_DRAWN) return [];
  return all.flatMap(({ unit, job }) => {
    if (!unit?.functions.some((f) => f.name === 'main' && f.body)) return [];
    const plan = { ...planOf(means), engine, openAs: (file: string) => displayPath(job, file) };
    return [...guarded(displayPath(job, job.file), () => analyseUnit(unit, job.target, plan)).results];
  });
}

/** More files than this are a project, and no collection of small programs. */
const MOST_DRAWN = 12;

/** Files of models keep their names, others are shown as seen from here. */
const nameFor =
  (jobOf: (source: SourceText) => CompileJob | undefined) =>
  (source: SourceText, file: string): string => {
    const job = jobOf(source);
    return file.startsWith('<') || !job ? file : displayPath(job, file);
  };

function describe(
  loaded: Described,
  results: readonly AnalysisResult[],
  fates: Fates,
  analyse: number,
  { canvas }: Means,
): Part {
  const { unit, job } = loaded;
  const diagnostics = nameFiles(loaded, loaded.diagnostics);
  const milliseconds = { ...loaded.milliseconds, analyse };
  if (!unit) return { ...NO_PART, diagnostics, milliseconds };
  const lost = unit.lost.map(({ reason }) => reason);
  return {
    ...NO_PART,
    files: unit.source.ownFiles().map((file) => displayPath(job, file)),
    functions: listFunctions(loaded, unit, fates),
    portraits: canvas ? paintUnit(unit, results, canvas, (file) => displayPath(job, file)) : [],
    diagnostics: [...diagnostics, ...nameFiles(loaded, lost)],
    instructions: countInstructions(unit),
    states: sum(results, (result) => result.stats.states),
    milliseconds,
  };
}

const locateRefuted = (
  refuted: readonly RefutedFinding[],
  ...scene: [ReturnType<typeof nameFor>, SourceFiles]
): DroppedFinding[] => refuted.map(({ finding, reason }) => ({ ...locateFindings([finding], ...scene)[0]!, reason }));

const NO_PART = {
  findings: [],
  refuted: [],
  secondLook: null,
  files: [],
  functions: [],
  portraits: [],
  instructions: 0,
  states: 0,
};

function planOf({ engine, budget = BUDGET, settings }: Means): AnalysisPlan {
  const { mallocMayFail, leakAtExit, entry, models } = settings;
  const options = { mallocMayFail, leakAtExit, failingAllocations: 'followed', budget } as const;
  return { engine, options, entries: entry, models };
}

/** A bug of ours in one place must not cost the others. */
function guarded(what: string, work: () => UnitAnalysis): UnitAnalysis {
  try {
    return work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { results: [], problems: [diagnostic('internal', `${what}: ${message}`)] };
  }
}

/** The same diagnostics with paths that can be opened from here. */
function nameFiles({ job }: Described, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((d) =>
    d.location ? { ...d, location: { ...d.location, file: displayPath(job, d.location.file) } } : d,
  );
}

/** What a header brings to many units is told once. */
function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Without the functions that system headers define: nobody wants to hear of them. */
function listFunctions({ job }: Described, unit: Unit, fates: Fates): FunctionEntry[] {
  const read = unit.functions.filter(hasBody).flatMap((symbol): FunctionEntry[] => {
    const { file, line, system } = placeIn(symbol);
    const { status, reason } = fates.get(symbol) ?? NOT_REACHED;
    return system ? [] : [{ name: symbol.name, file: displayPath(job, file), line, status, reason }];
  });
  const lost = unit.lost.map(({ name, reason }): FunctionEntry => {
    const file = displayPath(job, reason.location?.file ?? job.file);
    return { name, file, line: reason.location?.line ?? 0, status: 'skipped', reason: reason.message };
  });
  return [...read, ...lost];
}

type Fate = Pick<FunctionEntry, 'status' | 'reason'>;
type Fates = ReadonlyMap<FunctionSymbol, Fate>;

const NO_FATES: Fates = new Map();
const NOT_REACHED: Fate = { status: 'skipped', reason: 'no entry leads to it' };
const BETTER: readonly FunctionEntry['status'][] = ['skipped', 'timeout', 'analysed'];

/** A function may be reached from several entries: the best of what became of it. */
function fatesOf(results: readonly AnalysisResult[]): Fates {
  const fates = new Map<FunctionSymbol, Fate>();
  for (const { functions } of results)
    for (const { function: f, status, reason } of functions) {
      const known = fates.get(f);
      if (!known || BETTER.indexOf(status) > BETTER.indexOf(known.status)) fates.set(f, { status, reason });
    }
  return fates;
}

function countInstructions(unit: Unit): number {
  let count = 0;
  for (const f of unit.functions) if (hasBody(f)) count += outlineIn(f).instructions;
  return count;
}

function sum<T>(values: readonly T[], measure: (value: T) => number): number {
  return values.reduce((total, value) => total + measure(value), 0);
}
