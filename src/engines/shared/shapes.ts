// What a pointer leads to, in words: a list, a tree, one block. Read from a drawing and what the engine knows of sharing.
// The last step of the draw.ts of an engine; reports tell invariants by it.

import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../drawing.js';

/** Is the node one that at most one cell of the heap points to, and are all values of its pointers drawn? */
export type IsPlain = (id: string) => boolean;

/** Adds the shapes to the rows of variables and activations. Takes a drawing with the names of fields. */
export function nameShapes(drawing: Drawing, isPlain: IsPlain): Drawing {
  const nodes = drawing.nodes.map((n) =>
    n.kind === 'variable' || n.kind === 'activation'
      ? { ...n, fields: n.fields.map((f) => withShape(drawing, n, f, isPlain)) }
      : n,
  );
  return { ...drawing, nodes };
}

function withShape(drawing: Drawing, { id }: DrawnNode, field: DrawnField, isPlain: IsPlain): DrawnField {
  const leaving = drawing.edges.filter((e) => e.from === id && e.fromField === field.name);
  const shapes = new Set(leaving.map((e) => (startsAtBase(e) ? shapeBehind(drawing, e.to, isPlain) : null)));
  const [shape] = shapes;
  return shapes.size === 1 && shape ? { ...field, shape } : field;
}

const startsAtBase = ({ toField }: DrawnEdge): boolean => toField === null || toField === '+0';

/**
 * Links are the edges between nodes of one type. No cell behind the head has two pointers to it, and none leads back to the
 * head: there is no cycle.
 */
export function shapeBehind({ nodes, edges }: Drawing, head: string, isPlain: IsPlain): string | null {
  const byId = new Map(nodes.map((n) => [n.id, n]));
  const { label, kind, summary } = byId.get(head) ?? { kind: 'unknown' };
  const isLink = (e: DrawnEdge) => byId.get(e.from)?.label === label && byId.get(e.to)?.label === label;
  const links = edges.filter((e) => byId.get(e.from)?.kind === 'cell' && isLink(e));
  const reached = [...reachedBy(head, links)];
  if (kind !== 'cell' || summary || !reached.every((id) => byId.get(id)!.kind === 'cell' && isPlain(id))) return null;
  const followed = links.filter((e) => reached.includes(e.from));
  if (!followed.every(startsAtBase) || followed.some((e) => e.to === head)) return null;
  const fields = new Set(followed.map((e) => e.fromField));
  const rows = reached.flatMap((id) => rowsOf(byId.get(id)!, edges, fields));
  if (!rows.every(({ field, targets }) => isClean(field) && targets.every((to) => byId.get(to)?.label === label))) {
    return null;
  }
  return `${NAMES[Math.min(2, fields.size)]} ${typeOf(label!)}`;
}

const NAMES = ['one', 'an acyclic list of', 'a tree of'] as const;

/** Memory without a type is called by its size. */
const typeOf = (label: string): string => (/^(\d+ bytes|memory)$/.test(label) ? `block of ${label}` : `\`${label}\``);

/** The links of a node; if nothing is known to be one, every row that may be. */
function rowsOf(node: DrawnNode, edges: readonly DrawnEdge[], links: ReadonlySet<string | null>) {
  const fields = node.fields.filter(({ name }) => links.size === 0 || links.has(name));
  return fields.flatMap((field) => {
    const targets = edges.filter((e) => e.from === node.id && e.fromField === field.name).map((e) => e.to);
    return links.size === 0 && targets.length > 0 ? [] : [{ field, targets }];
  });
}

/** Null, or no pointer at all. */
const isClean = ({ value }: DrawnField): boolean =>
  (value ?? '').split(' | ').every((v) => /^(null.*|number|[≥≤≠∈]?[-\d[\], ]*)$/.test(v));

function reachedBy(head: string, links: readonly DrawnEdge[]): Set<string> {
  const found = new Set([head]);
  for (const id of found) for (const e of links) if (e.from === id) found.add(e.to);
  return found;
}
