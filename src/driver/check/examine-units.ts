// A check of each unit by itself, by an engine that is asked from entries. Nothing of a unit is held once the next is read.
// Between gather.ts and analyse-unit.ts.

import type { EntryEngine } from '../../engines/engine.js';
import { locateFindings } from '../../findings/locate.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { displayPath } from '../load/find-jobs.js';
import { type Loaded, loadUnits } from '../load/load-units.js';
import { replayFindings } from '../replay/replay.js';
import { analyseUnit } from './analyse-unit.js';
import { type GatherRequest, guarded, type Means, planOf } from './means.js';
import { fatesOf, NO_FATES, nameFor, type PartialReport, reportUnit } from './unit-report.js';

export async function examineEach(
  jobs: readonly CompileJob[],
  request: GatherRequest,
  means: Means<EntryEngine>,
): Promise<PartialReport[]> {
  const parts: PartialReport[] = [];
  for await (const loaded of loadUnits(jobs, request.jobs)) {
    parts.push(examine(loaded, means));
    means.step(parts.length, jobs.length, 'units');
  }
  return parts;
}

function examine(loaded: Loaded, means: Means<EntryEngine>): PartialReport {
  const { unit, job } = loaded;
  if (!unit) return reportUnit(loaded, { results: [], fates: NO_FATES, milliseconds: 0 });
  const start = performance.now();
  const { results, problems } = guarded(displayPath(job, job.file), () =>
    analyseUnit(unit, job.target, { ...planOf(means), job }),
  );
  const milliseconds = performance.now() - start;
  const part = reportUnit(loaded, { results, fates: fatesOf(results), milliseconds, canvas: means.canvas });
  const findings = results.flatMap((result) =>
    locateFindings(
      replayFindings([unit], result.findings),
      nameFor(() => job),
      means.sources,
    ),
  );
  return { ...part, findings, diagnostics: [...part.diagnostics, ...problems] };
}
