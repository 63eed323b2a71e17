// Reads, writes and frees concrete heap nodes (Fig. 9: x = *y, *x = y, free(x)), after deref' has found the node.
// An overwritten or freed cell is first copied to a temporary variable; a leak is what that variable loses.

import { FALSE, negate, type Ref, TRUE } from '../../../logic/bdd/bdd.js';
import { ENDED, type Kernel, type NodeId } from '../kernel.js';
import { closureOf, reduce } from '../reduce.js';
import { NULL_VALUE, type PointerValue, type RootCell, valueIn } from '../value.js';
import {
  assignRoot,
  cellHolding,
  defineCell,
  type LeakListener,
  moveRoot,
  redirect,
  removeRoot,
  rootNode,
} from './assign.js';
import { ensureCell } from './compatible.js';
import { decrement, increment } from './counters.js';
import {
  type Cell,
  cellFlags,
  type Edge,
  existsFlag,
  flagsAbout,
  isHeap,
  makeEdge,
  mapEdges,
  type Node,
  nodeOf,
  reachFlag,
  type State,
  withB,
  withCell,
  withEdges,
  withNode,
  withReach,
} from './state.js';

const silent: LeakListener = () => {};

/** x := the pointer in the cell of a heap node or variable. */
export function load(k: Kernel, s: State, x: RootCell, node: NodeId, offset: number, onLeak: LeakListener): State {
  const t = takeOut(k, s, PASSING, node, offset);
  return moveRoot(k, t, { node: k.node(PASSING), offset: 0 }, x, onLeak);
}

export const PASSING = 'passing pointer';
const LOST = 'lost pointer';

/** A fresh variable `name` with the value of the cell. */
function takeOut(k: Kernel, s: State, name: string, node: NodeId, offset: number): State {
  const id = k.node(name);
  const t = withNode(ensureCell(k, s, node, offset), rootNode(id, null, 'uninitialized'));
  const from = nodeOf(t, node);
  const value = valueIn(k, t, { node, offset });
  if (from.region === 'root' || k.use.reachability === 'off') {
    return assignRoot(k, t, { node: id, offset: 0 }, value, silent);
  }
  return guessReach(k, assignRoot(k, t, { node: id, offset: 0 }, value, silent), id, from, offset);
}

/**
 * The nodes that a pointer loaded from a heap node D reaches are not tracked: they are guessed, subject to
 *   x ⇝ n, ρ ⇝ D ⟹ ρ ⇝ n                      they are reachable from every variable that reaches D
 *   ρ → D, ρ ⇝ n, n ≠ D, D has no other pointer ⟹ x ⇝ n
 *   x ⇝ m, q → m, q ⇝ n ⟹ x ⇝ n               the reachability of a variable that points to m is known
 */
function guessReach(k: Kernel, s: State, id: NodeId, D: Node, offset: number): State {
  const n = nodeOf(s, id);
  const cell = n.cells.get(0)!;
  const reach = reachableIds(s, cell).map((t) => makeEdge(t, 0, reachFlag(k, id, 0, t)));
  const guessed = withReach(cell, reach);
  const t = withNode(s, withCell(n, guessed));
  const alone = noOtherPointer(k, t, D, offset);
  const list: Ref[] = [];
  closureOf(k, t, guessed, list);
  for (const e of reach) list.push(k.bdd.implies(k.is(e.flag), k.is(existsFlag(k, e.target))));
  for (const root of t.nodes.values()) {
    if (root.region !== 'root' || root.id === id) continue;
    for (const c of root.cells.values()) boundReach(k, c, reach, D.id, alone, list);
  }
  return reduce(k, withB(t, k.conjoin(t.b, list)), { touched: new Set([id]), reach: 'known' });
}

/** The heap nodes that are reachable from the cell in the map. */
function reachableIds(s: State, cell: Cell): NodeId[] {
  const seen = new Set<NodeId>();
  const pending = [cell];
  for (let c = pending.pop(); c; c = pending.pop()) {
    for (const { target } of c.edges) {
      if (seen.has(target) || !isHeap(s, target)) continue;
      seen.add(target);
      pending.push(...nodeOf(s, target).cells.values());
    }
  }
  return [...seen].sort((a, b) => a - b);
}

