// Assignments to variables (Fig. 9: x = NULL, x = y, x = &y, x = malloc()), and the leaks that they cause.
// Called by the transfer functions; heap cells are read and written by heap-access.ts.

import { FALSE, negate, type Ref, TRUE } from '../../../logic/bdd/bdd.js';
import { forget } from '../../../numeric/numbers.js';
import type { Kernel, NodeId } from '../kernel.js';
import { Table } from '../table.js';
import { NULL_VALUE, type PointerValue, type RootCell, valueIn } from '../value.js';
import {
  type Cell,
  cellFlags,
  counterFlags,
  type Edge,
  edgeFlag,
  existsFlag,
  flagsAbout,
  isHeap,
  makeCell,
  makeEdge,
  makeNode,
  type Node,
  outFlag,
  outFlagNear,
  reachFlag,
  type State,
  withB,
  withCell,
  withCells,
  withEdges,
} from './state.js';

/** Called for each leak: the node, the vectors in which it is lost, and the state before. */
export type LeakListener = (node: NodeId, lost: Ref, state: State) => void;

/** The node of a variable, not yet written. */
export function rootNode(id: NodeId, size: number | null, blank: Node['blank']): Node {
  return { id, region: 'root', summary: false, size, blank, numbered: [], cells: Table.EMPTY, allocated: null };
}

/**
 * ⟦x = v⟧(p ▷ b) = p[x ↦ {⟨f_1, A_1⟩ …}] ▷ add_{f_1 …}(drop_{flags of x}(b))[f_i = guard_i]
 * The guards must not mention flags of x. Nodes that only x reached are lost.
 */
export function assignRoot(k: Kernel, s: State, x: RootCell, v: PointerValue, onLeak: LeakListener): State {
  const released = releaseTargets(k, s, x, v, onLeak);
  const n = released.nodes.get(x.node) ?? rootNode(x.node, k.sizeOf(x.node), 'uninitialized');
  const old = n.cells.get(x.offset);
  const b = old ? k.drop(released.b, cellFlags(k, n, old)) : released.b;
  const cell = cellHolding(k, n, x.offset, v);
  const nodes = released.nodes.with(n.id, withCell(n, cell));
  return { nodes, b: defineCell(k, b, cell, v), numbers: forget(s.numbers, [x.node]) };
}

/** The cell at this offset of the node, with an edge for each target of the value. */
export function cellHolding(k: Kernel, n: Node, offset: number, v: PointerValue): Cell {
  const targets = v.targets.filter((t) => t.guard !== FALSE);
  const edges = targets.map((t) => makeEdge(t.target, t.offset, edgeFlag(k, n, offset, t.target, t.offset)));
  edges.sort((x, y) => x.target - y.target || x.offset - y.offset);
  const tracked = n.region === 'root' && k.use.reachability === 'on' ? v.reach : [];
  const reach = tracked.map((t) => makeEdge(t.target, 0, reachFlag(k, n.id, offset, t.target)));
  return makeCell(offset, outOf(k, n, offset, edges), edges, reach);
}

function outOf(k: Kernel, n: Node, offset: number, edges: readonly Edge[]): number {
  const first = n.region === 'root' ? edges.find((e) => !k.isSpecial(e.target)) : undefined;
  if (first) return outFlagNear(k, n.id, offset, first.target);
  return n.cells.get(offset)?.out ?? outFlag(k, n.id, offset);
}

export function defineCell(k: Kernel, b: Ref, cell: Cell, v: PointerValue): Ref {
  const list: Ref[] = [];
  const define = (flag: number, value: Ref) => void list.push(k.bdd.iff(k.is(flag), value));
  if (k.use.outCounters === 'on') define(cell.out, v.nonNull);
  for (const e of cell.edges) {
    define(e.flag, v.targets.find((x) => x.target === e.target && x.offset === e.offset)!.guard);
  }
  for (const e of cell.reach) define(e.flag, v.reach.find((x) => x.target === e.target)!.guard);
  return k.conjoin(b, list);
}

