// Harnesses for the findings of a check that runs show: one directory each, named in the report.
// After the second stage, if `--reproduce` asks for it; the work is done in src/driver/replay/harness.

import { join, relative, resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { Finding } from '../../engines/engine.js';
import type { JudgedFinding } from '../../findings/locate.js';
import type { LocatedFinding, Reproduction } from '../../findings/report.js';
import type { Program } from '../../ir/link.js';
import type { ProgramWork } from '../project/program-work.js';
import { harnessFor, type ReadProgram, writeHarness } from '../replay/harness/write.js';
import { linkageOf, type ShownAnswer } from '../replay/try-finding.js';
import type { SecondLook } from './second-stage.js';
import type { Settings } from './settings.js';
import type { ReadUnit } from './unit-report.js';

export interface ReproduceRequest {
  readonly program: Program;
  readonly work: ProgramWork;
  readonly all: readonly ReadUnit[];
  readonly settings: Settings;
}

/** The located findings, in the order of those of the second stage, with their harnesses. */
export async function reproduce(
  { findings, trials }: SecondLook,
  located: readonly LocatedFinding[],
  { program, work, all, settings }: ReproduceRequest,
): Promise<{ readonly findings: readonly LocatedFinding[]; readonly problems: readonly Diagnostic[] }> {
  const { reproduce: directory } = settings;
  if (directory === null) return { findings: located, problems: [] };
  const units = all.flatMap(({ unit, job }) => (unit ? [{ unit, job }] : []));
  const read: ReadProgram = { program, units, linkage: linkageOf(program) };
  const problems: Diagnostic[] = [];
  let number = 0;
  const isWanted = (f: JudgedFinding, place: LocatedFinding): boolean =>
    (f.certainty === 'confirmed' || trials.has(f)) && settings.rules.has(f.rule) && !settings.isExcluded(place.file);
  const write = (f: JudgedFinding, shown: ShownAnswer | null): Reproduction | null => {
    if (!shown) return null;
    const harness = harnessFor(f, shown, read);
    if ('obstacle' in harness) return harness;
    const path = join(directory, `${++number}-${f.rule}-${f.function.replace(/\W/g, '_')}`);
    try {
      writeHarness(path, harness.files);
    } catch (error) {
      problems.push(diagnostic('bad-usage', `cannot write ${path}: ${(error as Error).message}`));
      return null;
    }
    return { path: relative(settings.root, resolve(path)) };
  };
  const shown = await Promise.all(
    findings.map((f, i) => (isWanted(f, located[i]!) ? (trials.get(f) ?? trialOf(f, work)) : null)),
  );
  const reproduced = findings.map((f, i): LocatedFinding => {
    const reproduction = write(f, shown[i]!);
    return reproduction ? { ...located[i]!, reproduction } : located[i]!;
  });
  return { findings: reproduced, problems };
}

/** A finding that a run of the whole program shows may also be shown by one from its function. */
async function trialOf(f: JudgedFinding, work: ProgramWork): Promise<ShownAnswer | null> {
  const answer = await work.try(f as Finding);
  return answer.kind === 'shown' ? answer : null;
}
