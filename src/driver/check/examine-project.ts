// A check of all units as one program, by an engine by summaries, with the second stage behind it.
// Between gather.ts and src/driver/project.

import type { Finding } from '../../engines/engine.js';
import { findProver } from '../../engines/registry.js';
import type { SummaryEngine } from '../../engines/summary-engine.js';
import { locateFindings, locatorFor } from '../../findings/locate.js';
import type { Place } from '../../findings/portrait.js';
import type { DroppedFinding } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { type Cache, openCache } from '../project/cache.js';
import { usualJobs } from '../project/executor.js';
import { ProgramWork } from '../project/program-work.js';
import { analyseProject, type ProjectAnalysis } from '../project/project.js';
import type { ProveMeans } from '../project/prove-program.js';
import { WorkerPool } from '../project/worker-pool.js';
import type { UnitAnalysis } from './analyse-unit.js';
import { type GatherRequest, type Means, planOf, type Workplace } from './means.js';
import { analyseForPictures } from './pictures.js';
import { proveAll } from './prove-all.js';
import { reproduce } from './reproduce.js';
import { findingsOf, latentIn, namesIn, secondRequest } from './second-request.js';
import { lookAgain, type RefutedFinding } from './second-stage.js';
import { tellAll } from './stories.js';
import {
  fatesOf,
  type NameFile,
  NO_REPORT,
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
  const { cache, hire } = means.workplace ?? workplaceFor(request, means.settings.root);
  const { step, stopper } = means;
  const tools = { cache, ...(stopper ? { stopper } : {}) };
  const project = await analyseProject(jobs, planOf(means), { ...tools, pool: hire(), step });
  const { program, objects } = project;
  const linked = program && { program, work: new ProgramWork({ program, objects, ...tools, pool: hire() }) };
  try {
    const parts = await report(project, request, means, linked);
    stopper?.throwIfAborted();
    return parts;
  } finally {
    await linked?.work.close();
    await cache.close();
  }
}

/** For one check. */
const workplaceFor = (request: GatherRequest, root: string): Workplace => ({
  cache: cacheFor(request, root),
  hire: request.hire ?? (() => new WorkerPool(request.jobs ?? usualJobs())),
});

export function cacheFor({ cache, sharedStore }: GatherRequest, root: string): Cache {
  const here = cache === false ? { folder: null } : {};
  return openCache({ root, ...here, ...(sharedStore ? { store: sharedStore } : {}) });
}

/** What there is to work with once the project is linked. */
interface Linked {
  readonly program: PackedProgram;
  readonly work: ProgramWork;
}

async function report(
  project: ProjectAnalysis,
  request: GatherRequest,
  means: Means<SummaryEngine>,
  linked: Linked | null,
): Promise<PartialReport[]> {
  const { units: all, results, problems, milliseconds } = project;
  const { settings, sources } = means;
  const start = performance.now();
  const proved = linked && means.prove ? await proveAll(linked.program, proofMeans(linked.work, means)) : null;
  const verdicts = proved?.verdicts;
  const asked = linked && secondRequest(project, { ...means, ...linked, request, verdicts });
  const again = asked && (await lookAgain(asked));
  const latent = latentIn(project);
  const located = locateFindings(again?.findings ?? findingsOf(project), namesIn(project), sources);
  const reproduced = again && linked ? await reproduce(again, located, { ...linked, all, settings }) : null;
  const sited = reproduced?.findings ?? located;
  const told = again ? tellAll(again, sited, locatorFor(namesIn(project), sources)) : sited;
  const findings = [...told, ...locateFindings(settings.latent ? latent : [], namesIn(project), sources)];
  const drawn = await analyseForDrawings(all, findings, means);
  const analyse = milliseconds.analyse + performance.now() - start;
  const whole: PartialReport = {
    ...NO_REPORT,
    findings,
    refuted: locateRefuted(
      [...(again?.refuted ?? []), ...(settings.latent ? [] : latent.map(dropLatent))],
      namesIn(project),
      sources,
    ),
    secondLook: again?.stats ?? null,
    proofs: proved?.cost ?? null,
    diagnostics: [...problems, ...(again?.problems ?? []), ...(reproduced?.problems ?? []), ...drawn.problems],
    states: sum(results, (r) => r.stats.states),
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

const dropLatent = (finding: Finding): RefutedFinding => ({
  finding,
  reason: `no known caller ${finding.condition ? `makes ${finding.condition}` : 'makes it happen'}; --latent tells it`,
});

const locateRefuted = (refuted: readonly RefutedFinding[], show: NameFile, sources: SourceFiles): DroppedFinding[] =>
  refuted.map(({ finding, reason }) => ({ ...locateFindings([finding], show, sources)[0]!, reason }));
