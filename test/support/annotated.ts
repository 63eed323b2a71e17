// Compares findings with the annotations of test programs.
// For the tests of engines; src/findings/annotations.ts reads the annotations.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseUnit } from '../../src/driver/check/analyse-unit.js';
import { loadUnits } from '../../src/driver/load/load-units.js';
import { analyseBySummaries } from '../../src/driver/project/ask-engine.js';
import type { AnalysisOptions, Engine, Finding } from '../../src/engines/engine.js';
import { type Annotation, readAnnotations } from '../../src/findings/annotations.js';
import { singleFileJob } from '../../src/frontend/compile-job.js';
import { linkWithModels } from '../../src/models/load.js';

/** Deviations of an engine from the annotations; empty if there are none. */
export async function checkAnnotated(file: string, engine: Engine): Promise<string[]> {
  const findings = await findingsOf(file, engine);
  const all = readAnnotations(readFileSync(file, 'utf8')).filter((a) => !a.engines || a.engines.includes(engine.name));
  const found = findings.map((f) => ({ line: f.site.source.locate(f.site.at).line, rule: f.rule }));
  const isFound = (a: Annotation) => found.some((f) => f.line === a.line && f.rule === a.rule);
  const expected = (f: { line: number; rule: string }) =>
    all.some((a) => a.line === f.line && a.rule === f.rule && (a.kind === 'WARN' || a.kind === 'FALSE-ALARM'));
  return [
    ...all.filter((a) => a.kind === 'WARN' && !isFound(a)).map((a) => `line ${a.line}: ${a.rule} is not found`),
    ...all
      .filter((a) => a.kind === 'FALSE-ALARM' && !isFound(a))
      .map((a) => `line ${a.line}: the false alarm ${a.rule} is gone`),
    ...all.filter((a) => a.kind === 'MISSED' && isFound(a)).map((a) => `line ${a.line}: ${a.rule} is no longer missed`),
    ...found.filter((f) => !expected(f)).map((f) => `line ${f.line}: ${f.rule} is reported but not expected`),
  ];
}

export async function findingsOf(
  file: string,
  engine: Engine,
  more: Partial<AnalysisOptions> = {},
): Promise<readonly Finding[]> {
  const job = singleFileJob(file, process.cwd(), []);
  const options = {
    mallocMayFail: false,
    leakAtExit: false,
    failingAllocations: 'followed',
    budget: 50_000,
    ...more,
  } as const;
  for await (const { unit, diagnostics } of loadUnits([job], 1)) {
    if (!unit) throw new Error(diagnostics.map((d) => d.message).join('; '));
    if (engine.kind === 'summaries') {
      const program = linkWithModels([unit], job.target);
      return analyseBySummaries(engine, program, { ...options, budget: 2_500 }).result.findings;
    }
    const { results, problems } = analyseUnit(unit, job.target, { engine, options, entries: [], models: [] });
    for (const { code, message } of problems) if (code === 'internal') throw new Error(message);
    return results.flatMap((r) => r.findings);
  }
  return [];
}

/** All programs below a folder. */
export function programsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.c'))
    .sort()
    .map((name) => join(folder, name));
}
