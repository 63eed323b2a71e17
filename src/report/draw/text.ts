// A drawing as text: one line per cell, `=>` for edges that are there, `->` for those that may be, `*` for summaries.
// From engines/drawing.ts to the terminal.

import type { Drawing, DrawnNode } from '../../engines/drawing.js';

export function formatDrawings(drawings: readonly Drawing[]): string {
  return drawings.map((d, i) => formatDrawing(d, i + 1)).join('\n');
}

function formatDrawing(drawing: Drawing, number: number): string {
  const names = new Map(drawing.nodes.map((n) => [n.id, nameOf(n)]));
  const lines = [`-- ${drawing.title}, state ${number}`];
  for (const node of drawing.nodes) lines.push(...formatNode(drawing, node, names));
  lines.push(...drawing.notes.map((note) => `   ${note}`));
  return `${lines.join('\n')}\n`;
}

const nameOf = (n: DrawnNode): string => (n.kind === 'variable' ? n.label : n.kind === 'cell' ? n.id : n.label);

function formatNode(drawing: Drawing, node: DrawnNode, names: ReadonlyMap<string, string>): string[] {
  if (node.kind === 'freed' || node.kind === 'unknown' || node.kind === 'null') return [];
  const kind = node.kind === 'cell' ? ` (${node.label}${node.summary ? ', one or more' : ''}; ${node.title})` : '';
  const head = `${names.get(node.id)}${node.summary ? '*' : ''}${kind}`;
  const fields = node.fields.map((f) => {
    const edges = drawing.edges
      .filter((e) => e.from === node.id && e.fromField === f.name)
      .map((e) => `${e.certainty === 'must' ? '=>' : '->'} ${names.get(e.to)}${e.toField ?? ''}`);
    return `${f.name} ${[...edges, ...(f.value === null ? [] : [`= ${f.value}`])].join(', ')}`;
  });
  return node.kind === 'variable' && fields.length === 1
    ? [`   ${head} ${fields[0]!.replace(/^\S+ /, '')}`]
    : [`   ${head}`, ...fields.map((f) => `     ${f}`)];
}
