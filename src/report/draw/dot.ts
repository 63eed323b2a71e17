// A drawing as a graph in the language of Graphviz: boxes of fields, doubled for summaries, dashed where unsure.
// From engines/drawing.ts to svg.ts, or to the user who wants to lay it out himself.

import type { Drawing, DrawnEdge, DrawnNode } from '../../engines/drawing.js';

/** All drawings side by side in one graph. */
export function formatDot(drawings: readonly Drawing[]): string {
  const clusters = drawings.flatMap((d, i) => cluster(d, i));
  return [
    'digraph heaps {',
    '  graph [rankdir=LR fontname="Helvetica" fontsize=11 compound=true];',
    '  node [shape=plain fontname="Helvetica" fontsize=10];',
    '  edge [arrowsize=0.7];',
    ...clusters,
    '}',
    '',
  ].join('\n');
}

function cluster(drawing: Drawing, index: number): string[] {
  const notes = drawing.notes.map((n) => `${escapeText(n)}<br align="left"/>`).join('');
  const label = `${escapeText(`${drawing.title} ${index + 1}`)}<br/><font point-size="9">${notes}</font>`;
  return [
    `  subgraph cluster_${index} {`,
    `    label=<${label}>; color="#bbbbbb";`,
    ...(drawing.nodes.length === 0 ? [`    empty_${index} [shape=none label="(empty)"];`] : []),
    ...drawing.nodes.map((n) => `    ${idOf(index, n.id)} [${attributes(n)}];`),
    ...drawing.edges.map((e) => `    ${formatEdge(index, e)};`),
    '  }',
  ];
}

const idOf = (index: number, id: string): string => `"${index}_${id}"`;

const FILL: Readonly<Record<DrawnNode['kind'], string>> = {
  variable: '#e8f0fe',
  cell: '#ffffff',
  activation: '#fff4e0',
  null: '#eeeeee',
  freed: '#fde0e0',
  function: '#e6f4ea',
  unknown: '#f3e8fd',
};

/** A table: the label on top, a row per field; a summary has a doubled border. */
function attributes(node: DrawnNode): string {
  const rows = node.fields.map((f) => {
    const value = f.value === null ? '' : ` = ${f.value}`;
    return `<tr><td port="${port(f.name)}" align="left">${escapeText(f.name + value)}</td></tr>`;
  });
  const border = node.summary ? 'border="3" cellspacing="2" style="rounded"' : 'border="1" cellspacing="0"';
  const head = `<tr><td port="base"><b>${escapeText(node.label)}</b></td></tr>`;
  const table = `<table ${border} cellborder="0" cellpadding="3" bgcolor="${FILL[node.kind]}">${head}${rows.join('')}</table>`;
  return `label=<${table}> tooltip=${JSON.stringify(node.title)}`;
}

const port = (name: string): string => `f${name.replace(/[^A-Za-z0-9]/g, '_')}`;

function formatEdge(index: number, e: DrawnEdge): string {
  const from = e.fromField === null ? '' : `:${port(e.fromField)}`;
  const to = e.toField === null ? '' : `:${port(e.toField)}`;
  const style = e.certainty === 'may' ? ' style=dashed' : '';
  const label = e.label ? ` label=${JSON.stringify(e.label)}` : '';
  return `${idOf(index, e.from)}${from} -> ${idOf(index, e.to)}${to} [tooltip="${e.certainty}"${style}${label}]`;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
