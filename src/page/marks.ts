// Review marks in the report: a verdict and a reason for the finding that is shown, and the file of all marks as a download.
// Beside the description of a finding in report.ts; `caulk check` reads the file at the root of the project.

import {
  formatMarks,
  MARKS_FILE,
  type Mark,
  type Marked,
  markOf,
  verdictWords,
  withMark,
  withoutMark,
} from '../findings/marks.js';
import { button, el, select } from './dom.js';

export class Marking {
  private marks: readonly Mark[];
  private readonly download = button('Download marks', `save as ${MARKS_FILE} at the root of the project`, () => {
    this.save();
  });

  constructor(marks: readonly Mark[]) {
    this.marks = marks;
    this.download.hidden = true;
  }

  controlsFor(finding: Marked): HTMLElement {
    const known = this.marks.find((mark) => mark.fingerprint === finding.fingerprint);
    const reason = el('input', {
      type: 'text',
      placeholder: 'reason',
      'aria-label': 'reason',
      value: known?.reason ?? '',
    });
    const verdict = select('verdict', [['', 'not reviewed'], ...Object.entries(verdictWords)], () => put());
    const put = () => this.put(finding, verdict.value as Mark['verdict'] | '', reason.value);
    verdict.value = known?.verdict ?? '';
    reason.addEventListener('input', put);
    return el('p', { class: 'marking' }, verdict, ' ', reason, ' ', this.download);
  }

  private put(finding: Marked, verdict: Mark['verdict'] | '', reason: string): void {
    const said = { date: new Date().toISOString().slice(0, 10), ...(reason === '' ? {} : { reason }) };
    this.marks =
      verdict === ''
        ? withoutMark(this.marks, finding.fingerprint)
        : withMark(this.marks, markOf(finding, { verdict, ...said }));
    this.download.hidden = false;
  }

  private save(): void {
    const url = URL.createObjectURL(new Blob([formatMarks(this.marks)], { type: 'application/json' }));
    el('a', { href: url, download: MARKS_FILE }).click();
    URL.revokeObjectURL(url);
  }
}
