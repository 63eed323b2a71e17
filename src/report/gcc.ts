// The report as messages of gcc, one line each: what editors, IDEs and scripts look for in the output of a build.
// From a concluded report to text; text.ts writes the same lines with more around them.

import { printable } from '../base/printable.js';
import type { Location } from '../base/source.js';
import { describeMark } from '../findings/marks.js';
import type { LocatedFinding, Report } from '../findings/report.js';
import { type Palette, plain } from './colour.js';
import { findingsToTell } from './level.js';

export function formatGcc(report: Report): string {
  return findingsToTell(report)
    .flatMap((finding) => [
      warningLine(finding, plain),
      ...finding.trace.map((step) => noteLine(step, plain)),
      ...(finding.mark ? [noteLine({ ...finding, message: `marked ${describeMark(finding.mark)}` }, plain)] : []),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** `a.c:2:5: warning: message [rule]` */
export function warningLine(finding: LocatedFinding, palette: Palette): string {
  const paint = finding.certainty === 'possible' ? palette.warning : palette.error;
  const message = printable(finding.message);
  return `${formatPlace(finding, palette)}: ${paint('warning:')} ${message} ${palette.quiet(`[${finding.rule}]`)}`;
}

/** `a.c:1:5: note: message` */
export function noteLine(step: Location & { readonly message: string }, palette: Palette): string {
  return `${formatPlace(step, palette)}: ${palette.quiet('note:')} ${printable(step.message)}`;
}

export function formatPlace({ file, line, column }: Location, palette: Palette): string {
  return palette.strong(`${printable(file)}:${line}:${column}`);
}
