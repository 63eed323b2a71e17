// The pointer graph of a context: `pred`, `pred*` by the rules (5) to (13), and the leak predicate that follows.
// A record is lost if it lives and the root is not among its transitive predecessors.

import {
  and,
  atMost,
  below,
  type Condition,
  type Cube,
  equal,
  FALSE,
  just,
  not,
  or,
  substituteIn,
  TRUE,
} from '../../logic/linear/constraint.js';
import { project } from '../../logic/linear/project.js';
import {
  add,
  coefficientOf,
  constant,
  numberIn,
  type Substitution,
  scale,
  subtract,
  symbol,
  type Term,
  type Unknown,
  ZERO,
} from '../../logic/linear/term.js';
import type { Context } from './context.js';
import { sameBase, solveFor } from './get.js';
import { type Entry, entriesOf, substituteInEntry } from './heap.js';
import { touches } from './memory.js';
import type { Run } from './run.js';
import { type Base, substituteInBase, type Value } from './value.js';

/** A cell that holds a pointer to a record; a loop's cells are one edge with an index. */
export interface Edge {
  /** null: the root, that is a variable. */
  readonly source: Base | null;
  readonly target: Term;
  /** When it is there: the index is one of the loop's, and the cell has not been overwritten since. */
  readonly condition: Condition;
  readonly index: Unknown | null;
}

/** A condition, and whether it is all there is; if not, it is wider than the truth. */
export interface Predicate {
  readonly condition: Condition;
  readonly exact: boolean;
}

export interface Graph {
  readonly edges: readonly Edge[];
  readonly exact: boolean;
}

/** Nodes and edges from left to right over the chain; `roots` are the values that variables hold. */
export function pointerGraph(run: Run, context: Context, roots: readonly Value[]): Graph {
  const edges: Edge[] = roots.flatMap((v) => rootEdge(v));
  let exact = true;
  const entries = entriesOf(context.heap);
  entries.forEach((entry, i) => {
    const later = entries.slice(i + 1);
    if (entry.kind === 'havoc') exact = false;
    if (entry.kind === 'put') {
      const edge = edgeOf(run, context, entry, null, FALSE, later);
      if (edge) edges.push(edge.edge);
      if (edge && !edge.exact) exact = false;
    }
    if (entry.kind !== 'loop') return;
    entry.body.forEach((e, position) => {
      if (e.kind === 'loop') exact = false;
      if (e.kind !== 'put') return;
      const again = overwrittenInLoop(e, entry, position);
      const edge = edgeOf(run, context, e, entry, again.condition, later);
      if (edge) edges.push(edge.edge);
      if (edge && !(edge.exact && again.exact)) exact = false;
    });
  });
  return { edges, exact };
}

function rootEdge(v: Value): Edge[] {
  if (v.kind !== 'pointer' || v.base.kind !== 'record') return [];
  return [{ source: null, target: v.base.number, condition: TRUE, index: null }];
}

type Put = Extract<Entry, { kind: 'put' }>;
type LoopEntry = Extract<Entry, { kind: 'loop' }>;

function edgeOf(run: Run, context: Context, e: Put, loop: LoopEntry | null, again: Condition, later: readonly Entry[]) {
  if (e.value.kind !== 'pointer' || e.value.base.kind !== 'record') return null;
  const range = loop ? just(atMost(ZERO, symbol(loop.index)), below(symbol(loop.index), loop.count)) : TRUE;
  const happens = (gone: Condition): Condition => and(range, gone).filter((cube) => isPossible(run, context, cube));
  let condition = range;
  let exact = true;
  for (const gone of [{ condition: again, exact }, ...later.map((l) => overwritten(e, l))]) {
    exact = exact && gone.exact;
    if (happens(gone.condition).length === 0) continue;
    condition = and(condition, not(gone.condition)).filter((cube) => isPossible(run, context, cube));
    if (condition.length === 0) return null;
  }
  return { edge: { source: e.base, target: e.value.base.number, condition, index: loop?.index ?? null }, exact };
}

const isPossible = (run: Run, { known, path }: Context, cube: Cube): boolean =>
  path.some((p) => !run.decider.isUnsat([...known, ...p, ...cube]));

/** When a later entry writes to the cell of a `put`, or frees its block (rules 8 and 9). */
function overwritten(e: Put, later: Entry): Predicate {
  if (later.kind === 'havoc') return { condition: FALSE, exact: false };
  if (later.kind === 'free') return { condition: sameBase(later.base, e.base), exact: true };
  if (later.kind !== 'loop') return { condition: touches(later, e.base, e.offset, e.size), exact: true };
  const parts = later.body.map((b) => overIndices(overwritten(e, b), later.index, later.count));
  return unite(parts);
}

/** Within its own loop, in a later iteration or later in the same one. */
function overwrittenInLoop(e: Put, loop: LoopEntry, position: number): Predicate {
  const next: Unknown = { ...loop.index, id: `${loop.index.id}+`, name: `${loop.index.name}'` };
  const by = new Map([[loop.index.id, symbol(next)]]);
  const parts = loop.body.map((b, i) => {
    const { condition, exact } = overwritten(e, substituteInEntry(b, by));
    const after = i > position ? atMost(symbol(loop.index), symbol(next)) : below(symbol(loop.index), symbol(next));
    return overIndices({ condition: and(condition, just(after)), exact }, next, loop.count);
  });
  return unite(parts);
}

/** ∃ 0 <= k < count. condition(k) */
export function overIndices({ condition, exact }: Predicate, index: Unknown, count: Term): Predicate {
  const range = just(atMost(ZERO, symbol(index)), below(symbol(index), count));
  const projected = project(and(condition, range), (s) => s.id !== index.id);
  return { condition: projected.condition, exact: exact && projected.exact };
}

