// The reachability predicates r_cell after a change of edges: what stays certain, what becomes possible.
// Used by update.ts and cut.ts. More precise than the recomputation of Tables 2 to 4, which forgets all affected paths.

import type { Kleene } from '../../../lattice/kleene.js';
import { pruneChains, rootOf } from '../chains.js';
import { type Cell, type Name, nameOf, pointsToNode } from './cell.js';
import {
  cellsOf,
  type Draft,
  isStrong,
  NO_REACH,
  only,
  type RootEdge,
  reachable,
  rootsOf,
  type ShapeNode,
} from './graph.js';

/** A table of r_cell(v), row by root cell, being edited. */
export type ReachTable = Map<Cell, Map<Name, Kleene>>;

/** The row of a table, created on demand. */
export function rowOf(table: Map<number, Map<number, Kleene>>, key: number): Map<number, Kleene> {
  const known = table.get(key);
  if (known) return known;
  const row = new Map<number, Kleene>();
  table.set(key, row);
  return row;
}

export function readReach(draft: Draft): ReachTable {
  const table: ReachTable = new Map();
  for (const node of draft.values()) {
    for (const [root, value] of node.reach) {
      rowOf(table, root).set(node.name, value);
    }
  }
  return table;
}

export function writeReach(draft: Draft, table: ReachTable): void {
  pruneChains(draft, (cell) => table.has(cell));
  const columns = new Map<Name, Map<Cell, Kleene>>();
  for (const root of [...table.keys()].sort((a, b) => a - b)) {
    for (const [name, value] of table.get(root)!) {
      if (value === 0) continue;
      rowOf(columns, name).set(root, value);
    }
  }
  for (const node of draft.values()) {
    const reach = columns.get(node.name) ?? NO_REACH;
    if (!sameReach(node.reach, reach)) draft.set(node.name, { ...node, reach });
  }
}

function sameReach(a: ReadonlyMap<Cell, Kleene>, b: ReadonlyMap<Cell, Kleene>): boolean {
  if (a.size !== b.size) return false;
  for (const [root, value] of a) if (b.get(root) !== value) return false;
  return true;
}

/**
 * Sharpens a table that is an upper bound of what can be reached:
 *   no path            r_c(u) := 0
 *   chain              c reaches u by links of one kind            r_c(u) := 1
 *   definite path      c → w₁ → … → wₙ, all edges certain          r_c(wᵢ) := 1
 *   dominance          r_c(w) = 1, r_d(u) = 1, every path from d to u runs through the unique w    r_c(u) := 1
 */
export function sharpenReach(draft: Draft, table: ReachTable): void {
  for (const node of draft.values()) for (const c of node.along) table.get(rootOf(c))?.set(node.name, 1);
  const roots = [...rootsOf(draft)];
  const live = new Set(roots.map((r) => r.cell));
  for (const cell of table.keys()) if (!live.has(cell)) table.delete(cell);
  for (const root of roots) cutToPaths(draft, table, root);
  for (const root of roots) followDefinite(draft, table.get(root.cell)!, root);
  for (let changed = true; changed; ) changed = applyDominance(draft, table, roots);
}

function cutToPaths(draft: Draft, table: ReachTable, root: RootEdge): void {
  const row = rowOf(table, root.cell);
  const possible = reachableIn(draft, row, root);
  for (const name of row.keys()) if (!possible.has(name)) row.delete(name);
}

/** The nodes reachable through nodes that the row allows. */
function reachableIn(draft: Draft, row: ReadonlyMap<Name, Kleene>, root: RootEdge): Set<Name> {
  const found = new Set<Name>();
  const pending = [...root.targets];
  for (let t = pending.pop(); t !== undefined; t = pending.pop()) {
    const name = nameOf(t);
    if (!pointsToNode(t) || found.has(name) || !row.get(name)) continue;
    found.add(name);
    for (const [, targets] of cellsOf(draft.get(name)!)) pending.push(...targets);
  }
  return found;
}

function followDefinite(draft: Draft, row: Map<Name, Kleene>, root: RootEdge): void {
  for (const name of definitelyReached(draft, root)) row.set(name, 1);
}

/** Nodes at the end of paths of certain edges, without passing through `avoid`. */
export function definitelyReached(draft: Draft, root: RootEdge, avoid: ReadonlySet<Name> = new Set()): Set<Name> {
  const first = root.strong ? only(root.targets) : null;
  const pending = first === null ? [] : [first];
  const seen = new Set<Name>();
  for (let t = pending.pop(); t !== undefined; t = pending.pop()) {
    const node = pointsToNode(t) ? draft.get(nameOf(t)) : undefined;
    if (!node?.unique || seen.has(node.name) || avoid.has(node.name)) continue;
    seen.add(node.name);
    pending.push(...definiteEdges(node));
  }
  return seen;
}

function definiteEdges(node: ShapeNode): number[] {
  const targets: number[] = [];
  for (const [offset, all] of node.cells) {
    const t = only(all);
    if (t !== null && isStrong(node, offset)) targets.push(t);
  }
  return targets;
}

function applyDominance(draft: Draft, table: ReachTable, roots: readonly RootEdge[]): boolean {
  let changed = false;
  const doubtful = [...table].filter(([, row]) => [...row.values()].includes(0.5));
  if (doubtful.length === 0) return false;
  const dominated = memoizeDominance(draft, table, roots);
  for (const [, row] of doubtful) {
    const certain = [...row].filter(([name, value]) => value === 1 && draft.get(name)!.unique);
    for (const [w] of certain) {
      for (const u of dominated(w)) {
        if (row.get(u) !== 0.5) continue;
        row.set(u, 1);
        changed = true;
      }
    }
  }
  return changed;
}

/** All u such that some root d has r_d(u) = 1 and every path from d to u passes through w. */
function memoizeDominance(draft: Draft, table: ReachTable, roots: readonly RootEdge[]): (w: Name) => readonly Name[] {
  const known = new Map<Name, readonly Name[]>();
  return (w) => {
    const result = known.get(w) ?? roots.flatMap((d) => dominatedFrom(draft, table.get(d.cell)!, d, w));
    known.set(w, result);
    return result;
  };
}

function dominatedFrom(draft: Draft, row: ReadonlyMap<Name, Kleene>, d: RootEdge, w: Name): Name[] {
  if (!row.get(w)) return [];
  const candidates = [...row].filter(([name, value]) => value === 1 && name !== w);
  if (candidates.length === 0) return [];
  const around = reachable(draft, d.targets, w);
  return candidates.flatMap(([name]) => (around.has(name) ? [] : [name]));
}
