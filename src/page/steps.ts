// The steps of a finding: its trace, then the place itself, before and after. Selected by click or arrow keys.
// Between the payload and the list of steps beside the source.

import type { Location } from '../base/source.js';
import type { ReportedFinding } from '../findings/report.js';
import { button, el } from './dom.js';
import type { Found, Heaps } from './heaps.js';

export interface ShownStep extends Location {
  readonly message: string;
  readonly when: 'before' | 'after';
  readonly found: Found | null;
}

export function stepsOf(finding: ReportedFinding, heaps: Heaps): ShownStep[] {
  const { file, line, column, message } = finding;
  const after = finding.rule === 'leak' && heaps.at(file, line, 'after'); // other errors have no state after them
  const trace = finding.trace.map((step) => ({ ...step, when: 'before' as const }));
  const here = { file, line, column, message, when: 'before' as const };
  const behind = { file, line, column, message: 'the heap afterwards', when: 'after' as const };
  return [...trace, here, ...(after ? [behind] : [])].map((s) => ({ ...s, found: heaps.at(s.file, s.line, s.when) }));
}

export class StepList {
  readonly element: HTMLElement;
  private readonly list = el('ol', { class: 'steps' });
  private readonly position = el('span', { 'aria-live': 'polite' });

  constructor(private readonly go: (step: number) => void) {
    const bar = el(
      'div',
      { class: 'walk' },
      button('◀', 'previous step ( ← )', () => this.go(this.current - 1)),
      this.position,
      button('▶', 'next step ( → )', () => this.go(this.current + 1)),
    );
    this.element = el('section', { class: 'trace', 'aria-label': 'trace' }, bar, this.list);
  }

  private current = 0;

  show(steps: readonly ShownStep[], current: number): void {
    this.current = current;
    this.position.textContent = `step ${current + 1} of ${steps.length}`;
    this.list.replaceChildren(
      ...steps.map((step, i) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', 'aria-current': i === current ? 'step' : null, click: () => this.go(i) },
            el('span', { class: 'message' }, step.message),
            el('span', { class: 'place', title: step.file }, `${step.file.replace(/^.*\//, '')}:${step.line}`),
          ),
        ),
      ),
    );
  }
}
