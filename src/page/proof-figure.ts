// How many functions are proved, as a bar with a table of what the proofs assume; and the assumptions of one proof.
// Above and inside the list of functions.

import type { FunctionEntry, ProofStats } from '../findings/report.js';
import { el } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 300;

type Part = readonly [style: string, count: number, what: string];

/** The parts of the bar: from proofs that assume nothing to functions without a proof. */
function partsOf({ functions, proved, trivial, unconditional }: ProofStats): Part[] {
  return [
    ['trivial', trivial, 'access no memory behind pointers'],
    ['unconditional', unconditional, 'more are proved without assumptions'],
    ['assuming', proved - trivial - unconditional, 'are proved under assumptions'],
    ['unproved', functions - proved, 'are not proved'],
  ];
}

export function proofFigure(stats: ProofStats): HTMLElement {
  const { functions, proved, byAssumption } = stats;
  const share = functions > 0 ? ((100 * proved) / functions).toFixed(0) : '0';
  const title = `${proved} of ${functions} functions (${share} %) are proved free of heap errors of their own`;
  const rows = [
    ...partsOf(stats).map(([, count, what]) => [count, what] as const),
    ...Object.entries(byAssumption).map(([kind, count]) => [count, `of the proofs assume: ${kind}`] as const),
  ];
  return el(
    'figure',
    { class: 'proofs' },
    drawBar(partsOf(stats), functions, title),
    el('figcaption', {}, title),
    el('ul', {}, ...rows.map(([count, what]) => el('li', {}, `${count} ${what}`))),
  );
}

function drawBar(parts: readonly Part[], all: number, title: string): Element {
  const svg = make('svg', { viewBox: `0 0 ${WIDTH} 12`, role: 'img', 'aria-label': title });
  let left = 0;
  for (const [style, count] of parts) {
    const width = all > 0 ? (WIDTH * count) / all : 0;
    svg.append(make('rect', { class: style, x: left, y: 0, width, height: 12 }));
    left += width;
  }
  return svg;
}

function make(tag: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** Unfolds on demand. */
export function assumptionsOf({ proof }: FunctionEntry): HTMLElement[] {
  if (!proof || proof.assumptions.length === 0) return [];
  const { assumptions, engine } = proof;
  const count = assumptions.length === 1 ? '1 assumption' : `${assumptions.length} assumptions`;
  return [
    el(
      'details',
      { class: 'assumptions' },
      el('summary', {}, `proved by ${engine}, under ${count}`),
      el('ul', {}, ...assumptions.map(({ kind, text }) => el('li', {}, `${kind}: ${text}`))),
    ),
  ];
}