function noOtherPointer(k: Kernel, s: State, D: Node, offset: number): Ref {
  let result = TRUE;
  for (const cell of D.cells.values()) {
    if (cell.offset === offset) continue;
    const elsewhere = k.any(cell.edges.filter((e) => k.isSpecial(e.target) || !isHeap(s, e.target)).map((e) => e.flag));
    const nothing = k.use.outCounters === 'on' ? negate(k.is(cell.out)) : FALSE;
    result = k.bdd.and(result, k.bdd.or(nothing, elsewhere));
  }
  return result;
}

function boundReach(k: Kernel, c: Cell, reach: readonly Edge[], D: NodeId, alone: Ref, list: Ref[]): void {
  const { bdd } = k;
  const known = new Map(c.reach.map((e) => [e.target, k.is(e.flag)]));
  const reaches = (id: NodeId): Ref => known.get(id) ?? FALSE;
  const mine = new Map(reach.map((e) => [e.target, k.is(e.flag)]));
  for (const e of reach) list.push(bdd.implies(bdd.and(k.is(e.flag), reaches(D)), reaches(e.target)));
  for (const q of c.edges) {
    const here = k.is(q.flag);
    const also = q.target === D ? bdd.or(alone, mine.get(D) ?? FALSE) : (mine.get(q.target) ?? FALSE);
    const both = bdd.and(here, also);
    if (both === FALSE) continue;
    for (const [id, r] of known) {
      if (id !== D) list.push(bdd.implies(bdd.and(both, r), mine.get(id) ?? FALSE));
    }
    if (mine.has(D)) {
      const back = bdd.and(here, mine.get(q.target) ?? FALSE);
      list.push(bdd.implies(bdd.and(back, reaches(D)), mine.get(D)!));
    }
  }
}

/** *x = v, where D is the concrete target: decrements c_in of the old targets, increments c_in of the new ones. */
export function store(k: Kernel, s: State, D: NodeId, offset: number, v: PointerValue, onLeak: LeakListener): State {
  const t = ensureCell(k, s, D, offset);
  if (nodeOf(t, D).region === 'root') return storeInRoot(k, t, { node: D, offset }, v, onLeak);
  const held = holdsHeapPointer(t, nodeOf(t, D).cells.get(offset)!);
  const tracked = held && k.use.reachability === 'on';
  const prepared = tracked ? takeOut(k, t, LOST, D, offset) : t;
  const emptied = detach(k, prepared, D, offset, tracked ? k.node(LOST) : null);
  const filled = attach(k, emptied, D, offset, v);
  if (!tracked) return filled;
  const touched = new Set([D, ...neighbours(prepared, D), ...neighbours(filled, D)]);
  return removeRoot(k, reduce(k, filled, { touched, reach: 'guessed' }), k.node(LOST), ENDED, onLeak);
}

/** The guards of the value may mention flags of the variable itself, so it is copied through a temporary. */
function storeInRoot(k: Kernel, s: State, x: RootCell, v: PointerValue, onLeak: LeakListener): State {
  const passing = { node: k.node(PASSING), offset: 0 };
  return moveRoot(k, assignRoot(k, s, passing, v, silent), passing, x, onLeak);
}

/** The heap nodes that the node may point to. */
function neighbours(s: State, id: NodeId): NodeId[] {
  const cells = nodeOf(s, id).cells.values();
  return cells.flatMap((c) => c.edges.map((e) => e.target)).filter((target) => isHeap(s, target));
}

const holdsHeapPointer = (s: State, cell: Cell): boolean => cell.edges.some((e) => isHeap(s, e.target));

/** Sets the cell to null; nodes that were reachable only through it may become unreachable. */
function detach(k: Kernel, s: State, D: NodeId, offset: number, lost: NodeId | null): State {
  const n = nodeOf(s, D);
  const cell = n.cells.get(offset)!;
  let b = s.b;
  for (const e of cell.edges) if (isHeap(s, e.target)) b = decrement(k, b, D, e.target, k.is(e.flag));
  if (lost !== null) b = loseReach(k, s, b, D, lost);
  const empty = withEdges(cell, []);
  b = defineCell(k, k.drop(b, cellFlags(k, n, cell)), empty, NULL_VALUE);
  return withB(withNode(s, withCell(n, empty)), b);
}

/**
 * r_ρ(n) may become zero only where ρ reaches D and the lost pointer reaches n, and never for n = D, because a shortest
 * path to D does not leave D.
 */
