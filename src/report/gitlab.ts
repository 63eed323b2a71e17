// The report as GitLab's code quality: a JSON array that merge requests show beside the changed lines.
// From a concluded report to text, in the subset of Code Climate's format that GitLab documents.

import type { Report, ReportedFinding } from '../findings/report.js';
import { findingsToTell, type Level, levelOf, sentenceOf } from './level.js';
import { writeJson } from './write-json.js';

const SEVERITY: Readonly<Record<Level, string>> = { error: 'critical', warning: 'major', note: 'minor' };

export function formatGitlab(report: Report): string {
  return writeJson(findingsToTell(report).map(describeIssue));
}

function describeIssue(finding: ReportedFinding): object {
  return {
    description: sentenceOf(finding),
    check_name: finding.rule,
    fingerprint: finding.fingerprint,
    severity: SEVERITY[levelOf(finding)],
    location: { path: finding.file, lines: { begin: Math.max(1, finding.line) } },
  };
}
