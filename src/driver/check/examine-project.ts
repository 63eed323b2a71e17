// A check of all units as one program, by an engine by summaries, with the second stage behind it.
// Between gather.ts and src/driver/project.

import { findProver } from '../../engines/registry.js';
import type { SummaryEngine } from '../../engines/summary-engine.js';
import { locateFindings } from '../../findings/locate.js';
import type { Place } from '../../findings/portrait.js';
import type { DroppedFinding } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { displayPath } from '../load/find-jobs.js';
import { noCache, openCache } from '../project/cache.js';
import { usualJobs } from '../project/executor.js';
import { ProgramWork } from '../project/program-work.js';
import { analyseProject, type ProjectAnalysis, type ProjectUnit } from '../project/project.js';
import type { ProveMeans } from '../project/prove-program.js';
import { repetitionOf } from '../replay/repetition.js';
import type { UnitAnalysis } from './analyse-unit.js';
import { type GatherRequest, type Means, planOf } from './means.js';
import { analyseForPictures } from './pictures.js';
import { proveAll, type Verdicts } from './prove-all.js';
import { reproduce } from './reproduce.js';
import { lookAgain, type RefutedFinding, type SecondLook, type SecondLookRequest } from './second-stage.js';
import {
  fatesOf,
  type NameFile,
  NO_REPORT,
  nameFor,
  type PartialReport,
  type ReadUnit,
  reportUnit,
  sum,
} from './unit-report.js';

export async function examineTogether(
  jobs: readonly CompileJob[],
  request: GatherRequest,
  means: Means<SummaryEngine>,
): Promise<PartialReport[]> {
  const cache = request.cache === false ? noCache : openCache();
  const threads = request.jobs ?? usualJobs();
  const project = await analyseProject(jobs, planOf(means), { jobs: threads, cache, step: means.step });
  const { program, objects } = project;
  const work = program && new ProgramWork({ program, objects, cache, jobs: threads });
  try {
    return await report(project, request, { ...means, work });
  } finally {
    await work?.close();
    cache.tidy();
  }
}

type WorkingMeans = Means<SummaryEngine> & { readonly work: ProgramWork | null };

async function report(project: ProjectAnalysis, request: GatherRequest, means: WorkingMeans): Promise<PartialReport[]> {
  const { program, units: all, results, problems, milliseconds } = project;
  const { work } = means;
  const start = performance.now();
  const first = results.flatMap((r) => r.findings);
  const proved = program && work && means.prove ? await proveAll(program, proofMeans(work, means)) : null;
  const verdicts = proved?.verdicts;
  const firstStage = sum(results, (r) => r.stats.states);
  const found = { findings: first, firstStage };
  const again = program && work && (await runSecondStage(all, program, found, { ...means, work, request, verdicts }));
  const jobOf = new Map(all.flatMap(({ unit, job }) => (unit ? [[unit.source, job] as const] : [])));
  const show = nameFor((source) => jobOf.get(source));
  const located = locateFindings(again?.findings ?? first, show, means.sources);
  const reproduced =
    again && program ? await reproduce(again, located, { program, work, all, settings: means.settings }) : null;
  const findings = [...(reproduced?.findings ?? located), ...(again?.shown ?? [])];
  const drawn = await analyseForDrawings(all, findings, means);
  const analyse = milliseconds.analyse + performance.now() - start;
  const whole: PartialReport = {
    ...NO_REPORT,
    findings,
    refuted: locateRefuted(again?.refuted ?? [], show, means.sources),
    secondLook: again?.stats ?? null,
    proofs: proved?.cost ?? null,
    diagnostics: [...problems, ...(again?.problems ?? []), ...(reproduced?.problems ?? []), ...drawn.problems],
    states: firstStage,
    milliseconds: { preprocess: 0, read: 0, analyse },
  };
  const both = [...drawn.results, ...results];
  const fates = fatesOf(both);
  const shared = { results: both, fates, verdicts, milliseconds: 0, canvas: means.canvas, places: findings };
  return [...all.map((read) => ({ ...reportUnit(read, shared), states: 0 })), whole];
}

function proofMeans(work: ProgramWork, means: Means): ProveMeans {
  const { budget: _, ...options } = planOf(means).options;
  return { work, plan: { ...means.prove!, options }, step: (done, all) => means.step(done, all, 'proofs') };
}

/** Engines that prove and runs examine what the first engine found. */
async function runSecondStage(
  all: readonly ProjectUnit[],
  program: PackedProgram,
  found: Pick<SecondLookRequest, 'findings' | 'firstStage'>,
  means: Means & {
    readonly work: ProgramWork;
    readonly request: GatherRequest;
    readonly verdicts: Verdicts | undefined;
  },
): Promise<SecondLook | null> {
  const { second, work } = means;
  const units = all.flatMap(({ unit }) => (unit ? [unit] : []));
  const first = all.find(({ unit }) => unit);
  if (!second || !first) return null;
  return lookAgain({
    ...second,
    units,
    program,
    work,
    ...found,
    options: planOf(means).options,
    show: (file) => displayPath(first.job, file),
    repeat: (main, input) => repetitionOf({ ...means.request, root: means.settings.root }, main, input),
    prove: verdictOn(means),
  });
}

/** From the proofs of all functions, if they have been made; otherwise within the steps of the second stage. */
function verdictOn(
  means: Means & { readonly work: ProgramWork; readonly verdicts: Verdicts | undefined },
): SecondLookRequest['prove'] {
  const { second, work, verdicts } = means;
  const { budget: _, ...options } = planOf(means).options;
  const plan = { engines: second!.engines, options, steps: second!.effort.steps };
  return async (f) => verdicts?.get(f) ?? work.prove(f, { plan });
}

/** Small programs are analysed by the engine that draws, for the drawings alone. */
async function analyseForDrawings(
  all: readonly ReadUnit[],
  places: readonly Place[],
  means: Means,
): Promise<UnitAnalysis> {
  const engine = means.canvas && means.second?.engines.includes('paths') ? await findProver('paths') : null;
  if (!engine) return { results: [], problems: [] };
  const units = all.flatMap(({ unit, job }) => (unit ? [{ unit, job }] : []));
  return analyseForPictures(units, places, { ...planOf(means), engine });
}

const locateRefuted = (refuted: readonly RefutedFinding[], show: NameFile, sources: SourceFiles): DroppedFinding[] =>
  refuted.map(({ finding, reason }) => ({ ...locateFindings([finding], show, sources)[0]!, reason }));
