// How serious a finding is for tools that have levels, and the finding as one sentence.
// Used by all formats that other tools read.

import { newFindings } from '../findings/assemble.js';
import { describeMark } from '../findings/marks.js';
import type { LocatedFinding, Report, ReportedFinding } from '../findings/report.js';
import { whenOf } from '../findings/when.js';

export type Level = 'error' | 'warning' | 'note';

/** What a run shows or every execution does is an error; what a belief speaks against, or no caller makes happen, only a note. */
export function levelOf({ certainty, doubts, latent }: LocatedFinding): Level {
  if (certainty !== 'possible') return 'error';
  return doubts.length > 0 || latent ? 'note' : 'warning';
}

/** The message, when it happens, and what a reviewer has said. */
export function sentenceOf(finding: ReportedFinding): string {
  const { message, mark } = finding;
  const happens = whenOf(finding);
  const when = happens === null ? '' : `; happens when: ${happens}`;
  return `${message}${when}${mark ? ` (marked ${describeMark(mark)})` : ''}`;
}

/** What formats without suppressions and baselines have to say. */
export const findingsToTell = (report: Report): readonly ReportedFinding[] => newFindings(report.findings);