const unite = (parts: readonly Predicate[]): Predicate => ({
  condition: parts.reduce<Condition>((all, p) => or(all, p.condition), FALSE),
  exact: parts.every((p) => p.exact),
});

// ---- pred* -----------------------------------------------------------------------------------------------------

/** r ∈ pred*(y) */
export function isReached(run: Run, context: Context, graph: Graph, y: Term): Predicate {
  const found = reach(run, context, graph, y, []);
  return { condition: found.condition, exact: found.exact && graph.exact };
}

const DEEPEST = 12;

/** `trail`: the records and edges on the way, which need not be looked at again. */
function reach(run: Run, context: Context, graph: Graph, y: Term, trail: readonly string[]): Predicate {
  if (trail.length > DEEPEST) return { condition: FALSE, exact: false };
  const parts = graph.edges.map((edge, number): Predicate => {
    if (trail.includes(`${number} ${y.key}`) || trail.includes(`${number} *`)) return { condition: FALSE, exact: true };
    return throughEdge(run, context, graph, y, edge, number, trail);
  });
  return unite(parts);
}

function throughEdge(
  run: Run,
  context: Context,
  graph: Graph,
  y: Term,
  edge: Edge,
  number: number,
  trail: readonly string[],
): Predicate {
  const at = indexAt(edge, y);
  const here = at.filter((a) => a.condition.some((cube) => isPossible(run, context, cube)));
  return unite(
    here.map(({ condition, source, exact }): Predicate => {
      if (!source || source.kind !== 'record') return { condition, exact };
      const step = numberIn(subtract(source.number, y));
      const stride = edge.index && coefficientOf(edge.target, edge.index);
      if (edge.index && step !== null && stride && step % stride === 0n)
        return closure(run, context, graph, y, edge, number, step, trail);
      const behind = reach(run, context, graph, source.number, [...trail, `${number} ${y.key}`]);
      return { condition: and(condition, behind.condition), exact: exact && behind.exact };
    }),
  );
}

interface At {
  readonly condition: Condition;
  readonly source: Base | null;
  readonly exact: boolean;
}

/** The edge where its target is y. */
function indexAt(edge: Edge, y: Term): At[] {
  const match = equal(edge.target, y);
  if (!edge.index) return [{ condition: and(edge.condition, just(match)), source: edge.source, exact: true }];
  const k = solveFor(match.term, edge.index);
  if (!k) {
    if (match.term.parts.length === 0) return []; // two families that never meet
    return [{ condition: and(edge.condition, just(match)), source: null, exact: false }];
  }
  const by: Substitution = new Map([[edge.index.id, k]]);
  return [
    {
      condition: edge.condition.flatMap((cube) => just(...cube.map((c) => substituteIn(c, by)))),
      source: edge.source && substituteInBase(edge.source, by),
      exact: true,
    },
  ];
}

/**
 * A list: y is held by y + d, that by y + 2d, and so on, as far as the loop went. The root is among the predecessors if
 * it is among those of some y + t·d that is not reached this way, 1 <= t, with the edge there at the first and last step.
 */
function closure(
  run: Run,
  context: Context,
  graph: Graph,
  y: Term,
  edge: Edge,
  number: number,
  d: bigint,
  trail: readonly string[],
): Predicate {
  const steps = run.fresh.next('t', 'index', 1n, null);
  const far = add(y, scale(symbol(steps), d));
  const first = indexAt(edge, y);
  const last = indexAt(edge, subtract(far, constant(d)));
  const whole = and(onlyRange(first), onlyRange(last));
  const entered = reach(run, context, graph, far, [...trail, `${number} *`]);
  const all = and(and(whole, entered.condition), just(atMost(constant(1), symbol(steps))));
  const projected = project(all, (s) => s.id !== steps.id);
  const broken = edge.condition.some((cube) => cube.length > 2); // some cell in between was overwritten
  return { condition: projected.condition, exact: projected.exact && entered.exact && !broken };
}

const onlyRange = (at: readonly At[]): Condition => at.reduce<Condition>((all, a) => or(all, a.condition), FALSE);

// ---- the leak predicate ----------------------------------------------------------------------------------------

/** No entry behind its `new` frees it. */
export function isAlive(context: Context, y: Term): Predicate {
  const frees = entriesOf(context.heap).map((e) => freed(e, y));
  const any = unite(frees);
  return { condition: not(any.condition), exact: any.exact };
}

function freed(e: Entry, y: Term): Predicate {
  if (e.kind === 'free') return { condition: sameBase(e.base, { kind: 'record', number: y }), exact: true };
  if (e.kind !== 'loop') return { condition: FALSE, exact: true };
  return unite(e.body.map((b) => overIndices(freed(b, y), e.index, e.count)));
}

/** alive(y) ∧ r ∉ pred*(y) */
export function isLost(run: Run, context: Context, graph: Graph, y: Term): Predicate {
  const reached = isReached(run, context, graph, y);
  const living = isAlive(context, y);
  return { condition: and(living.condition, not(reached.condition)), exact: reached.exact && living.exact };
}

/** The records that cells of a block point to now, each with the condition and the index if it is one of many. */
export function targetsIn(graph: Graph, base: Base): Edge[] {
  return graph.edges.flatMap((edge) => {
    if (!edge.source) return [];
    const condition = and(edge.condition, sameBase(edge.source, base));
    return condition.length > 0 ? [{ ...edge, condition }] : [];
  });
}
