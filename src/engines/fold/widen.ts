// Widening by summarization (Section 3.2): heap nodes that are abstractly reachable from the same variables become one.
// Applied at loop heads where the map has grown; numbers of nodes stay bounded by the sets of variables in scope.

import type { Kernel, NodeId } from './kernel.js';
import { prune } from './lattice.js';
import { reduce } from './reduce.js';
import { heapNodes, type Node, type State } from './state.js';
import { summarize } from './summarize.js';

/** Collapses each partition onto its oldest member. Only partitions with a node that `old` does not have are touched. */
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
 * Puts back what was taken out: a concrete node that no variable points to joins the summary of its partition. Loses
 * little, for it is taken out again when it is accessed, and keeps states small between loops and calls.
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

/** Only the map counts here, not b: nodes are alike if the same variables lead to them, and if they are alike in size. */
function partition(k: Kernel, s: State): Node[][] {
  const groups = new Map<string, Node[]>();
  const reachable = new Map<NodeId, string[]>();
  for (const n of s.nodes.values()) {
    if (n.region !== 'root') continue;
    for (const id of reachableFrom(s, n)) reachable.set(id, [...(reachable.get(id) ?? []), k.nameOfNode(n.id)]);
  }
  for (const n of heapNodes(s)) {
    const key = `${n.size} ${n.blank} ${(reachable.get(n.id) ?? []).join()}`;
    groups.set(key, [...(groups.get(key) ?? []), n]);
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
