// The functions of the report: the status of each, assumptions of proofs, and loop invariants of those that were proved.
// The other tab of the left side.

import type { FunctionEntry, ProofStats } from '../findings/report.js';
import type { ShownPortrait } from '../report/html/payload.js';
import { button, el } from './dom.js';
import { assumptionsOf, proofFigure } from './proof-figure.js';

const VERDICTS = { proved: 'proved', open: 'analysed', skipped: 'skipped', timeout: 'timed out' } as const;

/** Functions shown at first; the rest on demand. */
const FIRST = 300;

export class FunctionList {
  readonly element = el('div', { class: 'functions' });

  constructor(
    functions: readonly FunctionEntry[],
    portraits: readonly ShownPortrait[],
    private readonly choose: (file: string, line: number) => void,
    stats?: ProofStats,
  ) {
    const known = new Map(portraits.map((p) => [`${p.file}:${p.line}:${p.function}`, p]));
    const portraitOf = (f: FunctionEntry) => known.get(`${f.file}:${f.line}:${f.name}`);
    const proved = functions.filter((f) => f.proof || portraitOf(f)?.verdict === 'proved').length;
    const rows = el('ol', { class: 'rows' });
    const show = (part: readonly FunctionEntry[]) => rows.append(...part.map((f) => this.makeRow(f, portraitOf(f))));
    show(functions.slice(0, FIRST));
    const rest = functions.slice(FIRST);
    const more = button(`${rest.length} more`, 'show all functions', () => {
      show(rest);
      more.remove();
    });
    const summary = `${functions.length} function${functions.length === 1 ? '' : 's'}, ${proved} proved to have no heap errors, under the assumptions of the engine.`;
    const figure = stats ? [proofFigure(stats)] : [];
    this.element.append(...figure, el('p', { class: 'count' }, summary), rows, ...(rest.length > 0 ? [more] : []));
  }

  private makeRow(f: FunctionEntry, portrait: ShownPortrait | undefined): HTMLElement {
    const analysed = f.proof ? 'proved' : (portrait?.verdict ?? 'open');
    const verdict = f.status === 'analysed' || f.proof ? analysed : f.status;
    const loops = portrait?.lines.filter((l) => l.loop && l.when === 'before') ?? [];
    return el(
      'li',
      { class: verdict },
      el(
        'button',
        { type: 'button', class: 'function', click: () => this.choose(f.file, loops[0]?.line ?? f.line) },
        el('span', { class: 'rule' }, f.name),
        el('span', { class: 'certainty' }, VERDICTS[verdict]),
        el('span', { class: 'place' }, `${f.file}:${f.line}`, f.reason ? ` (${f.reason})` : ''),
      ),
      ...assumptionsOf(f),
      ...loops.map((loop) =>
        el(
          'button',
          { type: 'button', class: 'loop', click: () => this.choose(f.file, loop.line) },
          portrait!.complete
            ? `invariant of the loop in line ${loop.line}`
            : `heaps seen at the loop in line ${loop.line}`,
        ),
      ),
    );
  }
}
