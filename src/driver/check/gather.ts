// Finds the units of a check, lets an engine analyse them, and sums up what a report needs.
// Between `check` and the two kinds of examination: of each unit by itself, and of all as one program.

import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { noSuchFunction } from '../../base/no-such-function.js';
import type { FunctionEntry, Stats } from '../../findings/report.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { displayPath, findJobs } from '../load/find-jobs.js';
import { peakMemoryMB } from '../load/load-units.js';
import { examineTogether } from './examine-project.js';
import { examineEach } from './examine-units.js';
import type { GatherRequest, Means } from './means.js';
import { figuresOf, withoutCopies } from './prove-all.js';
import { type PartialReport, sum } from './unit-report.js';

/** What all units together gave. */
export interface Gathered
  extends Pick<PartialReport, 'findings' | 'refuted' | 'files' | 'functions' | 'diagnostics' | 'portraits'> {
  readonly stats: Stats;
}

export async function gatherFindings(request: GatherRequest, means: Means): Promise<Gathered> {
  const start = performance.now();
  const { jobs, diagnostics } = findJobs({ ...request, root: means.settings.root });
  const wanted = jobs.filter((job) => !means.settings.isExcluded(displayPath(job, job.file)));
  const excluded = jobs.length > 0 && wanted.length === 0;
  const problems: Diagnostic[] = excluded ? [diagnostic('not-c', 'the configuration excludes every file')] : [];
  const parts = await examine(wanted, request, means);
  const functions = withoutCopies(parts.flatMap((part) => part.functions));
  const cost = parts.find((part) => part.proofs)?.proofs;
  return {
    findings: parts.flatMap((part) => part.findings),
    refuted: parts.flatMap((part) => part.refuted),
    files: [...new Set(parts.flatMap((part) => part.files))],
    functions,
    portraits: parts.flatMap((part) => part.portraits),
    diagnostics: unique([
      ...diagnostics,
      ...problems,
      ...unknownEntries(functions, means),
      ...parts.flatMap((part) => part.diagnostics),
    ]),
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
      latent: sum(parts, ({ findings, refuted }) => [...findings, ...refuted].filter((f) => f.latent).length),
      secondLook: parts.find((part) => part.secondLook)?.secondLook ?? null,
      ...(cost ? { proofs: figuresOf(functions, cost) } : {}),
    },
  };
}

function examine(jobs: readonly CompileJob[], request: GatherRequest, means: Means): Promise<PartialReport[]> {
  const { engine } = means;
  return engine.kind === 'summaries'
    ? examineTogether(jobs, request, { ...means, engine })
    : examineEach(jobs, request, { ...means, engine });
}

/** Entries that no unit defines; not told if there is nothing to look in. */
function unknownEntries(functions: readonly FunctionEntry[], { settings }: Means): Diagnostic[] {
  const known = [...new Set(functions.map(({ name }) => name))];
  const missing = known.length > 0 ? settings.entry.filter((name) => !known.includes(name)) : [];
  return missing.map((name) => noSuchFunction(name, known, 'the files'));
}

/** What a header brings to many units is reported once. */
function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
