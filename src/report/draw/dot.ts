// A drawing in the language of Graphviz: boxes of rows, doubled for summaries, dashed for edges that may be there.
// From arrange.ts to layout.ts, or to users who lay it out themselves.

import type { Drawing, DrawnEdge, DrawnNode } from '../../engines/drawing.js';
import { arrange } from '../../findings/arrange.js';
import { ellipseOf, HEAD, ROW, rowsOf, rowText, shorten, widthOf } from './measure.js';

/** All drawings side by side in one graph. */
export function formatDot(drawings: readonly Drawing[]): string {
  const clusters = drawings
    .map(arrange)
    .flatMap((d, i) => [
      `  subgraph cluster_${i} {`,
      `    label=<${[`${d.title} ${i + 1}`, ...d.notes].map((line) => `${escapeText(line)}<br align="left"/>`).join('')}>`,
      ...formatGraph(d, `${i}.`),
      '  }',
    ]);
  return ['digraph heaps {', ...PREAMBLE, ...clusters, '}', ''].join('\n');
}

/** One drawing; the boxes are `n0`, `n1`, …, the edges `e0`, `e1`, … in the drawing's order. */
export function formatOne(drawing: Drawing): string {
  return ['digraph heap {', ...PREAMBLE, ...formatGraph(drawing, ''), '}', ''].join('\n');
}

const PREAMBLE = [
  '  graph [rankdir=LR nodesep=0.3 ranksep=0.55 fontname="Courier" fontsize=12 color="#bbbbbb" pad=0.1];',
  '  node [shape=plain fontname="Courier" fontsize=12];',
  '  edge [arrowsize=0.7 fontname="Courier" fontsize=10];',
];

function formatGraph(drawing: Drawing, prefix: string): string[] {
  const names = new Map(drawing.nodes.map((n, i) => [n.id, `"${prefix}n${i}"`]));
  const frames = drawing.nodes.filter((n) => n.kind === 'activation').map((n) => names.get(n.id)!);
  const nodes = new Map(drawing.nodes.map((n) => [n.id, n]));
  return [
    ...drawing.nodes.map((n) => `  ${names.get(n.id)} [${attributes(n)}];`),
    ...(frames.length > 0 ? [`  { rank=min; ${frames.join('; ')} }`] : []),
    ...(frames.length > 1 ? [`  ${frames.join(' -> ')} [style=invis];`] : []), // the caller above the callee
    ...drawing.edges.flatMap((e, i) => {
      const [from, to] = [nodes.get(e.from), nodes.get(e.to)];
      if (!from || !to) return [];
      const aside = from.kind === 'activation' && to.kind === 'activation' ? ' constraint=false' : '';
      return [`  ${formatEdge(e, from, to, names)} [id="e${i}"${styleOf(e, from)}${aside}];`];
    }),
  ];
}

const FILL: Readonly<Record<DrawnNode['kind'], string>> = {
  variable: '#e8f0fe',
  cell: '#ffffff',
  activation: '#fff4e0',
  null: '#eeeeee',
  freed: '#fde0e0',
  function: '#e6f4ea',
  unknown: '#f3e8fd',
};

/** A table: the label on top, a row per field, all of the same width; a summary node has a doubled border. */
function attributes(node: DrawnNode): string {
  if (node.outline === 'ellipse') return ellipse(node);
  const size = (height: number) => `width="${widthOf(node)}" height="${height}"`;
  const rows = node.fields.map(
    (f, i) => `<tr><td port="f${i}" ${size(ROW)} align="left">${escapeText(rowText(f))}</td></tr>`,
  );
  const head = `<tr><td port="h" ${size(HEAD)}><b>${escapeText(shorten(node.label))}</b></td></tr>`;
  const dotted = node.summary && node.outline === 'rectangle';
  const border = node.outline === 'rectangle' ? '' : `style="rounded"${node.summary ? ' color="black:black"' : ''}`;
  const table = `<table border="${dotted ? 0 : 1}" ${border} cellborder="0" cellspacing="0" cellpadding="0" bgcolor="${FILL[node.kind]}">${head}${rows.join('')}</table>`;
  // Graphviz does not support dotted table borders.
  return `${dotted ? 'shape=box style=dotted margin=0 ' : ''}label=<${table}> tooltip=${quote(node.title)}`;
}

const POINTS_PER_INCH = 72;

function ellipse(node: DrawnNode): string {
  const { width, height } = ellipseOf(node);
  const lines = [shorten(node.label), ...rowsOf(node).map(rowText)].map(escapeText).join('<br/>');
  const size = `fixedsize=true width=${(width / POINTS_PER_INCH).toFixed(2)} height=${(height / POINTS_PER_INCH).toFixed(2)}`;
  // The JSON output of the layout supports one style only.
  const style = node.summary ? 'dotted' : 'filled';
  return `shape=ellipse style="${style}" fillcolor="${FILL[node.kind]}" ${size} label=<${lines}> tooltip=${quote(node.title)}`;
}

/** From the right side of a row to the left side of a box; around the same side if both are in one column. */
function formatEdge(e: DrawnEdge, from: DrawnNode, to: DrawnNode, names: ReadonlyMap<string, string>): string {
  const bothFrames = from.kind === 'activation' && to.kind === 'activation';
  const [out, into] = bothFrames ? ['w', 'w'] : from === to ? ['e', 'e'] : ['e', 'w'];
  const end = (node: DrawnNode, id: string, field: string | null, side: string) =>
    node.outline === 'ellipse' ? names.get(id) : `${names.get(id)}:${port(node, field)}:${side}`;
  return `${end(from, e.from, e.fromField, out)} -> ${end(to, e.to, e.toField, into)}`;
}

function port(node: DrawnNode, field: string | null): string {
  const index = field === null ? -1 : node.fields.findIndex((f) => f.name === field);
  return index < 0 ? 'h' : `f${index}`;
}

function styleOf(e: DrawnEdge, from: DrawnNode): string {
  const label = e.label && (from.outline === 'ellipse' || e.label !== e.fromField) ? ` label=${quote(e.label)}` : '';
  return `${e.certainty === 'may' ? ' style=dashed' : ''} tooltip="${e.certainty}"${label}`;
}

/** In Graphviz, a backslash starts an escape even where none is needed. */
const quote = (text: string): string => `"${clean(text).replace(/[\\"]/g, '\\$&')}"`;

function escapeText(text: string): string {
  return clean(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Graphviz reads XML, which excludes a few characters. */
const clean = (text: string): string => text.replace(/[\p{Cc}\ufffe\uffff]/gu, '\ufffd');