/** lost(n) = f_xn ∧ no other variable reaches n ∧ the new value does not reach n. Sets `leaked` in these vectors. */
function releaseTargets(
  k: Kernel,
  s: State,
  x: RootCell,
  v: PointerValue,
  onLeak: LeakListener,
  except: NodeId = x.node,
): State {
  const cell = s.nodes.get(x.node)?.cells.get(x.offset);
  if (!cell || k.use.reachability === 'off') return s;
  let t = s;
  for (const e of cell.edges) {
    if (!isHeap(s, e.target)) continue;
    const kept = k.bdd.or(reachedByOthers(k, s, x, e.target, except), guardOf(v, e.target));
    const lost = k.bdd.minus(k.bdd.and(t.b, k.is(e.flag)), kept);
    if (lost === FALSE) continue;
    onLeak(e.target, lost, t);
    t = withB(t, markLeaked(k, t, e.target, lost));
  }
  return t;
}

/** In a summary another instance may be the lost one: vectors that differ only in the instance may describe the same heap. */
function markLeaked(k: Kernel, s: State, target: NodeId, lost: Ref): Ref {
  const { bdd } = k;
  const mark = (b: Ref): Ref => bdd.and(k.drop(b, [k.leaked]), k.is(k.leaked));
  const marked = bdd.or(bdd.minus(s.b, lost), mark(lost));
  const n = s.nodes.get(target)!;
  if (!n.summary) return marked;
  return bdd.or(marked, mark(bdd.and(s.b, k.drop(lost, flagsAbout(k, s, n)))));
}

const guardOf = (v: PointerValue, target: NodeId): Ref => v.reach.find((t) => t.target === target)?.guard ?? FALSE;

/** Does another variable cell reach the node? The temporary `except` does not count. */
function reachedByOthers(k: Kernel, s: State, x: RootCell, target: NodeId, except: NodeId): Ref {
  let result = FALSE;
  for (const n of s.nodes.values()) {
    for (const cell of n.cells.values()) {
      if ((n.id === x.node && cell.offset === x.offset) || (n.id === except && except !== x.node)) continue;
      for (const r of cell.reach) if (r.target === target) result = k.bdd.or(result, k.is(r.flag));
    }
  }
  return result;
}

/** Removes a variable: clears its cells one by one, and redirects pointers to it to `into`. */
export function removeRoot(k: Kernel, s: State, id: NodeId, into: NodeId, onLeak: LeakListener): State {
  const n = s.nodes.get(id);
  if (!n) return s;
  let t = redirect(k, s, id, into);
  const numbers = forget(s.numbers, [id]);
  const nodes = t.nodes.without(id);
  if (n.cells.size === 1) {
    const [cell] = t.nodes.get(id)!.cells.values();
    t = releaseTargets(k, t, { node: id, offset: cell!.offset }, NULL_VALUE, onLeak);
    return { nodes, b: k.drop(t.b, cellFlags(k, n, cell!)), numbers };
  }
  for (const offset of n.cells.keys()) t = forgetCell(k, t, { node: id, offset }, onLeak);
  return { nodes, b: t.b, numbers };
}

/** Removes the cell; what only it reached is lost. */
function forgetCell(k: Kernel, s: State, x: RootCell, onLeak: LeakListener): State {
  const t = releaseTargets(k, s, x, NULL_VALUE, onLeak);
  const n = t.nodes.get(x.node)!;
  const b = k.drop(t.b, cellFlags(k, n, n.cells.get(x.offset)!));
  return { nodes: t.nodes.with(n.id, withCells(n, n.cells.without(x.offset))), b, numbers: s.numbers };
}

