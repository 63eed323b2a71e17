// The reduction: conjoins to b the constraints that every concrete heap satisfies, so that infeasible vectors disappear.
// Applied after operators that guess: materialize, loads and stores through the heap, widening. It may stop early.

import { FALSE, negate, type Ref, TRUE } from '../../logic/bdd/bdd.js';
import { type Count, type Flag, GHOST, type Kernel, type NodeId, UNINITIALIZED } from './kernel.js';
import { counterOf } from './paper/counters.js';
import {
  type Cell,
  existsFlag,
  flagsAbout,
  ghostFlags,
  ghostInFlag,
  heapNodes,
  isBottom,
  isHeap,
  isSummary,
  type Node,
  SOURCES,
  type Source,
  type State,
  sourceOf,
  withB,
} from './paper/state.js';

const ROUNDS = 4;

/** The part that an operator changed: constraints on other parts still hold and are not added again. */
export interface Scope {
  /** Nodes with new cells, counters or in-edges; null for all. */
  readonly touched: ReadonlySet<NodeId> | null;
  /** `guessed`: the reachability of all variables was guessed anew. */
  readonly reach: 'known' | 'guessed';
}

const EVERYTHING: Scope = { touched: null, reach: 'guessed' };

export function reduce(k: Kernel, s: State, scope: Scope = EVERYTHING): State {
  let t = withB(s, localConstraints(k, s, scope));
  for (let round = 0; round < ROUNDS && !isBottom(t); round++) {
    const b = supports(k, t, scope);
    if (b === t.b) break;
    t = withB(t, b);
  }
  return t;
}

const isTouched = ({ touched }: Scope, id: NodeId): boolean => touched === null || touched.has(id);

/** Does the cell belong to, or point to, a changed node? */
const concerns = (scope: Scope, n: Node, cell: Cell): boolean =>
  isTouched(scope, n.id) || cell.edges.some((e) => isTouched(scope, e.target));

/** Does the reachability from this variable cell have to be constrained again? */
const asksReach = (scope: Scope, n: Node, cell: Cell): boolean =>
  scope.reach === 'guessed' || isTouched(scope, n.id) || cell.reach.some((e) => isTouched(scope, e.target));

// ---- constraints on one vector ------------------------------------------------------------------------------------

function localConstraints(k: Kernel, s: State, scope: Scope): Ref {
  const list: Ref[] = [];
  for (const n of s.nodes.values()) {
    for (const cell of n.cells.values()) if (concerns(scope, n, cell)) hygiene(k, s, n, cell, list);
  }
  for (const n of heapNodes(s)) {
    if (isTouched(scope, n.id)) for (const from of sourcesOf(k)) inCounter(k, s, n, from, list);
    const lost = k.use.reachability === 'on' && (scope.reach === 'guessed' || isTouched(scope, n.id));
    if (lost) list.push(noGarbage(k, s, n));
  }
  if (k.use.reachability === 'on') closure(k, s, scope, list);
  return k.conjoin(s.b, list);
}

/**
 * The hygiene condition: a cell points to at most one place, s ≤ c_out ≤ 1, and s = c_out if none of its targets is a
 * summary. Cells of phantoms are empty, and nothing points to a phantom.
 */
export function hygiene(k: Kernel, s: State, n: Node, cell: Cell, list: Ref[]): void {
  const { bdd } = k;
  const { none, one } = k.count(cell.edges.map((e) => e.flag));
  list.push(bdd.or(none, one));
  const out = k.is(cell.out);
  if (k.use.outCounters === 'on') {
    const exact = cell.edges.every((e) => e.target !== GHOST && !isSummary(s, e.target));
    list.push(exact ? bdd.iff(negate(none), out) : bdd.or(none, out));
  }
  if (n.region === 'heap') {
    const filled = k.use.outCounters === 'on' ? out : negate(none);
    list.push(bdd.implies(filled, k.is(existsFlag(k, n.id))));
  }
  for (const e of [...cell.edges, ...cell.reach]) {
    if (isHeap(s, e.target)) list.push(bdd.implies(k.is(e.flag), k.is(existsFlag(k, e.target))));
  }
}

/** c_in is at least the number of explicit edges, and exactly that if no summary can contribute further ones. */
function inCounter(k: Kernel, s: State, n: Node, source: Source, list: Ref[]): void {
  const { bdd } = k;
  const { flags, hidden } = heapEdgesInto(k, s, n, source);
  const seen = countedAs(k, source, flags);
  const is = counterOf(k, n.id, source);
  if (!hidden) {
    const leaked = k.is(k.leaked);
    for (const value of COUNTS) list.push(bdd.or(leaked, bdd.iff(is[value], seen[value])));
    return;
  }
  const atMostOne = bdd.or(seen.none, seen.one);
  list.push(bdd.implies(is.none, seen.none), bdd.implies(is.one, atMostOne), bdd.implies(is.two, negate(seen.many)));
}

