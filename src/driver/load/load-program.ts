// One C file, preprocessed, read and linked with the models: what `prove` and `shapes` work on.
// From the command line through load-units.ts to an engine.

import type { Diagnostic } from '../../base/diagnostics.js';
import { diagnostic } from '../../base/diagnostics.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import type { Program } from '../../ir/link.js';
import type { Unit } from '../../ir/program.js';
import { linkWithModels } from '../../models/load.js';
import { isOwn } from '../../models/origin.js';
import { displayPath, findJobs } from './find-jobs.js';
import { loadUnits } from './load-units.js';

export interface LoadedProgram {
  readonly job: CompileJob;
  readonly unit: Unit;
  readonly program: Program;
}

export async function loadProgram(
  file: string,
  flags: readonly string[],
  models: readonly string[] = [],
): Promise<LoadedProgram | { readonly problems: readonly Diagnostic[] }> {
  const { jobs, diagnostics } = findJobs({ paths: [file], flags });
  const [job] = jobs;
  if (!job) return { problems: diagnostics };
  for await (const { unit, diagnostics: problems } of loadUnits([job], 1)) {
    if (!unit) return { problems };
    return { job, unit, program: linkWithModels([unit], job.target, models) };
  }
  return { problems: [diagnostic('not-c', `there is nothing to read in ${file}`)] };
}

/** Paths of files as seen from the working directory. */
export function nameFile({ job }: LoadedProgram): (file: string) => string {
  return (file) => displayPath(job, file);
}

/** The names of the functions that the program defines itself. */
export const ownFunctions = (program: Program): string[] =>
  program
    .defined()
    .filter((f) => isOwn(f) && !f.body!.source.inSystemHeader(f.body!.at))
    .map((f) => f.name);
