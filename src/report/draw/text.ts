// A drawing as text: one line per row, `=>` for edges that are there, `->` for those that may be, `*` for summaries.
// From engines/drawing.ts to the terminal.

import type { Drawing, DrawnNode } from '../../engines/drawing.js';
import { arrange } from '../../findings/arrange.js';
import { rowText } from './measure.js';

export function formatDrawings(drawings: readonly Drawing[]): string {
  return drawings.map((d, i) => formatDrawing(arrange(d), i + 1)).join('\n');
}

function formatDrawing(drawing: Drawing, number: number): string {
  const lines = [`-- ${drawing.title}, state ${number}`];
  for (const node of drawing.nodes) lines.push(...formatNode(drawing, node));
  lines.push(...drawing.notes.map((note) => `   ${note}`));
  return `${lines.join('\n')}\n`;
}

function formatNode(drawing: Drawing, node: DrawnNode): string[] {
  const about = node.title === node.label ? '' : `; ${node.title}`;
  const many = node.summary ? '*' : '';
  const head = node.kind === 'activation' ? `${node.label}${many}` : `${node.id}${many} (${node.label}${about})`;
  const rows = node.fields.map((f) => {
    const edges = drawing.edges.filter((e) => e.from === node.id && e.fromField === f.name);
    const ends = edges.map((e) => `${e.certainty === 'must' ? '=>' : '->'} ${nameEnd(drawing, e.to, e.toField)}`);
    return `     ${[rowText(f), ...ends].join(' ').trim()}`;
  });
  return [`   ${head}`, ...rows];
}

function nameEnd(drawing: Drawing, id: string, field: string | null): string {
  const node = drawing.nodes.find((n) => n.id === id);
  const name = node?.kind === 'activation' ? node.label : id;
  return field === null ? name : `${name}.${field}`;
}