/** The number of flags that are one, saturated as in the counter of this source. */
function countedAs(k: Kernel, source: Source, flags: readonly Flag[]): Count {
  const { none, one, two, many } = k.count(flags);
  return source === 'alike' ? { none, one, two, many } : { none, one, two: FALSE, many: k.bdd.or(two, many) };
}

const COUNTS = ['none', 'one', 'two', 'many'] as const;

const sourcesOf = (k: Kernel): readonly Source[] => (k.use.inCounters === 'on' ? SOURCES[k.kinds] : []);

/** The flags of edges from heap cells of the source to the node, with ghost edges; `hidden`: a summary may have more. */
function heapEdgesInto(k: Kernel, s: State, n: Node, source: Source): { flags: Flag[]; hidden: boolean } {
  const flags: Flag[] = [];
  let hidden = false;
  for (const from of heapNodes(s)) {
    if (sourceOf(k, from.id, n.id) !== source) continue;
    for (const cell of from.cells.values()) {
      for (const e of cell.edges) {
        if (e.target === n.id) flags.push(e.flag);
        else if (e.target !== GHOST || from.id !== n.id) continue;
        else flags.push(ghostInFlag(k, n.id, cell.offset, e.offset));
        hidden ||= e.target === GHOST || from.summary;
      }
    }
  }
  return { flags, hidden };
}

/** Unless memory has leaked before, every heap node is reachable from some variable. */
function noGarbage(k: Kernel, s: State, n: Node): Ref {
  const reached = k.any(reachFlagsOf(s, n.id));
  const lost = k.bdd.minus(k.is(existsFlag(k, n.id)), reached);
  return k.bdd.implies(lost, k.is(k.leaked));
}

export function reachFlagsOf(s: State, id: NodeId): Flag[] {
  const flags: Flag[] = [];
  for (const from of s.nodes.values()) {
    for (const cell of from.cells.values()) for (const e of cell.reach) if (e.target === id) flags.push(e.flag);
  }
  return flags;
}

/** x → n ⟹ x ⇝ n;  x ⇝ m, m → n ⟹ x ⇝ n;  a cell x without an edge into the heap reaches nothing. */
function closure(k: Kernel, s: State, scope: Scope, list: Ref[]): void {
  for (const root of s.nodes.values()) {
    if (root.region !== 'root') continue;
    for (const cell of root.cells.values()) if (asksReach(scope, root, cell)) closureOf(k, s, cell, list);
  }
}

export function closureOf(k: Kernel, s: State, cell: Cell, list: Ref[]): void {
  const { bdd } = k;
  const reach = new Map(cell.reach.map((e) => [e.target, k.is(e.flag)]));
  const reached = (id: NodeId): Ref => reach.get(id) ?? FALSE;
  let elsewhere = FALSE;
  for (const e of cell.edges) {
    if (isHeap(s, e.target)) list.push(bdd.implies(k.is(e.flag), reached(e.target)));
    else elsewhere = bdd.or(elsewhere, k.is(e.flag));
  }
  const nowhere = k.use.outCounters === 'on' ? bdd.or(negate(k.is(cell.out)), elsewhere) : elsewhere;
  for (const [id, r] of reach) {
    list.push(negate(bdd.and(r, nowhere)));
    for (const from of s.nodes.get(id)!.cells.values()) {
      for (const e of from.edges) {
        if (e.target === id || !isHeap(s, e.target)) continue;
        list.push(bdd.implies(bdd.and(r, k.is(e.flag)), reached(e.target)));
      }
    }
  }
}

// ---- constraints over other choices of representatives ----------------------------------------------------------------

/** For every fact that needs a witness, keeps the vectors that have one, in this instance or in another one. */
function supports(k: Kernel, s: State, scope: Scope): Ref {
  let b = s.b;
  if (k.use.outCounters === 'on') {
    for (const n of s.nodes.values()) {
      for (const cell of n.cells.values()) if (concerns(scope, n, cell)) b = supportOut(k, s, b, n, cell);
    }
  }
  for (const n of heapNodes(s)) {
    if (isTouched(scope, n.id)) for (const from of sourcesOf(k)) b = supportIn(k, s, b, n, from);
    if (k.use.reachability === 'on') b = supportReach(k, s, b, n, scope);
  }
  return b;
}

/** b where `f` holds for some instance of the summary `id`: drop_{flags of id}(b[f]). */
const someInstance = (k: Kernel, s: State, b: Ref, id: NodeId, f: Ref): Ref =>
  k.bdd.andExists(b, f, k.bdd.cube(flagsAbout(k, s, s.nodes.get(id)!)));

