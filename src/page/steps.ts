// The steps of a finding: its trace, then the place itself, before and after. Selected by click or arrow keys.
// Between the payload and the list of steps beside the source.

import type { Location } from '../base/source.js';
import type { Drawing } from '../engines/drawing.js';
import type { ShownFinding } from '../report/html/payload.js';
import { button, el, withCode } from './dom.js';
import type { Found, Heaps } from './heaps.js';

export interface ShownStep extends Location {
  readonly message: string;
  readonly when: 'before' | 'after';
  /** The heap of this very moment, if there is one; otherwise, what an engine knows of the line. */
  readonly heap: Drawing | null;
  readonly found: Found | null;
}

export function stepsOf(finding: ShownFinding, heaps: Heaps): ShownStep[] {
  const { file, line, column, message } = finding;
  const ofMoment = finding.heap !== null;
  // other errors have no state after them
  const after = finding.rule === 'leak' && (ofMoment ? finding.heapAfter !== null : heaps.at(file, line, 'after'));
  const trace = finding.trace.map((step) => ({ ...step, when: 'before' as const }));
  const here = { file, line, column, message, when: 'before' as const, heap: finding.heap };
  const behind = { ...here, message: 'the heap afterwards', when: 'after' as const, heap: finding.heapAfter };
  return [...trace, here, ...(after ? [behind] : [])].map((s) => {
    const heap = s.heap === null ? null : heaps.drawing(s.heap);
    return { ...s, heap, found: heaps.at(s.file, s.line, s.when) };
  });
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
            el('span', { class: 'message' }, ...withCode(step.message)),
            el('span', { class: 'place', title: step.file }, `${step.file.replace(/^.*\//, '')}:${step.line}`),
          ),
        ),
      ),
    );
    this.showCurrent();
  }

  /** Scrolls the list, and nothing else. */
  private showCurrent(): void {
    const { list } = this;
    const [all, one] = [list, list.querySelector('[aria-current]')].map((e) => e?.getBoundingClientRect());
    if (!all || !one) return;
    if (one.left < all.left) list.scrollLeft -= all.left - one.left;
    if (one.right > all.right) list.scrollLeft += one.right - all.right;
  }
}
