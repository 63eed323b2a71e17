// How users name the files that runs name: units call them as their compilers do, from several directories.
// Between the interpreter's places and the reports of `check`, `prove` and `run`.

import type { SourceText } from '../../base/source.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { displayPath } from './find-jobs.js';

export interface NamedUnit {
  readonly source: Pick<SourceText, 'files'>;
  readonly job: CompileJob;
}

/** The files of all units are looked at when the first name is asked for. */
export function namesInRuns(units: readonly NamedUnit[]): (file: string) => string {
  let jobOf: ReadonlyMap<string, CompileJob> | null = null;
  return (file) => {
    jobOf ??= new Map(units.flatMap(({ source, job }) => source.files().map((name) => [name, job] as const)));
    return displayPath(jobOf.get(file) ?? units[0]!.job, file);
  };
}
