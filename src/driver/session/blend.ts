// What the first stage says of a changed text, seen with what both stages said of the text before: findings that the second stage
// has dropped, confirmed or told more of stay so while their code is the same. Until both stages have looked at the change.

import { fingerprintFindings } from '../../findings/fingerprint.js';
import type { Report, ReportedFinding } from '../../findings/report.js';
import type { SourceFiles } from '../../findings/source-files.js';

/** The last report of both stages, and that of the first on the same texts, if it is known. */
export interface Settled {
  readonly whole: Report;
  readonly sources: SourceFiles;
  readonly first: Report | null;
}

export function blend(now: Report, settled: Settled, sources: SourceFiles): Report {
  const { whole, first } = settled;
  const before = new Map([...whole.findings, ...whole.suppressed].map((f) => [f.fingerprint, f]));
  const dropped = new Set(first?.findings.map((f) => f.fingerprint).filter((print) => !before.has(print)));
  const known = new Set([...(first?.findings ?? []), ...(first?.suppressed ?? [])].map((f) => f.fingerprint));
  const kept = now.findings.filter((f) => !dropped.has(f.fingerprint)).map((f) => judged(f, before.get(f.fingerprint)));
  const told = new Set(kept.map((f) => f.fingerprint));
  const byRuns = first ? whole.findings.filter((f) => !known.has(f.fingerprint) && !told.has(f.fingerprint)) : [];
  return { ...now, findings: [...kept, ...byRuns.filter((f) => isSame(f, settled.sources, sources))] };
}

/** Where the code of a finding is as it was, so is what the second stage said of it. The place and the way are new. */
function judged(finding: ReportedFinding, before: ReportedFinding | undefined): ReportedFinding {
  if (!before) return finding;
  const { certainty, condition, message, doubts, worth, engines } = before;
  return { ...finding, certainty, condition, message, doubts, worth, engines };
}

/** A finding that only runs show: its line is the same line. */
function isSame(finding: ReportedFinding, then: SourceFiles, now: SourceFiles): boolean {
  const print = (sources: SourceFiles) => fingerprintFindings([finding], sources).get(finding);
  return print(then) === print(now);
}
