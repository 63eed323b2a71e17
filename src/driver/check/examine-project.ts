// A check of all units as one program, by an engine by summaries, with the second stage behind it.
// Between gather.ts and src/driver/project.

import type { Finding } from '../../engines/engine.js';
import type { ProverName } from '../../engines/registry.js';
import type { SummaryEngine } from '../../engines/summary-engine.js';
import { locateFindings } from '../../findings/locate.js';
import type { Place } from '../../findings/portrait.js';
import type { DroppedFinding } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { displayPath } from '../load/find-jobs.js';
import { type Cache, noCache, openCache } from '../project/cache.js';
import { usualJobs } from '../project/executor.js';
import type { FunctionVerdict } from '../project/function-prover.js';
import { KeptAnswers } from '../project/kept-answers.js';
import { KeptInputs } from '../project/kept-inputs.js';
import { analyseProject } from '../project/project.js';
import { type ProveMeans, proverOf } from '../project/prove-program.js';
import { repeatCommand } from '../replay/repetition.js';
import type { UnitAnalysis } from './analyse-unit.js';
import { type GatherRequest, type Means, planOf } from './means.js';
import { analyseForPictures } from './pictures.js';
import { proveAll, type Verdicts } from './prove-all.js';
import { reproduce } from './reproduce.js';
import { lookAgain, type RefutedFinding, type SecondLook } from './second-stage.js';
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
  const { program, objects, units: all, results, problems, milliseconds } = project;
  const start = performance.now();
  const found = results.flatMap((r) => r.findings);
  const first = found.filter((f) => !f.latent);
  const latent = found.filter((f) => f.latent);
  const proved =
    program && means.prove ? await proveAll(proofMeans(program, objects, means, { cache, threads })) : null;
  const again =
    program && runSecondStage(all, program, first, { ...means, cache, request, verdicts: proved?.verdicts });
  const jobOf = new Map(all.flatMap(({ unit, job }) => (unit ? [[unit.source, job] as const] : [])));
  const show = nameFor((source) => jobOf.get(source));
  const judged = [...(again?.findings ?? first), ...(means.settings.latent ? latent : [])];
  const located = locateFindings(judged, show, means.sources);
  const reproduced = again && program ? reproduce(again, located, { program, all, settings: means.settings }) : null;
  const findings = [...(reproduced?.findings ?? located), ...(again?.shown ?? [])];
  const drawn = analyseForDrawings(all, findings, means);
  const analyse = milliseconds.analyse + performance.now() - start;
  const whole: PartialReport = {
    ...NO_REPORT,
    findings,
    refuted: locateRefuted(
      [...(again?.refuted ?? []), ...(means.settings.latent ? [] : latent.map(dropLatent))],
      show,
      means.sources,
    ),
    secondLook: again?.stats ?? null,
    proofs: proved?.cost ?? null,
    diagnostics: [...problems, ...(again?.problems ?? []), ...(reproduced?.problems ?? []), ...drawn.problems],
    states: sum(results, (r) => r.stats.states),
    milliseconds: { preprocess: 0, read: 0, analyse },
  };
  const both = [...drawn.results, ...results];
  const fates = fatesOf(both);
  const verdicts = proved?.verdicts;
  const shared = { results: both, fates, verdicts, milliseconds: 0, canvas: means.canvas, places: findings };
  return [...all.map((read) => ({ ...reportUnit(read, shared), states: 0 })), whole];
}

function proofMeans(
  program: PackedProgram,
  objects: readonly Uint8Array[],
  means: Means,
  { cache, threads }: { readonly cache: Cache; readonly threads: number },
): ProveMeans {
  const { budget: _, ...options } = planOf(means).options;
  const step = (done: number, all: number) => means.step(done, all, 'proofs');
  return { program, objects, plan: { ...means.prove!, options }, cache, jobs: threads, step };
}

/** Engines that prove and runs examine what the first engine found. */
function runSecondStage(
  all: readonly ReadUnit[],
  program: PackedProgram,
  found: readonly Finding[],
  means: Means & { readonly cache: Cache; readonly request: GatherRequest; readonly verdicts: Verdicts | undefined },
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
    answers: new KeptAnswers(program, means.cache),
    inputs: new KeptInputs(program, means.cache),
    repeat: (main, input) => repeatCommand(means.request, main, input),
    prove: verdictOn(program, means),
  });
}

/** From the proofs of all functions, if they have been made; otherwise within the steps of the second stage. */
function verdictOn(
  program: PackedProgram,
  means: Means & { readonly cache: Cache; readonly verdicts: Verdicts | undefined },
): (f: FunctionSymbol) => FunctionVerdict {
  const { second, cache, verdicts } = means;
  const { budget: _, ...options } = planOf(means).options;
  const engines = second!.engines.filter((e) => e.slices);
  const names = engines.map(({ name }) => name as ProverName);
  const prove = proverOf({ program, cache, plan: { engines: names, options, steps: second!.effort.steps } }, engines);
  return (f) => verdicts?.get(f as PackedFunction) ?? prove(f as PackedFunction);
}

/** Small programs are analysed by the engine that draws, for the drawings alone. */
function analyseForDrawings(all: readonly ReadUnit[], places: readonly Place[], means: Means): UnitAnalysis {
  const engine = means.canvas && means.second?.engines.find((e) => e.name === 'paths');
  if (!engine) return { results: [], problems: [] };
  const units = all.flatMap(({ unit, job }) => (unit ? [{ unit, job }] : []));
  return analyseForPictures(units, places, { ...planOf(means), engine });
}

const dropLatent = (finding: Finding): RefutedFinding => ({
  finding,
  reason: `no known caller ${finding.condition ? `makes ${finding.condition}` : 'makes it happen'}; --latent tells it`,
});

const locateRefuted = (refuted: readonly RefutedFinding[], show: NameFile, sources: SourceFiles): DroppedFinding[] =>
  refuted.map(({ finding, reason }) => ({ ...locateFindings([finding], show, sources)[0]!, reason }));