function loseReach(k: Kernel, s: State, b: Ref, D: NodeId, lost: NodeId): Ref {
  const gone = new Map(
    nodeOf(s, lost)
      .cells.get(0)!
      .reach.map((e) => [e.target, k.is(e.flag)]),
  );
  let result = b;
  for (const root of s.nodes.values()) {
    if (root.region !== 'root' || root.id === lost) continue;
    for (const cell of root.cells.values()) {
      const toD = cell.reach.find((e) => e.target === D);
      if (!toD) continue;
      for (const e of cell.reach) {
        if (e.target !== D) result = mayFall(k, result, e, k.bdd.and(k.is(toD.flag), gone.get(e.target) ?? FALSE));
      }
    }
  }
  return result;
}

function mayFall(k: Kernel, b: Ref, e: Edge, condition: Ref): Ref {
  const affected = k.bdd.and(b, k.bdd.and(condition, k.is(e.flag)));
  if (affected === FALSE) return b;
  return k.bdd.or(b, k.bdd.and(k.drop(affected, [e.flag]), negate(k.is(e.flag))));
}

/** Stores the value in the empty cell; whatever reaches D now reaches what the value reaches. */
function attach(k: Kernel, s: State, D: NodeId, offset: number, v: PointerValue): State {
  const n = nodeOf(s, D);
  const cell = cellHolding(k, n, offset, v);
  let b = defineCell(k, k.drop(s.b, cellFlags(k, n, n.cells.get(offset)!)), cell, v);
  for (const t of v.targets) if (isHeap(s, t.target)) b = increment(k, b, D, t.target, t.guard);
  const stored = withB(withNode(s, withCell(n, cell)), b);
  return k.use.reachability === 'on' ? gainReach(k, stored, D, v) : stored;
}

function gainReach(k: Kernel, s: State, D: NodeId, v: PointerValue): State {
  let t = s;
  for (const root of s.nodes.values()) {
    if (root.region !== 'root') continue;
    for (const cell of root.cells.values()) {
      const toD = cell.reach.find((e) => e.target === D);
      if (toD) for (const r of v.reach) t = gainOne(k, t, root.id, cell.offset, toD, r);
    }
  }
  return t;
}

/** r_ρ(n) := r_ρ(n) ∨ (r_ρ(D) ∧ v ⇝ n) */
function gainOne(
  k: Kernel,
  s: State,
  root: NodeId,
  offset: number,
  toD: Edge,
  r: { target: NodeId; guard: Ref },
): State {
  const n = nodeOf(s, root);
  const cell = n.cells.get(offset)!;
  const gained = k.bdd.and(k.is(toD.flag), r.guard);
  const flag = reachFlag(k, root, offset, r.target);
  if (!cell.reach.some((e) => e.flag === flag)) {
    const more = withReach(cell, [...cell.reach, makeEdge(r.target, 0, flag)]);
    return withB(withNode(s, withCell(n, more)), k.define(s.b, flag, gained));
  }
  const changed = k.bdd.and(s.b, k.bdd.minus(gained, k.is(flag)));
  if (changed === FALSE) return s;
  return withB(s, k.bdd.or(k.bdd.minus(s.b, changed), k.bdd.and(k.drop(changed, [flag]), k.is(flag))));
}

/** free(x), where D is the concrete target: pointers to it dangle, and nodes that only it reached are lost. */
export function release(k: Kernel, s: State, D: NodeId, onLeak: LeakListener): State {
  let t = s;
  const passing: NodeId[] = [];
  for (const cell of nodeOf(s, D).cells.values()) {
    const tracked = k.use.reachability === 'on' && holdsHeapPointer(t, cell);
    const name = `${LOST} ${cell.offset}`;
    if (tracked) {
      t = takeOut(k, t, name, D, cell.offset);
      passing.push(k.node(name));
    }
    t = detach(k, t, D, cell.offset, tracked ? k.node(name) : null);
  }
  const touched = new Set(neighbours(s, D));
  t = removeHeapNode(k, t, D);
  if (passing.length > 0) t = reduce(k, t, { touched, reach: 'guessed' });
  for (const id of passing) t = removeRoot(k, t, id, ENDED, onLeak);
  return t;
}

function removeHeapNode(k: Kernel, s: State, D: NodeId): State {
  const t = redirect(k, s, D, k.freed(nodeOf(s, D).allocated));
  const b = k.drop(t.b, flagsAbout(k, t, nodeOf(t, D)));
  const nodes = mapEdges(t.nodes, (e) => (e.target === D ? null : e));
  return { nodes: nodes.without(D), b, numbers: t.numbers };
}
