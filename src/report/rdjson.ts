// The report for reviewdog, which writes comments into reviews: its diagnostic format, rdjson.
// From a concluded report to text; columns count bytes there, as they do in findings.

import type { Location } from '../base/source.js';
import type { Report, ReportedFinding } from '../findings/report.js';
import { findingsToTell, type Level, levelOf, sentenceOf } from './level.js';
import { rulePage, webSite } from './web-site.js';
import { writeJson } from './write-json.js';

const SEVERITY: Readonly<Record<Level, string>> = { error: 'ERROR', warning: 'WARNING', note: 'INFO' };

export function formatRdjson(report: Report): string {
  return writeJson({
    source: { name: 'caulk', url: webSite() },
    diagnostics: findingsToTell(report).map(describe),
  });
}

function describe(finding: ReportedFinding): object {
  return {
    message: sentenceOf(finding),
    location: describePlace(finding),
    severity: SEVERITY[levelOf(finding)],
    code: { value: finding.rule, url: rulePage(finding.rule) },
    related_locations: finding.trace.map((step) => ({ message: step.message, location: describePlace(step) })),
  };
}

const describePlace = ({ file, line, column }: Location): object => ({
  path: file,
  range: { start: { line: Math.max(1, line), column: Math.max(1, column) } },
});
