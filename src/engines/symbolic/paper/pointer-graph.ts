// The pointer graph of a context: `pred`, `pred*` by the rules (5) to (13), and the leak predicate.
// A record is lost if it is live and the root is not among its transitive predecessors.

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
} from '../../../logic/linear/constraint.js';
import { project } from '../../../logic/linear/project.js';
import {
  add,
  coefficientOf,
  constant,
  mentions,
  numberIn,
  type Substitution,
  scale,
  substitute,
  subtract,
  symbol,
  type Term,
  type Unknown,
  ZERO,
} from '../../../logic/linear/term.js';
import { COST } from '../../../logic/smt/effort.js';
import type { Run } from '../analysis.js';
import { touches } from '../memory.js';
import type { Context } from './context.js';
import { sameBase, solveFor } from './get.js';
import { type Entry, entriesOf, substituteInEntry } from './heap.js';
import { type Base, substituteInBase, type Value } from './value.js';

/** A cell that holds a pointer to a record; the cells of a loop are one edge with an index. */
export interface Edge {
  /** null: the root, that is a variable. */
  readonly source: Base | null;
  readonly target: Term;
  readonly index: Unknown | null;
  /** The index is in the range of the loop. */
  readonly range: Condition;
  /** When the edge exists: in range, and the cell not overwritten since. Expensive, and computed on demand. */
  readonly presence: Predicate;
}

/** A condition; if not exact, it is an over-approximation. */
export interface Predicate {
  readonly condition: Condition;
  readonly exact: boolean;
}

export interface Graph {
  readonly edges: readonly Edge[];
  readonly exact: boolean;
}

/** Nodes and edges from left to right over the chain; `roots` are the values of variables. */
export function pointerGraph(run: Run, context: Context, roots: readonly Value[]): Graph {
  const edges: Edge[] = roots.flatMap((v) => rootEdge(v));
  let exact = true;
  const entries = entriesOf(context.heap);
  entries.forEach((entry, i) => {
    const later = () => entries.slice(i + 1);
    if (entry.kind === 'havoc') exact = false;
    if (isEdge(entry)) edges.push(new Cell(run, context, entry, null, later));
    if (entry.kind !== 'loop') return;
    entry.body.forEach((e, position) => {
      if (e.kind === 'loop' || e.kind === 'havoc') exact = false;
      if (isEdge(e)) edges.push(new Cell(run, context, e, { loop: entry, position }, later));
    });
  });
  return { edges, exact };
}

const ALWAYS: Predicate = { condition: TRUE, exact: true };

function rootEdge(v: Value): Edge[] {
  if (v.kind !== 'pointer' || v.base.kind !== 'record') return [];
  return [{ source: null, target: v.base.number, index: null, range: TRUE, presence: ALWAYS }];
}

type Put = Extract<Entry, { kind: 'put' }>;
type LoopEntry = Extract<Entry, { kind: 'loop' }>;

const isEdge = (e: Entry): e is Put => e.kind === 'put' && e.value.kind === 'pointer' && e.value.base.kind === 'record';

/** The edge of a `put`, possibly in a loop. */
class Cell implements Edge {
  readonly source: Base;
  readonly target: Term;
  readonly index: Unknown | null;
  readonly range: Condition;
  private known: Predicate | null = null;

  constructor(
    private readonly run: Run,
    private readonly context: Context,
    private readonly put: Put,
    private readonly within: { readonly loop: LoopEntry; readonly position: number } | null,
    private readonly later: () => readonly Entry[],
  ) {
    this.source = put.base;
    this.target = (put.value as { base: { number: Term } }).base.number;
    this.index = within?.loop.index ?? null;
    const k = this.index && symbol(this.index);
    this.range = k ? just(atMost(ZERO, k), below(k, within!.loop.count)) : TRUE;
  }

  get presence(): Predicate {
    this.known ??= this.compute();
    return this.known;
  }

  private compute(): Predicate {
    const possible = (c: Condition): Condition => c.filter((cube) => isPossible(this.run, this.context, cube));
    const { put, within } = this;
    const again = within ? [overwrittenInLoop(put, within.loop, within.position)] : [];
    let condition = this.range;
    let exact = true;
    for (const gone of [...again, ...this.later().map((l) => overwritten(put, l))]) {
      if (gone.condition.length === 0 || possible(and(this.range, gone.condition)).length === 0) continue;
      exact = exact && gone.exact; // an infeasible over-approximation is exact
      condition = possible(and(condition, not(gone.condition)));
      if (condition.length === 0) break;
    }
    return { condition, exact };
  }
}

