// Drawings as SVG: selectable text, titles for screen readers, colours by class so that a page can choose.
// From layout.ts to a file or a page; Graphviz is loaded on demand.

import { printable } from '../../base/printable.js';
import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../../engines/drawing.js';
import { arrange } from '../../findings/arrange.js';
import { type Comparison, unmarked } from './compare.js';
import { type Box, type Curve, type Layout, type LayoutEngine, layOut, type Point } from './layout.js';
import { ellipseOf, FONT, HEAD, PAD, ROW, rowsOf, rowText, shorten } from './measure.js';
import { drawingStyle } from './style.js';
import { describeDrawing } from './words.js';

export async function loadLayoutEngine(): Promise<LayoutEngine> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  return Graphviz.load();
}

/** The label that `stack` uses for the edge to the caller's activation record. */
const PREVIOUS = 'pr';

const GAP = 24;
const CAPTION = 22;

/** All drawings below each other in one self-contained picture. */
export async function formatSvg(drawings: readonly Drawing[]): Promise<string> {
  const engine = await loadLayoutEngine();
  let top = GAP;
  let width = 240;
  const parts = drawings.map((drawing, i) => {
    const arranged = arrange(drawing);
    const layout = layOut(arranged, engine);
    const count = drawing.nodes.length > 0 ? `, state ${i + 1} of ${drawings.length}` : '';
    const lines = [`${drawing.title}${count}`, ...arranged.notes];
    const captions = lines.map((line, k) => text(GAP, top + k * CAPTION, k === 0 ? 'caption' : 'note', line));
    const under = top + lines.length * CAPTION - 12;
    top = under + layout.height + GAP;
    width = Math.max(width, layout.width + 2 * GAP, ...lines.map((line) => line.length * FONT * 0.62 + 2 * GAP));
    return `${captions.join('')}<g transform="translate(${GAP} ${round(under)})">${drawLayout(layout, unmarked(arranged))}</g>`;
  });
  const size = `width="${round(width)}" height="${round(top)}" viewBox="0 0 ${round(width)} ${round(top)}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" class="heap" ${size} role="img"><title>${escapeXml(drawings[0]?.title ?? '')}</title>`;
  return `${head}<style>${drawingStyle}</style>${parts.join('\n')}</svg>\n`;
}

/** One picture for a page, which has the style sheet. */
export function drawSvg(comparison: Comparison, engine: LayoutEngine): string {
  const layout = layOut(comparison.drawing, engine);
  const [width, height] = [round(layout.width), round(layout.height)];
  const words = describeDrawing(comparison.drawing).join(' ');
  const names = `<title>${escapeXml(comparison.drawing.title)}</title><desc>${escapeXml(words)}</desc>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="heap" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${names}${drawLayout(layout, comparison)}</svg>`;
}

function drawLayout({ boxes, curves }: Layout, comparison: Comparison): string {
  const labels = new Map(comparison.drawing.nodes.map((n) => [n.id, n.label]));
  const ellipses = new Set(comparison.drawing.nodes.filter((n) => n.outline === 'ellipse').map((n) => n.id));
  const edges = curves.map((c) => drawCurve(c, comparison.edges.get(c.edge) ?? '', labels, ellipses));
  const frames = new Set(comparison.drawing.nodes.filter((n) => n.kind === 'activation').map((n) => n.id));
  const rightwards = comparison.drawing.edges.filter((e) => !frames.has(e.from) || !frames.has(e.to));
  const starts = new Set(rightwards.map((e) => `${e.from}.${e.fromField ?? ''}`));
  return [...boxes.map((box) => drawBox(box, comparison, starts)), ...edges].join('');
}

