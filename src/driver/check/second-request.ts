// What the second stage is asked about a project: the findings of the first, who answers, what it may cost, whom to tell.
// Between examine-project.ts and second-stage.ts; benches ask the same.

import type { Finding } from '../../engines/engine.js';
import { locateFindings } from '../../findings/locate.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { JobRequest } from '../load/find-jobs.js';
import { namesInRuns } from '../load/names-in-runs.js';
import type { ProgramWork } from '../project/program-work.js';
import type { ProjectAnalysis } from '../project/project.js';
import { repetitionOf } from '../replay/repetition.js';
import { type Means, planOf } from './means.js';
import type { Verdicts } from './prove-all.js';
import type { SecondLookRequest } from './second-stage.js';
import { type NameFile, nameFor, sum } from './unit-report.js';

export interface Asking extends Means {
  readonly program: PackedProgram;
  readonly work: ProgramWork;
  readonly request: JobRequest;
  /** The proofs of all functions, if they have been made. */
  readonly verdicts: Verdicts | undefined;
}

/** The findings that both stages tell. */
export const findingsOf = ({ results }: ProjectAnalysis): Finding[] =>
  results.flatMap((r) => r.findings).filter(({ latent }) => !latent);

/** Those that no known caller makes happen: the second stage is not asked about them. */
export const latentIn = ({ results }: ProjectAnalysis): Finding[] =>
  results.flatMap((r) => r.findings).filter(({ latent }) => latent);

/** How users name the files of a project. */
export function namesIn({ units }: ProjectAnalysis): NameFile {
  const jobs = new Map(units.flatMap(({ unit, job }) => (unit ? [[unit.source, job] as const] : [])));
  return nameFor((source) => jobs.get(source));
}

/** Null if there is no second stage. */
export function secondRequest(project: ProjectAnalysis, asking: Asking): SecondLookRequest | null {
  const { second, program, work, request, sources, step, early } = asking;
  const units = project.units.flatMap(({ unit }) => (unit ? [unit] : []));
  const first = project.units.find(({ unit }) => unit);
  if (!second || !first) return null;
  const findings = findingsOf(project);
  return {
    ...second,
    units,
    program,
    work,
    findings,
    firstStage: sum(project.results, (r) => r.stats.states),
    options: planOf(asking).options,
    show: namesInRuns(project.units.flatMap(({ unit, job }) => (unit ? [{ source: unit.source, job }] : []))),
    repeat: (main, input) => repetitionOf({ ...request, root: asking.settings.root }, main, input),
    settled: (done, { judged, shown }) => {
      step(done, findings.length, 'findings');
      early?.([...locateFindings(judged, namesIn(project), sources), ...shown]);
    },
    prove: verdictOn(asking, second),
  };
}

/** From the proofs of all functions, if they have been made; otherwise within the steps of the second stage. */
function verdictOn(asking: Asking, { engines, effort }: NonNullable<Means['second']>): SecondLookRequest['prove'] {
  const { work, verdicts } = asking;
  const { budget: _, ...options } = planOf(asking).options;
  const plan = { engines, options, steps: effort.steps };
  return async (f) => verdicts?.get(f) ?? work.prove(f, { plan });
}
