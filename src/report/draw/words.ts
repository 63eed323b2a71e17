// A drawing in words: a sentence per variable and per node, for screen readers and below the drawings of reports.
// From arrange.ts to reports; engines do not know it.

import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../../engines/drawing.js';

/** Takes an arranged drawing. */
export function describeDrawing(drawing: Drawing): string[] {
  const names = nameBlocks(drawing);
  const sentences = drawing.nodes.flatMap((node) =>
    node.fields.flatMap((field) => describeRow(drawing, node, field, names)),
  );
  return [...sentences, ...drawing.notes.map((note) => `${note}.`)];
}

/** Nodes with equal labels are distinguished by letters. */
function nameBlocks(drawing: Drawing): ReadonlyMap<string, string> {
  const blocks = drawing.nodes.filter((n) => n.kind !== 'activation');
  return new Map(
    blocks.map((n, i) => {
      const letter = blocks.length > 1 ? ` ${letterOf(i)}` : '';
      return [n.id, `${n.kind === 'freed' ? 'the freed ' : n.summary ? 'one of the ' : 'the '}${n.label}${letter}`];
    }),
  );
}

/** Values that need another word. */
const IN_WORDS: Readonly<Record<string, string>> = { number: 'a number', '?': 'unknown' };

const letterOf = (i: number): string =>
  i < 26 ? String.fromCharCode(65 + i) : `${letterOf(Math.floor(i / 26) - 1)}${letterOf(i % 26)}`;

function describeRow(
  drawing: Drawing,
  node: DrawnNode,
  field: DrawnField,
  names: ReadonlyMap<string, string>,
): string[] {
  const leaving = drawing.edges.filter((e) => e.from === node.id && e.fromField === field.name);
  const values = field.value === null ? [] : field.value.split(' | ').map((v) => IN_WORDS[v] ?? v.replace('∈', 'in'));
  const targets = leaving.map((e) => nameTarget(drawing, e, names));
  if (values.length + targets.length === 0) return [];
  const verb = targets.length > 0 ? (values.length > 0 ? 'is' : 'points to') : 'is';
  const shown = targets.length > 0 && values.length > 0 ? targets.map((t) => `a pointer to ${t}`) : targets;
  return [`${ownerOf(node, field, names)} ${verb} ${[...values, ...shown].join(' or ')}.`];
}

function ownerOf(node: DrawnNode, field: DrawnField, names: ReadonlyMap<string, string>): string {
  if (node.kind === 'activation') return node.label === 'globals' ? field.name : `${node.label}'s ${field.name}`;
  return `${field.name || 'the content'} of ${names.get(node.id)}`;
}

function nameTarget(drawing: Drawing, edge: DrawnEdge, names: ReadonlyMap<string, string>): string {
  const target = drawing.nodes.find((n) => n.id === edge.to);
  if (target?.kind === 'activation') return `${target.label}'s ${edge.toField ?? 'variables'}`;
  const whole = edge.label === 'another' ? 'another of its kind' : (names.get(edge.to) ?? edge.to);
  return edge.toField ? `${edge.toField} of ${whole}` : whole;
}