/** x := y, where y is removed: its flags are renamed to those of x. */
export function moveRoot(k: Kernel, s: State, y: RootCell, x: RootCell, onLeak: LeakListener): State {
  const value = valueIn(k, s, y);
  const released = releaseTargets(k, s, x, value, onLeak, y.node);
  const n = released.nodes.get(x.node) ?? rootNode(x.node, k.sizeOf(x.node), 'uninitialized');
  const old = n.cells.get(x.offset);
  const b = old ? k.drop(released.b, cellFlags(k, n, old)) : released.b;
  const from = released.nodes.get(y.node)!;
  const cell = cellHolding(k, n, x.offset, value);
  const renaming = k.bdd.renaming(flagPairs(k, from.cells.get(y.offset)!, cell));
  const nodes = released.nodes.with(n.id, withCell(n, cell)).without(y.node);
  return { nodes, b: k.bdd.rename(b, renaming), numbers: forget(s.numbers, [x.node, y.node]) };
}

function flagPairs(k: Kernel, from: Cell, to: Cell): [number, number][] {
  const pairs: [number, number][] = k.use.outCounters === 'on' ? [[from.out, to.out]] : [];
  const same = (e: Edge) => (x: Edge) => x.target === e.target && x.offset === e.offset;
  for (const e of from.edges) pairs.push([e.flag, to.edges.find(same(e))!.flag]);
  for (const e of from.reach) pairs.push([e.flag, to.reach.find(same(e))!.flag]);
  return pairs;
}

function isPointedTo(s: State, id: NodeId): boolean {
  for (const n of s.nodes.values()) {
    for (const cell of n.cells.values()) for (const e of cell.edges) if (e.target === id) return true;
  }
  return false;
}

/** Redirects every edge to `from` to the value `into`. */
export function redirect(k: Kernel, s: State, from: NodeId, into: NodeId): State {
  if (!isPointedTo(s, from)) return s;
  let b = s.b;
  let { nodes } = s;
  for (const n of s.nodes.values()) {
    for (const cell of n.cells.values()) {
      const old = cell.edges.filter((e) => e.target === from);
      if (old.length === 0) continue;
      const flag = edgeFlag(k, n, cell.offset, into, 0);
      const flags = old.map((e) => e.flag);
      const rest = cell.edges.filter((e) => e.target !== from);
      const there = rest.some((e) => e.flag === flag);
      b = there ? mergeInto(k, b, flags, flag) : k.drop(k.define(b, flag, k.any(flags)), flags);
      const edges = there ? rest : [...rest, makeEdge(into, 0, flag)];
      nodes = nodes.with(n.id, withCell(nodes.get(n.id)!, withEdges(cell, edges)));
    }
  }
  return { nodes, b, numbers: s.numbers };
}

/** flag := flag ∨ any of the others; drops the others. */
function mergeInto(k: Kernel, b: Ref, others: readonly number[], flag: number): Ref {
  const { bdd } = k;
  const set = k.any(others);
  const moved = bdd.and(k.drop(bdd.and(b, set), [...others, flag]), k.is(flag));
  return bdd.or(k.drop(bdd.minus(b, set), others), moved);
}

/** p[N ↦ ∅] ▷ add_{f_∃N}(b)[f_∃N = 1], where N is fresh. */
export function allocate(k: Kernel, s: State, node: Omit<Node, 'region' | 'summary' | 'numbered' | 'cells'>): State {
  const n = makeNode({ ...node, region: 'heap', summary: false, numbered: [], cells: Table.EMPTY });
  let b = k.define(s.b, existsFlag(k, n.id), TRUE);
  b = k.withZero(b, counterFlags(k, n.id));
  return { nodes: s.nodes.with(n.id, n), b, numbers: s.numbers };
}

export const notNull = (k: Kernel, s: State, v: PointerValue): State => withB(s, k.bdd.and(s.b, v.nonNull));
export const isNull = (k: Kernel, s: State, v: PointerValue): State => withB(s, k.bdd.and(s.b, negate(v.nonNull)));
