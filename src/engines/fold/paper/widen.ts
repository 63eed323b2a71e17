// Widening by summarization (Section 3.2): merges heap nodes that are abstractly reachable from the same variables.
// Applied at loop heads where the map has grown; the number of nodes is bounded by the sets of variables in scope.

import type { Kernel, NodeId } from '../kernel.js';
import { reduce } from '../reduce.js';
import { ANYWHERE } from '../value.js';
import { prune } from './lattice.js';
import {
  bottom,
  type Edge,
  edgeFlag,
  heapNodes,
  makeEdge,
  type Node,
  otherCounterFlags,
  type State,
  withB,
  withCell,
  withEdges,
  withNode,
} from './state.js';
import { summarize } from './summarize.js';

/** Collapses each partition onto its oldest member, but only partitions with a node that `old` lacks. */
export function widen(k: Kernel, old: State, s: State): State {
  let result = s;
  for (const group of partition(k, s)) {
    if (group.length < 2 || group.every((n) => old.nodes.has(n.id))) continue;
    const [oldest, ...rest] = group.map((n) => n.id).sort((a, b) => a - b);
    for (const id of rest) result = summarize(k, result, oldest!, id);
  }
  return result === s ? s : prune(k, reduce(k, result));
}

/**
 * Collapses all partitions, including those that did not grow, and forgets the counters of pointers from other kinds:
 * drop_{c_in'}(b). If they still change after many iterations, they count temporary pointers into the structure.
 */
export function widenHard(k: Kernel, s: State): State {
  const t = widen(k, bottom, s);
  if (k.kinds === 'one') return t;
  const others = heapNodes(t).flatMap((n) => otherCounterFlags(k, n.id));
  return reduce(k, withB(t, k.drop(t.b, others)));
}

/**
 * Folds materialised nodes back: a concrete node to which no variable points joins the summary of its partition. Loses
 * little precision, since an access materialises it again, and keeps states small between loops and calls.
 */
export function putBack(k: Kernel, s: State): State {
  if (!heapNodes(s).some((n) => n.summary)) return s;
  const held = heldByVariables(s);
  let result = s;
  for (const group of partition(k, s)) {
    const summary = group.find((n) => n.summary);
    if (!summary) continue;
    for (const n of group) {
      if (n !== summary && (n.summary || !held.has(n.id))) result = summarize(k, result, summary.id, n.id);
    }
  }
  return result === s ? s : prune(k, reduce(k, result));
}

function heldByVariables(s: State): Set<NodeId> {
  const held = new Set<NodeId>();
  for (const n of s.nodes.values()) {
    if (n.region !== 'root') continue;
    for (const cell of n.cells.values()) for (const e of cell.edges) held.add(e.target);
  }
  return held;
}

/** Depends on the map only, not on b: nodes are equivalent if the same variables reach them and kind, size and blank agree. */
function partition(k: Kernel, s: State): Node[][] {
  const groups = new Map<string, Node[]>();
  const reachable = new Map<NodeId, string>();
  for (const n of s.nodes.values()) {
    if (n.region !== 'root') continue;
    for (const id of reachableFrom(s, n)) reachable.set(id, `${reachable.get(id) ?? ''} ${n.id}`);
  }
  for (const n of heapNodes(s)) {
    const key = `${k.kindOf(n.id)} ${n.size} ${n.blank}${reachable.get(n.id) ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(n);
    else groups.set(key, [n]);
  }
  return [...groups.values()];
}

function reachableFrom(s: State, root: Node): Set<NodeId> {
  const seen = new Set<NodeId>();
  const pending = [root];
  for (let n = pending.pop(); n; n = pending.pop()) {
    for (const cell of n.cells.values()) {
      for (const { target } of cell.edges) {
        const next = s.nodes.get(target);
        if (next?.region !== 'heap' || seen.has(target)) continue;
        seen.add(target);
        pending.push(next);
      }
    }
  }
  return seen;
}

/** Edges of one cell into one node with more different offsets are merged into one with an unknown offset. */
const MOST_OFFSETS = 3;

/** A variable that steps through an array gets one edge with an unknown offset instead of an edge per step. */
export function blurOffsets(k: Kernel, s: State): State {
  let t = s;
  for (const n of s.nodes.values()) {
    if (n.region !== 'root') continue;
    for (const cell of n.cells.values()) {
      for (const target of new Set(cell.edges.map((e) => e.target))) {
        const into = cell.edges.filter((e) => e.target === target);
        if (into.length > MOST_OFFSETS && !k.isSpecial(target)) t = blurCell(k, t, n.id, cell.offset, into);
      }
    }
  }
  return t;
}

function blurCell(k: Kernel, s: State, node: NodeId, offset: number, into: readonly Edge[]): State {
  const n = s.nodes.get(node)!;
  const cell = n.cells.get(offset)!;
  const target = into[0]!.target;
  const flag = edgeFlag(k, n, offset, target, ANYWHERE);
  const old = into.map((e) => e.flag).filter((f) => f !== flag);
  const some = k.any(into.map((e) => e.flag));
  const { bdd } = k;
  const moved = bdd.and(k.drop(bdd.and(s.b, some), [...old, flag]), k.is(flag));
  const rest = k.withZero(k.drop(bdd.minus(s.b, some), old), [flag]);
  const edges = [...cell.edges.filter((e) => !into.includes(e)), makeEdge(target, ANYWHERE, flag)];
  edges.sort((x, y) => x.target - y.target || x.offset - y.offset);
  return withB(withNode(s, withCell(n, withEdges(cell, edges))), bdd.or(moved, rest));
}