const isPossible = (run: Run, { known, path }: Context, cube: Cube): boolean =>
  path.some((p) => !run.decider.isUnsat([...known, ...p, ...cube]));

/** The condition under which a later entry writes to the cell of a `put`, or frees its record (rules 8 and 9). */
function overwritten(e: Put, later: Entry): Predicate {
  if (later.kind === 'havoc') return { condition: FALSE, exact: false };
  if (later.kind === 'free') return { condition: sameBase(later.base, e.base), exact: true };
  if (later.kind !== 'loop') return { condition: touches(later, e.base, e.offset, e.size), exact: true };
  const parts = later.body.map((b) => overIndices(overwritten(e, b), later.index, later.count));
  return unite(parts);
}

/** In its own loop: overwritten in a later iteration, or later in the same one. */
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

/** `trail`: the records and edges on the path, which are not visited again. */
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
  run.budget.effort.spend(COST.edge);
  if (!mayMeet(run, context, edge, y)) return { condition: FALSE, exact: true };
  const here = indexAt(edge, y).filter((a) => a.condition.some((cube) => isPossible(run, context, cube)));
  return unite(
    here.map(({ condition, source, exact }): Predicate => {
      if (source?.kind !== 'record') return { condition, exact };
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

/** May the edge point to y? */
const mayMeet = (run: Run, context: Context, edge: Edge, y: Term): boolean =>
  and(edge.range, just(equal(edge.target, y))).some((cube) => isPossible(run, context, cube));

/** The instances of the edge whose target is y. */
function indexAt({ target, index, source, presence }: Edge, y: Term): At[] {
  const match = equal(target, y);
  const k = index && solveFor(match.term, index);
  if (!k) {
    const condition = and(presence.condition, just(match));
    if (!index) return [{ condition, source, exact: presence.exact }];
    const some = project(condition, (s) => s.id !== index.id);
    const isOne = source?.kind !== 'record' || !mentions(source.number, index);
    // one of several sources, unknown which: over-approximated by the root
    return [{ ...some, source: isOne ? source : null, exact: presence.exact && some.exact && isOne }];
  }
  const by: Substitution = new Map([[index.id, k]]);
  return [
    {
      condition: presence.condition.flatMap((cube) => just(...cube.map((c) => substituteIn(c, by)))),
      source: source && substituteInBase(source, by),
      exact: presence.exact,
    },
  ];
}

/**
 * A list: y + d points to y, y + 2d to y + d, and so on, for the iterations of the loop. The root is a transitive
 * predecessor iff it is one of some y + t·d, 1 <= t, by another edge, with the edge present at the first and last step.
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
  const broken = !edge.presence.exact || edge.presence.condition.some((cube) => cube.length > 2); // a cell in between is overwritten
  return { condition: projected.condition, exact: projected.exact && entered.exact && !broken };
}

const onlyRange = (at: readonly At[]): Condition => at.reduce<Condition>((all, a) => or(all, a.condition), FALSE);

// ---- the leak predicate ----------------------------------------------------------------------------------------

/** No entry after its `new` frees it. */
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

/** A pointer to one record, or to one of many, that an operation may remove. */
export interface Taken {
  readonly target: Term;
  readonly condition: Condition;
  readonly index: Unknown | null;
}

/** The records that cells of the base point to, each with its condition, and an index if it is one of many. */
export function targetsIn(run: Run, context: Context, graph: Graph, base: Base): Taken[] {
  return graph.edges.flatMap((edge) => {
    if (!edge.source) return [];
    const same = sameBase(edge.source, base);
    if (!and(edge.range, same).some((cube) => isPossible(run, context, cube))) return [];
    const condition = and(edge.presence.condition, same);
    return condition.map((cube) => one(edge, cube));
  });
}

/** The index of the record, if the base determines it; else a fresh index. */
function one({ target, index }: Edge, cube: Cube): Taken {
  if (!index) return { target, condition: [cube], index };
  const k = cube.flatMap((c) => (c.kind === 'eq' ? (solveFor(c.term, index) ?? []) : []))[0];
  const fresh: Unknown = { ...index, id: `${index.id}'` };
  const by: Substitution = new Map([[index.id, k ?? symbol(fresh)]]);
  return {
    target: substitute(target, by),
    condition: just(...cube.map((c) => substituteIn(c, by))),
    index: k ? null : fresh,
  };
}
