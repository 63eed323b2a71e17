// The list of findings with its filters: by rule, certainty, file and text. Rows are created lazily.
// Left side of the report.

import type { ShownFinding } from '../report/html/payload.js';
import { el, select, withCode } from './dom.js';

/** Rows created at once. */
const SLICE = 100;

export class FindingList {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  private readonly rows = el('ol', {
    class: 'rows',
    role: 'listbox',
    tabindex: 0,
    'aria-label': 'findings',
    keydown: (event: KeyboardEvent) => this.press(event),
  });
  private readonly more = el('div', { class: 'more' });
  private readonly count = el('p', { class: 'count', 'aria-live': 'polite' });
  private readonly filters = { rule: '', certainty: '', file: '', text: '' };
  private shown: ShownFinding[] = [];
  private made = 0;
  private current: ShownFinding | null = null;

  constructor(
    private readonly findings: readonly ShownFinding[],
    private readonly choose: (finding: ShownFinding) => void,
  ) {
    this.search = el('input', { type: 'search', placeholder: 'Search  ( / )', 'aria-label': 'search in findings' });
    this.search.addEventListener('input', () => this.filter('text', this.search.value.toLowerCase()));
    const bar = el('div', { class: 'filters' }, this.search, ...this.choices());
    this.element = el('div', { class: 'findings' }, bar, this.count, this.rows, this.more);
    new IntersectionObserver((seen) => seen.some((s) => s.isIntersecting) && this.makeRows()).observe(this.more);
    this.refresh();
  }

  select(finding: ShownFinding): void {
    this.current = finding;
    while (this.made < this.shown.length && this.made <= this.shown.indexOf(finding)) this.makeRows();
    for (const row of this.rows.children) {
      const on = (row as HTMLElement).dataset.id === finding.fingerprint;
      row.setAttribute('aria-selected', String(on));
      if (!on) continue;
      row.scrollIntoView({ block: 'nearest' });
      this.rows.setAttribute('aria-activedescendant', row.id);
    }
  }

  /** The finding `by` rows below the current one. */
  neighbour(by: number): ShownFinding | null {
    const at = this.current ? this.shown.indexOf(this.current) : -1;
    return this.shown[Math.min(Math.max(0, at + by), this.shown.length - 1)] ?? null;
  }

  private press(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by ? this.neighbour(by) : null;
    if (!next) return;
    event.preventDefault();
    this.choose(next);
  }

  private choices(): HTMLSelectElement[] {
    const options = (all: string, values: readonly string[]) =>
      [['', all], ...[...new Set(values)].sort().map((v) => [v, v])] as [string, string][];
    return [
      select(
        'rule',
        options(
          'all rules',
          this.findings.map((f) => f.rule),
        ),
        (v) => this.filter('rule', v),
      ),
      select('certainty', options('any certainty', this.findings.map(stateOf)), (v) => this.filter('certainty', v)),
      select(
        'file',
        options(
          'all files',
          this.findings.map((f) => f.file),
        ),
        (v) => this.filter('file', v),
      ),
    ];
  }

  private filter(which: keyof typeof this.filters, value: string): void {
    this.filters[which] = value;
    this.refresh();
  }

  private refresh(): void {
    const { rule, certainty, file, text } = this.filters;
    this.shown = this.findings.filter(
      (f) =>
        (!rule || f.rule === rule) &&
        (!certainty || stateOf(f) === certainty) &&
        (!file || f.file === file) &&
        (!text || `${f.rule} ${f.message} ${f.file}:${f.line} ${f.function}`.toLowerCase().includes(text)),
    );
    this.count.textContent =
      this.shown.length === this.findings.length ? '' : `${this.shown.length} of ${this.findings.length}`;
    this.rows.replaceChildren();
    this.made = 0;
    this.makeRows();
  }

  private makeRows(): void {
    const next = this.shown.slice(this.made, this.made + SLICE);
    this.made += next.length;
    this.rows.append(...next.map((finding) => this.makeRow(finding)));
    this.more.hidden = this.made >= this.shown.length;
  }

  private makeRow(f: ShownFinding): HTMLElement {
    return el(
      'li',
      {
        role: 'option',
        id: `finding-${f.fingerprint}`,
        'data-id': f.fingerprint,
        'aria-selected': String(f === this.current),
        class: f.suppression ? 'suppressed' : f.certainty,
        click: () => this.choose(f),
      },
      el('span', { class: 'rule' }, f.rule),
      el('span', { class: 'certainty' }, stateOf(f)),
      el('span', { class: 'message' }, ...withCode(f.message)),
      el('span', { class: 'place' }, `${f.file}:${f.line}`, f.function ? ` in ${f.function}` : ''),
    );
  }
}

export const stateOf = (f: ShownFinding): string => (f.suppression ? 'suppressed' : f.certainty);
