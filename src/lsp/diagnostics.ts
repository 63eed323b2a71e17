// Findings as diagnostics of the protocol: certainty as severity, every step of the trace as a related place, suppressed ones faded.
// From a report to what project.ts publishes.

import {
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as Shown,
} from 'vscode-languageserver';
import { catalogue, type Diagnostic } from '../base/diagnostics.js';
import type { Location } from '../base/source.js';
import type { ReportedFinding } from '../findings/report.js';
import { type Level, levelOf, sentenceOf } from '../report/level.js';
import { rulePage } from '../report/web-site.js';
import { type Lines, rangeAt } from './positions.js';
import type { ServedReport } from './protocol.js';

export interface Texts {
  uriOf(file: string): string;
  linesOf(file: string): Lines;
}

export const SOURCE = 'caulk';

const SEVERITY: Readonly<Record<Level, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
};

/** By the names of files in the report. */
export function diagnosticsOf(report: ServedReport, texts: Texts): Map<string, Shown[]> {
  const shown = new Map<string, Shown[]>();
  const add = (file: string, one: Shown) => shown.set(file, [...(shown.get(file) ?? []), one]);
  for (const finding of report.findings) add(finding.file, describe(finding, texts));
  for (const finding of report.suppressed) add(finding.file, faded(describe(finding, texts), finding));
  for (const problem of report.diagnostics)
    if (problem.location) add(problem.location.file, describeProblem(problem, problem.location, texts));
  return shown;
}

function describe(finding: ReportedFinding, texts: Texts): Shown {
  const { rule, file, trace, allocation, fingerprint } = finding;
  const told = trace.some((step) => step.line === allocation?.line && step.file === allocation.file);
  const steps = [...(allocation && !told ? [{ ...allocation, message: 'allocated here' }] : []), ...trace];
  return {
    range: rangeAt(texts.linesOf(file), finding),
    severity: SEVERITY[levelOf(finding)],
    code: rule,
    codeDescription: { href: rulePage(rule) },
    source: SOURCE,
    message: sentenceOf(finding),
    relatedInformation: steps.map((step): DiagnosticRelatedInformation => related(step, step.message, texts)),
    data: { fingerprint },
  };
}

const related = (place: Location, message: string, texts: Texts): DiagnosticRelatedInformation => ({
  location: { uri: texts.uriOf(place.file), range: rangeAt(texts.linesOf(place.file), place) },
  message,
});

function faded(shown: Shown, { suppression }: ReportedFinding): Shown {
  const why = suppression?.reason ? `: ${suppression.reason}` : '';
  return {
    ...shown,
    severity: DiagnosticSeverity.Hint,
    tags: [DiagnosticTag.Unnecessary],
    message: `${shown.message} (suppressed${why})`,
  };
}

function describeProblem({ code, severity, message }: Diagnostic, place: Location, texts: Texts): Shown {
  const { advice } = catalogue[code];
  return {
    range: rangeAt(texts.linesOf(place.file), place),
    severity: severity === 'error' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information,
    code,
    source: SOURCE,
    message: advice ? `${message} (${advice})` : message,
  };
}
