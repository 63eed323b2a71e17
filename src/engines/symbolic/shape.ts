// Listness and treeness: what the pointer graph of a context implies about the shape of its heap, for any number of records.
// Shown in drawings and printed contexts, only if certain.

import { and, type Condition, different, equal, just, substituteIn } from '../../logic/linear/constraint.js';
import { numberIn, substitute, subtract, symbol, type Term, type Unknown } from '../../logic/linear/term.js';
import type { Run } from './analysis.js';
import { rootsOf } from './leaks.js';
import type { Context } from './paper/context.js';
import { type Edge, type Graph, pointerGraph } from './paper/pointer-graph.js';

/** `list`: at most one pointer into and out of every record; `tree`: at most one into it. Neither has cycles. */
export type Shape = 'list' | 'tree';

export function shapeOf(run: Run, context: Context): Shape | null {
  const graph = pointerGraph(run, context, rootsOf(context));
  const edges = graph.edges.filter((e) => e.source?.kind === 'record' && e.presence.condition.length > 0);
  if (edges.length === 0 || !isExact(graph, edges) || !pointOneWay(edges)) return null;
  const targets = edges.map((e) => ({ edge: e, end: e.target }));
  if (!areDistinct(run, context, targets)) return null;
  const sources = edges.map((e) => ({ edge: e, end: (e.source as { number: Term }).number }));
  return areDistinct(run, context, sources) ? 'list' : 'tree';
}

const isExact = (graph: Graph, edges: readonly Edge[]): boolean => graph.exact && edges.every((e) => e.presence.exact);

/** Record numbers increase along all pointers, or decrease along all: no cycles. */
function pointOneWay(edges: readonly Edge[]): boolean {
  const steps = edges.map((e) => numberIn(subtract(e.target, (e.source as { number: Term }).number)));
  return steps.every((s) => s !== null && s > 0n) || steps.every((s) => s !== null && s < 0n);
}

interface End {
  readonly edge: Edge;
  readonly end: Term;
}

/** No two cells have the same end; two cells of one loop are distinguished by their index. */
function areDistinct(run: Run, context: Context, ends: readonly End[]): boolean {
  return ends.every((a, i) => ends.every((b, j) => j < i || !mayBeEqual(run, context, a, b, i === j)));
}

function mayBeEqual(run: Run, { known, path }: Context, a: End, b: End, same: boolean): boolean {
  if (same && !a.edge.index) return false;
  const other = b.edge.index && { ...b.edge.index, id: `${b.edge.index.id}*` };
  const by = new Map(other ? [[b.edge.index!.id, symbol(other)]] : []);
  const meet = and(and(a.edge.range, renamed(b.edge.range, by)), just(equal(a.end, substitute(b.end, by))));
  const apart = same ? and(meet, differ(a.edge.index!, other!)) : meet;
  return path.some((p) => apart.some((cube) => !run.decider.isUnsat([...known, ...p, ...cube])));
}

const renamed = (condition: Condition, by: ReadonlyMap<string, Term>): Condition =>
  condition.flatMap((cube) => just(...cube.map((c) => substituteIn(c, by))));

const differ = (a: Unknown, b: Unknown): Condition => just(different(symbol(a), symbol(b)));
