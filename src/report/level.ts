// How serious a finding is for tools that have levels, and the finding as one sentence.
// Used by all formats that other tools read.

import { newFindings } from '../findings/assemble.js';
import { describeMark } from '../findings/marks.js';
import type { LocatedFinding, Report, ReportedFinding } from '../findings/report.js';

export type Level = 'error' | 'warning' | 'note';

/** What a run shows or every execution does is an error; what a belief speaks against only a note. */
export function levelOf({ certainty, doubts }: LocatedFinding): Level {
  if (certainty !== 'possible') return 'error';
  return doubts.length > 0 ? 'note' : 'warning';
}

/** The message, when it happens, and what a reviewer has said. */
export function sentenceOf({ message, condition, mark }: ReportedFinding): string {
  const when = condition === null ? '' : `; happens when: ${condition}`;
  return `${message}${when}${mark ? ` (marked ${describeMark(mark)})` : ''}`;
}

/** What formats without suppressions and baselines have to say. */
export const findingsToTell = (report: Report): readonly ReportedFinding[] => newFindings(report.findings);