/** The same for the ghost of a summary. */
const someGhost = (k: Kernel, b: Ref, n: Node, f: Ref): Ref => k.bdd.andExists(b, f, k.bdd.cube(ghostFlags(k, n)));

/** c_out = 1 without an explicit edge: some instance of a summary is the target. */
function supportOut(k: Kernel, s: State, b: Ref, n: Node, cell: Cell): Ref {
  const hiding = cell.edges.filter((e) => e.target === GHOST || isSummary(s, e.target));
  if (hiding.length === 0) return b;
  let open = k.bdd.and(b, k.bdd.and(k.is(cell.out), k.none(cell.edges.map((e) => e.flag))));
  for (const e of hiding) {
    if (open === FALSE) return b;
    const f = k.is(e.flag);
    const seen = e.target === GHOST ? someGhost(k, b, n, f) : someInstance(k, s, b, e.target, f);
    open = k.bdd.minus(open, seen);
  }
  return k.bdd.minus(b, open);
}

/** The reduction that Section 5 omits: a positive in-counter needs a node that can point here. */
function supportIn(k: Kernel, s: State, b: Ref, n: Node, source: Source): Ref {
  const { bdd } = k;
  const { flags, hidden } = heapEdgesInto(k, s, n, source);
  if (!hidden) return b;
  const seen = countedAs(k, source, flags);
  const is = counterOf(k, n.id, source);
  const atMostOne = bdd.or(seen.none, seen.one);
  const few = bdd.or(bdd.and(is.one, seen.none), bdd.and(is.two, atMostOne));
  const short = bdd.or(few, bdd.minus(is.many, seen.many));
  const open = bdd.and(b, bdd.minus(short, k.is(k.leaked)));
  return bdd.minus(
    b,
    unwitnessed(k, s, b, n, open, (from) => (sourceOf(k, from.id, n.id) === source ? TRUE : FALSE)),
  );
}

/** The vectors of `open` in which no instance of a summary, nor the ghost, points to the node and satisfies `also`. */
function unwitnessed(k: Kernel, s: State, b: Ref, n: Node, open: Ref, also: (from: Node) => Ref): Ref {
  const { bdd } = k;
  let rest = open;
  for (const from of heapNodes(s)) {
    if (rest === FALSE) return FALSE;
    if (!from.summary) continue;
    const into: Flag[] = [];
    const ghost: Flag[] = [];
    for (const cell of from.cells.values()) {
      for (const e of cell.edges) {
        if (e.target === n.id && from.id !== n.id) into.push(e.flag);
        if (e.target === GHOST && from.id === n.id) ghost.push(ghostInFlag(k, n.id, cell.offset, e.offset));
      }
    }
    const fits = also(from);
    if (fits === FALSE) continue;
    if (into.length > 0) rest = bdd.minus(rest, someInstance(k, s, b, from.id, bdd.and(k.any(into), fits)));
    if (ghost.length > 0) rest = bdd.minus(rest, someGhost(k, b, n, k.any(ghost)));
  }
  return rest;
}

/** x ⇝ n needs x → n, or a node that x reaches and that points to n. */
function supportReach(k: Kernel, s: State, b: Ref, n: Node, scope: Scope): Ref {
  let result = b;
  for (const root of s.nodes.values()) {
    if (root.region !== 'root') continue;
    for (const cell of root.cells.values()) {
      if (!asksReach(scope, root, cell)) continue;
      const r = cell.reach.find((e) => e.target === n.id);
      if (r) result = supportOneReach(k, s, result, cell, n, k.is(r.flag));
    }
  }
  return result;
}

function supportOneReach(k: Kernel, s: State, b: Ref, cell: Cell, n: Node, r: Ref): Ref {
  const { bdd } = k;
  const reach = new Map(cell.reach.map((e) => [e.target, k.is(e.flag)]));
  let witness = bdd.or(negate(r), k.any(cell.edges.filter((e) => e.target === n.id).map((e) => e.flag)));
  for (const from of heapNodes(s)) {
    if (from.id === n.id) continue;
    for (const c of from.cells.values()) {
      for (const e of c.edges) {
        if (e.target === n.id) witness = bdd.or(witness, bdd.and(k.is(e.flag), reach.get(from.id) ?? FALSE));
      }
    }
  }
  const open = bdd.minus(b, witness);
  return bdd.minus(
    b,
    unwitnessed(k, s, b, n, open, (from) => reach.get(from.id) ?? FALSE),
  );
}

/** The cell is uninitialised. */
export const isUnset = (k: Kernel, cell: Cell): Ref =>
  k.any(cell.edges.filter((e) => e.target === UNINITIALIZED).map((e) => e.flag));
