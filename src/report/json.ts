// The report for scripts: one JSON object of a fixed form, described by schema/report.schema.json.
// From a concluded report to text; may serve as a baseline.

import type { Location } from '../base/source.js';
import type { LocatedFinding, Report, ReportedFinding } from '../findings/report.js';
import { writeJson } from './write-json.js';

export function formatJson(report: Report): string {
  return writeJson({
    tool: 'caulk',
    version: report.version,
    root: report.root,
    findings: report.findings.map(describeFinding),
    suppressed: report.suppressed.map((finding) => ({
      ...describeFinding(finding),
      reason: finding.suppression?.reason ?? null,
    })),
    refuted: report.refuted.map((finding) => ({ ...describeLocated(finding), reason: finding.reason })),
    gone: report.gone,
    elsewhere: report.elsewhere,
    functions: report.functions,
    stats: report.stats,
  });
}

function describeFinding(finding: ReportedFinding): object {
  return {
    ...describeLocated(finding),
    fingerprint: finding.fingerprint,
    baseline: finding.baseline,
    mark: finding.mark,
    ...(finding.fix ? { fix: finding.fix } : {}),
  };
}

/** The fields of a finding that do not depend on a baseline. */
export function describeLocated(finding: LocatedFinding): object {
  return {
    rule: finding.rule,
    certainty: finding.certainty,
    ...placeOf(finding),
    function: finding.function,
    message: finding.message,
    engine: finding.engines[0],
    engines: finding.engines,
    condition: finding.condition,
    latent: finding.latent ?? false,
    doubts: finding.doubts,
    worth: finding.worth,
    trace: finding.trace.map((step) => ({ ...placeOf(step), message: step.message })),
    reproduction: (finding.reproduction && 'path' in finding.reproduction && finding.reproduction.path) || null,
    noReproduction:
      (finding.reproduction && 'obstacle' in finding.reproduction && finding.reproduction.obstacle) || null,
    allocation: finding.allocation && { file: finding.allocation.file, line: finding.allocation.line },
    input: finding.repetition?.input ?? null,
    repeat: finding.repetition?.command ?? null,
  };
}

function placeOf({ file, line, column }: Location): Location {
  return { file, line, column };
}
