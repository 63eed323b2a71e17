// The difference between two drawings: boxes, rows and edges that are new or gone.
// Between arrange.ts and svg.ts, in reports that step through a trace; names of nodes may differ.

import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../../engines/drawing.js';

export type Mark = 'new' | 'gone';

/** The later drawing, with what is gone added to it. */
export interface Comparison {
  readonly drawing: Drawing;
  readonly nodes: ReadonlyMap<string, Mark>;
  /** Rows with a changed value: `id.field`. */
  readonly rows: ReadonlySet<string>;
  readonly edges: ReadonlyMap<DrawnEdge, Mark>;
  /** The number of differences. */
  readonly cost: number;
}

/** Without an earlier drawing, nothing is marked. */
export const unmarked = (drawing: Drawing): Comparison => ({
  drawing,
  nodes: new Map(),
  rows: new Set(),
  edges: new Map(),
  cost: 0,
});

/** Both are arranged. Of several ways to match nodes, the one with the fewest differences. */
export function compare(before: Drawing, after: Drawing): Comparison {
  const shapes = ['', ...rowsOfFrames(before)].map((last) => matchByShape(before, after, last));
  const ways = [matchByName(before, after), ...shapes, matchByContent(before, after)];
  const results = ways.map((pairs) => difference(before, after, pairs));
  return results.reduce((best, next) => (next.cost < best.cost ? next : best));
}

/** From the ids of the later drawing to those of the earlier one. */
type Pairs = Map<string, string>;

const rowsOfFrames = (d: Drawing): string[] =>
  d.nodes.filter((n) => n.kind === 'activation').flatMap((n) => n.fields.map((f) => `${n.id}.${f.name}`));

function matchByName(before: Drawing, after: Drawing): Pairs {
  const kinds = new Map(before.nodes.map((n) => [n.id, n.kind]));
  return new Map(after.nodes.filter((n) => kinds.get(n.id) === n.kind).map((n) => [n.id, n.id]));
}

/** Matches nodes whose rows are equal. */
function matchByContent(before: Drawing, after: Drawing): Pairs {
  const contentOf = (n: DrawnNode) => (n.kind === 'activation' ? n.id : JSON.stringify([n.label, n.summary, n.fields]));
  const free = [...before.nodes];
  const pairs: Pairs = new Map();
  for (const n of after.nodes) {
    const at = free.findIndex((m) => contentOf(m) === contentOf(n));
    if (at >= 0) pairs.set(n.id, free.splice(at, 1)[0]!.id);
  }
  return pairs;
}

/**
 * Matches nodes that the same rows lead to, starting at the variables. An assignment changes one variable: the row
 * `last` is used only where no other row decides.
 */
function matchByShape(before: Drawing, after: Drawing, last: string): Pairs {
  const pairs: Pairs = new Map();
  const taken = new Set<string>();
  const [old, now] = [targetsOf(before), targetsOf(after)];
  const kinds = new Map([...before.nodes, ...after.nodes].map((n) => [n.id, n.kind]));
  const pair = (a: string, b: string): boolean => {
    if (pairs.has(a) || taken.has(b) || kinds.get(a) !== kinds.get(b)) return false;
    pairs.set(a, b);
    taken.add(b);
    return true;
  };
  for (const n of after.nodes) if (n.kind === 'activation' && before.nodes.some((m) => m.id === n.id)) pair(n.id, n.id);
  for (const patience of ['wait', 'hurry'] as const) {
    for (let grew = true; grew; ) {
      grew = false;
      for (const [a, b] of [...pairs]) {
        for (const [row, [target, ...more]] of now.get(a) ?? []) {
          const [there, ...others] = old.get(b)?.get(row) ?? [];
          if (!there || more.length + others.length > 0 || (patience === 'wait' && `${a}.${row}` === last)) continue;
          if (pair(target!, there)) grew = true;
        }
      }
    }
  }
  for (const n of after.nodes) if (before.nodes.some((m) => m.id === n.id)) pair(n.id, n.id);
  return pairs;
}

/** The targets of the rows of each box, without the box itself. */
function targetsOf(drawing: Drawing): Map<string, Map<string, string[]>> {
  const targets = new Map<string, Map<string, string[]>>(drawing.nodes.map((n) => [n.id, new Map()]));
  for (const { from, fromField, to } of drawing.edges) {
    const rows = targets.get(from);
    if (rows && from !== to) rows.set(fromField ?? '', [...(rows.get(fromField ?? '') ?? []), to]);
  }
  return targets;
}

function difference(before: Drawing, after: Drawing, pairs: Pairs): Comparison {
  const old = new Map(before.nodes.map((n) => [n.id, n]));
  const back = new Map([...pairs].map(([a, b]) => [b, a]));
  const rename = (id: string) => back.get(id) ?? `gone ${id}`;
  const lost = before.nodes.filter((n) => !back.has(n.id)).map((n) => ({ ...n, id: rename(n.id) }));
  const nodes = new Map<string, Mark>(lost.map((n) => [n.id, 'gone']));
  const rows = new Set<string>();
  for (const n of after.nodes) {
    const then = old.get(pairs.get(n.id) ?? '');
    if (then) for (const field of changedRows(then, n)) rows.add(`${n.id}.${field}`);
    else nodes.set(n.id, 'new');
  }
  const oldEdges = before.edges.map((e) => ({ ...e, from: rename(e.from), to: rename(e.to) }));
  const [was, is] = [new Set(oldEdges.map(keyOf)), new Set(after.edges.map(keyOf))];
  const goneEdges = oldEdges.filter((e) => !is.has(keyOf(e)));
  const newEdges = after.edges.filter((e) => !was.has(keyOf(e)));
  const edges = new Map<DrawnEdge, Mark>([
    ...newEdges.map((e) => [e, 'new'] as const),
    ...goneEdges.map((e) => [e, 'gone'] as const),
  ]);
  const drawing = { ...after, nodes: [...after.nodes, ...lost], edges: [...after.edges, ...goneEdges] };
  const alone = [...edges.keys()].filter((e) => !nodes.has(e.from) && !nodes.has(e.to));
  return { drawing, nodes, rows, edges, cost: 3 * nodes.size + rows.size + alone.length };
}

/** Rows with a changed value, and new ones. */
function changedRows(then: DrawnNode, now: DrawnNode): string[] {
  const values = new Map(then.fields.map((f) => [f.name, f.value]));
  const changed = now.fields.filter((f: DrawnField) => values.get(f.name) !== f.value);
  return changed.map((f) => f.name);
}

const keyOf = (e: DrawnEdge): string => JSON.stringify([e.from, e.fromField, e.to, e.toField, e.certainty]);
