// The proof on the left side of the page of `prove`: verdicts, what they rest on, what is open, and invariants to look at.
// Reads ShownProof; a click on a place shows its source and heaps.

import type { Location } from '../base/source.js';
import type { ShownProof } from '../report/html/proof.js';
import type { Invariant, ProvedProperty } from '../report/proof.js';
import { el, withCode } from './dom.js';

type Visit = (file: string, line: number) => void;

export class ProofSheet {
  readonly element: HTMLElement;

  constructor(
    { properties, invariants, summaries }: ShownProof,
    private readonly visit: Visit,
  ) {
    const assumptions = [...new Set(properties.flatMap((p) => p.assumptions))];
    this.element = el(
      'div',
      { class: 'proof' },
      ...properties.map((p) => this.describe(p)),
      ...titled(
        'Invariants',
        invariants.map((i) => this.makeInvariant(i)),
      ),
      ...titled(
        'What functions do',
        summaries.map(({ function: name, sentences }) =>
          el('li', {}, el('code', {}, name), `: ${sentences.join('; ')}`),
        ),
      ),
      ...titled(
        'Assumptions',
        assumptions.map((text) => el('li', {}, ...withCode(text))),
      ),
    );
  }

  private describe({ property, verdict, decidedBy, counterexample, open, opinions }: ProvedProperty): HTMLElement {
    const by =
      decidedBy === null
        ? 'no engine proves it, and no run violates it'
        : decidedBy === 'run'
          ? 'a run violates it'
          : `proved by ${decidedBy}`;
    return el(
      'section',
      { class: `verdict ${verdict}` },
      el('h3', {}, property, ' ', el('span', { class: 'certainty' }, verdict)),
      el('p', {}, by, counterexample ? `: ${counterexample.message}` : ''),
      ...(counterexample?.place ? [this.makePlace(counterexample.place, 'see the place')] : []),
      el(
        'ul',
        {},
        ...open.slice(0, MOST_OPEN).map((place) => el('li', {}, this.makePlace(place, `open: ${place.reason}`))),
      ),
      ...(verdict === 'unknown'
        ? [
            el(
              'ul',
              {},
              ...opinions.map((o) =>
                el('li', {}, `${o.engine} proves ${o.proved} of ${o.proved + o.refuted + o.unknown} places`),
              ),
            ),
          ]
        : []),
    );
  }

  private makeInvariant({ file, line, function: name, sentences }: Invariant): HTMLElement {
    return el(
      'li',
      {},
      this.makePlace({ file, line }, `the loop in ${name}`),
      el('ul', {}, ...sentences.map((sentence) => el('li', {}, ...withCode(sentence)))),
    );
  }

  private makePlace({ file, line }: Pick<Location, 'file' | 'line'>, text: string): HTMLElement {
    return el(
      'button',
      { type: 'button', class: 'loop', click: () => this.visit(file, line) },
      text,
      ' ',
      el('span', { class: 'place', title: file }, `${file.replace(/^.*\//, '')}:${line}`),
    );
  }
}

const MOST_OPEN = 20;

const titled = (title: string, rows: readonly HTMLElement[]): HTMLElement[] =>
  rows.length > 0 ? [el('h3', {}, title), el('ul', { class: 'invariants' }, ...rows)] : [];
