// A report with its files named from another folder: what is printed is clicked on where caulk was started.
// Between the concluded report, whose names are relative to the root of the project, and formats for people and editors.

import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../base/diagnostics.js';
import type { Location } from '../base/source.js';
import type { LocatedFinding, Report } from './report.js';

/** The name of a file of the project as seen from `here`: relative if it is below, else absolute. */
export function nameFrom(here: string, root: string): (file: string) => string {
  return (file) => {
    if (/^<.*>/.test(file)) return file;
    const path = resolve(root, file);
    const nearby = relative(here, path);
    return nearby.startsWith('..') ? path : nearby;
  };
}

export function relocateReport(report: Report, name: (file: string) => string): Report {
  const move = <T extends Location>(place: T): T => ({ ...place, file: name(place.file) });
  const moveFinding = <T extends LocatedFinding>(finding: T): T => ({
    ...move(finding),
    trace: finding.trace.map(move),
    allocation: finding.allocation && move(finding.allocation),
    ...(finding.reproduction && 'path' in finding.reproduction
      ? { reproduction: { path: name(finding.reproduction.path) } }
      : {}),
    ...(finding.repetition ? { repetition: { ...finding.repetition, command: finding.repetition.commandHere } } : {}),
  });
  return {
    ...report,
    findings: report.findings.map(moveFinding),
    suppressed: report.suppressed.map(moveFinding),
    refuted: report.refuted.map(moveFinding),
    diagnostics: relocateDiagnostics(report.diagnostics, name),
  };
}

export const relocateDiagnostics = (diagnostics: readonly Diagnostic[], name: (file: string) => string): Diagnostic[] =>
  diagnostics.map((d) => (d.location ? { ...d, location: { ...d.location, file: name(d.location.file) } } : d));
