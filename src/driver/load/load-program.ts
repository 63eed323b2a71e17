// C files, preprocessed, read and linked with the models to one program: what `prove` and `shapes` work on.
// From the command line through load-units.ts to an engine.

import { resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { hasBody, type Program } from '../../ir/link.js';
import type { Unit } from '../../ir/program.js';
import { linkWithModels } from '../../models/load.js';
import { isOwn } from '../../models/origin.js';
import { displayPath, findJobs, type JobRequest } from './find-jobs.js';
import { loadUnits } from './load-units.js';
import { namesInRuns } from './names-in-runs.js';

export interface LoadedProgram {
  /** Of the first unit. */
  readonly job: CompileJob;
  readonly units: readonly Unit[];
  /** Of each unit. */
  readonly jobs: readonly CompileJob[];
  readonly program: Program;
  /** What is said of files that were left out. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ProgramRequest extends JobRequest {
  /** If several files have a main, the one that is meant; the others are left out. */
  readonly main?: string;
}

type Problems = { readonly problems: readonly Diagnostic[] };

/** One file by itself. */
export const loadProgram = (
  file: string,
  flags: readonly string[],
  models: readonly string[] = [],
): Promise<LoadedProgram | Problems> => loadProject({ paths: [file], flags }, models);

/** All files as one program: there is none if one cannot be read. */
export async function loadProject(
  request: ProgramRequest,
  models: readonly string[] = [],
): Promise<LoadedProgram | Problems> {
  const { jobs, diagnostics } = findJobs(request);
  if (jobs.length === 0 || diagnostics.some((d) => d.severity === 'error')) return { problems: diagnostics };
  const read: { readonly unit: Unit; readonly job: CompileJob }[] = [];
  for await (const { unit, job, diagnostics: problems } of loadUnits(jobs)) {
    if (!unit) return { problems };
    read.push({ unit, job });
  }
  const chosen = read.filter(
    ({ unit, job }) => request.main === undefined || !hasMain(unit) || isFile(job, request.main),
  );
  const mains = chosen.filter(({ unit }) => hasMain(unit)).map(({ job }) => displayPath(job, job.file));
  if (mains.length > 1)
    return { problems: [diagnostic('bad-usage', `${mains.join(', ')} each have a \`main\`: ${ONE_MAIN}`)] };
  const [first] = chosen;
  if (!first) return { problems: [diagnostic('bad-usage', `${request.main} is not among the files`)] };
  const units = chosen.map(({ unit }) => unit);
  return {
    job: first.job,
    units,
    jobs: chosen.map(({ job }) => job),
    program: linkWithModels(units, first.job.target, models),
    diagnostics,
  };
}

const ONE_MAIN = 'name the files of one program, or the one that is meant with --main FILE';

export const hasMain = (unit: Unit): boolean => unit.functions.some((f) => f.name === 'main' && hasBody(f));

export const isFile = ({ directory, file }: CompileJob, named: string): boolean =>
  resolve(directory, file) === resolve(named);

/** Paths of files as seen from the working directory: units name them relative to the folders that they are compiled in. */
export const nameFile = ({ jobs, units }: LoadedProgram): ((file: string) => string) =>
  namesInRuns(units.map(({ source }, i) => ({ source, job: jobs[i]! })));

/** The names of the functions that the program defines itself. */
export const ownFunctions = (program: Program): string[] =>
  program
    .defined()
    .filter((f) => isOwn(f) && !f.body!.source.inSystemHeader(f.body!.at))
    .map((f) => f.name);