function drawBox(box: Box, { nodes, rows }: Comparison, starts: ReadonlySet<string>): string {
  const { node, left, top, width, height } = box;
  if (node.outline === 'ellipse') return drawEllipse(box, nodes.get(node.id) ?? '');
  const radius = node.outline === 'rectangle' ? 0 : 5;
  const rect = (by: number, kind: string) =>
    `<rect class="${kind}" x="${round(left + by)}" y="${round(top + by)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;
  const head = `<path class="head" d="M${round(left)} ${round(top + HEAD)}v-${HEAD - radius}q0-${radius} ${radius}-${radius}h${round(width - 2 * radius)}q${radius} 0 ${radius} ${radius}v${HEAD - radius}z"/>`;
  const lines = node.fields.map((field, i) => {
    const changed = rows.has(`${node.id}.${field.name}`) ? ' changed' : '';
    return drawRow(field, left, top + HEAD + i * ROW, width, changed, starts.has(`${node.id}.${field.name}`));
  });
  const more = node.summary ? text(left + width - PAD, top + HEAD / 2 + 4, 'many', '1+') : '';
  const dotted = node.summary && node.outline ? 'dotted' : '';
  const classes = ['box', node.kind, node.summary ? 'summary' : '', dotted, nodes.get(node.id) ?? ''].filter(Boolean);
  const name = text(left + PAD, top + HEAD / 2 + 4, 'name', shorten(node.label));
  const shadow = node.summary && !dotted ? rect(4, 'behind') : '';
  return `<g class="${classes.join(' ')}"><title>${escapeXml(titleOf(node))}</title>${shadow}${rect(0, 'frame')}${head}${name}${more}${lines.join('')}</g>`;
}

/** A node as papers draw it: its name and plain values inside, its pointers as labelled edges. */
function drawEllipse({ node, left, top, width, height }: Box, mark: string): string {
  const { width: outer, height: tall } = ellipseOf(node);
  const [x, y] = [left + width / 2, top + height / 2];
  const frame = `<ellipse class="frame" cx="${round(x)}" cy="${round(y)}" rx="${round(outer / 2)}" ry="${round(tall / 2)}"/>`;
  const lines = [shorten(node.label), ...rowsOf(node).map(rowText)].map((line, i) =>
    text(x, top + HEAD / 2 + 4 + i * ROW, i === 0 ? 'name middle' : 'value middle', line),
  );
  const classes = ['box', node.kind, ...(node.summary ? ['summary', 'dotted'] : []), mark].filter(Boolean);
  return `<g class="${classes.join(' ')}"><title>${escapeXml(titleOf(node))}</title>${frame}${lines.join('')}</g>`;
}

function titleOf(node: DrawnNode): string {
  const many = node.summary ? ' (one or more)' : '';
  return `${node.label}${many}${node.title && node.title !== node.label ? `: ${node.title}` : ''}`;
}

function drawRow(field: DrawnField, left: number, top: number, width: number, changed: string, leads: boolean): string {
  const band = `<rect class="row${changed}" x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${ROW}"/>`;
  const shown = rowText(field);
  const split =
    field.value === null || field.name === '' ? 0 : field.name.length + (/^[≥≤≠∈]/.test(field.value) ? 1 : 3);
  const [name, value] = split > 0 ? [shown.slice(0, split), shown.slice(split)] : ['', shown];
  const kind = field.value === null ? 'field' : `value ${valueKind(field.value)}`;
  const inner = `${name ? `<tspan class="field">${escapeXml(name)}</tspan>` : ''}<tspan class="${kind}">${escapeXml(value)}</tspan>`;
  const dot = leads ? `<circle class="start" cx="${round(left + width)}" cy="${round(top + ROW / 2)}" r="2.5"/>` : '';
  return `${band}<text x="${round(left + PAD)}" y="${round(top + ROW / 2 + 4)}">${inner}</text>${dot}`;
}

function valueKind(value: string): string {
  if (/freed|out of scope/.test(value)) return 'bad';
  return /null/.test(value) ? 'nothing' : /uninitialised|^\?/.test(value) ? 'unset' : 'number';
}

function drawCurve(
  { edge, points, tip, label }: Curve,
  mark: string,
  labels: ReadonlyMap<string, string>,
  ellipses: ReadonlySet<string>,
): string {
  const [start, ...rest] = points.map(([x, y]) => `${round(x)} ${round(y)}`);
  const path = `<path class="line" d="M${start}C${rest.join(' ')}"/>`;
  const arrow = `<path class="tip" d="${arrowHead(points.at(-1)!, tip)}"/>`;
  const named = ellipses.has(edge.from) || edge.label !== edge.fromField;
  const said = label && named ? text(label[0], label[1] + 4, 'said', edge.label) : '';
  const aside = edge.label === PREVIOUS ? 'aside' : '';
  return `<g class="edge ${edge.certainty} ${mark} ${aside}"><title>${escapeXml(edgeTitle(edge, labels))}</title>${path}${arrow}${said}</g>`;
}

function edgeTitle(e: DrawnEdge, labels: ReadonlyMap<string, string>): string {
  const from = `${labels.get(e.from) ?? e.from}${e.fromField ? `.${e.fromField}` : ''}`;
  const to = `${labels.get(e.to) ?? e.to}${e.toField ? `.${e.toField}` : ''}`;
  return `${from} ${e.certainty === 'may' ? 'may point' : 'points'} to ${to}`;
}

function arrowHead([x, y]: Point, tip: Point): string {
  const length = Math.hypot(tip[0] - x, tip[1] - y) || 1;
  const [dx, dy] = [(tip[0] - x) / length, (tip[1] - y) / length];
  const [bx, by] = [tip[0] - 8 * dx, tip[1] - 8 * dy];
  const corner = (side: number) => `${round(bx - side * 3.6 * dy)} ${round(by + side * 3.6 * dx)}`;
  return `M${round(tip[0])} ${round(tip[1])}L${corner(1)}L${corner(-1)}z`;
}

const text = (x: number, y: number, kind: string, words: string): string =>
  `<text class="${kind}" x="${round(x)}" y="${round(y)}">${escapeXml(words)}</text>`;

const round = (n: number): number => Math.round(n * 10) / 10;

/** XML excludes a few characters. */
function escapeXml(words: string): string {
  return printable(words)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
