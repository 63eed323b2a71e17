// `materialize`: takes one concrete node out of a summary node (Sections 2.3 and 3.2), as one of several or as the only one.
// Called by deref'; the inverse of summarize.

import { negate, type Ref } from '../../../logic/bdd/bdd.js';
import { type Flag, GHOST, type Kernel, type NodeId } from '../kernel.js';
import type { Table } from '../table.js';
import { unsummarize } from './lattice.js';
import {
  attributeFlags,
  type Cell,
  type Edge,
  type EdgeKind,
  edgeFlag,
  existsFlag,
  ghostFlags,
  ghostInFlag,
  makeCell,
  makeEdge,
  makeNode,
  mapEdges,
  type Node,
  nodeOf,
  outFlag,
  reachFlag,
  type State,
  withB,
  withCells,
} from './state.js';

/**
 * The instances of A are D and those that remain in A, at least one. Every choice of representative a and ghost g of the
 * new A is a choice of the old A, and so are (a, D) and (D, a); if only one remains, it has no ghost:
 *   b' = (b ∨ f_iA = f_oA = 0) ∧ b[g := D] ∧ b[a := D, g := a]
 * which is `expand` twice, once for the node and once for the edges of its ghost. `which`, an edge of a concrete cell
 * into A, leads to D and hence not to the remaining instances; null takes out any instance.
 */
export function materialize(k: Kernel, s: State, a: NodeId, d: NodeId, which: Ref | null): State {
  const A = nodeOf(s, a);
  k.placeBefore(d, a);
  k.setKind(d, k.kindOf(a));
  const D = makeNode({ ...A, id: d, summary: false });
  const nodes = expandedMap(k, s, A, D);
  const toD = instanceFlags(k, s, A, D);
  const ghostIsD = new Map<Flag, Flag>();
  const aIsD = new Map(toD);
  forEachGhostEdge(A, (at, offset, out) => {
    const [fromA, fromD] = [edgeFlag(k, A, at, d, offset), edgeFlag(k, D, at, a, offset)];
    const back = ghostInFlag(k, a, at, offset);
    ghostIsD.set(out, fromA).set(back, fromD);
    aIsD.set(out, fromD).set(back, fromA);
  });
  const { bdd } = k;
  const there = bdd.and(s.b, k.is(existsFlag(k, a)));
  const stays = which === null ? there : bdd.and(there, negate(which));
  const first = bdd.rename(which === null ? there : bdd.and(there, which), bdd.renaming(aIsD));
  const both = bdd.and(first, bdd.rename(stays, bdd.renaming(ghostIsD)));
  return { nodes, b: bdd.and(both, bdd.or(stays, k.none(ghostFlags(k, A)))), numbers: s.numbers };
}

/** A stands for a single instance: it becomes the concrete node D. */
export function onlyOne(k: Kernel, s: State, a: NodeId, d: NodeId, which: Ref): State {
  const single = unsummarize(k, withB(s, k.bdd.and(s.b, which)), a);
  const A = nodeOf(single, a);
  k.placeBefore(d, a);
  k.setKind(d, k.kindOf(a));
  const D = makeNode({ ...A, id: d });
  const pairs = instanceFlags(k, single, A, D);
  const nodes = mapEdges(expandedMap(k, single, A, D).without(a), (e) => (e.target === a ? null : e));
  return { nodes, b: k.bdd.rename(single.b, k.bdd.renaming(pairs)), numbers: s.numbers };
}

/** Maps the flags of A's representative to the corresponding flags of D, without those of the ghost. */
function instanceFlags(k: Kernel, s: State, A: Node, D: Node): Map<Flag, Flag> {
  const pairs = new Map<Flag, Flag>();
  const into = attributeFlags(k, D);
  attributeFlags(k, A).forEach((f, i) => void pairs.set(f, into[i]!));
  for (const cell of A.cells.values()) {
    if (k.use.outCounters === 'on') pairs.set(cell.out, outFlag(k, D.id, cell.offset));
    for (const e of cell.edges) {
      if (e.target === GHOST) continue;
      pairs.set(e.flag, edgeFlag(k, D, cell.offset, e.target === A.id ? D.id : e.target, e.offset));
    }
  }
  for (const from of s.nodes.values()) {
    if (from.id === A.id) continue;
    for (const cell of from.cells.values()) {
      for (const e of cell.edges) {
        if (e.target === A.id) pairs.set(e.flag, edgeFlag(k, from, cell.offset, D.id, e.offset));
      }
      for (const e of cell.reach) if (e.target === A.id) pairs.set(e.flag, reachFlag(k, from.id, cell.offset, D.id));
    }
  }
  return pairs;
}

/** The map with D beside A: every edge into A is duplicated for D, and ghost edges become edges between the two as well. */
function expandedMap(k: Kernel, s: State, A: Node, D: Node): Table<Node> {
  const from = (n: Node) => (e: Edge, cell: Cell, kind: EdgeKind) => twin(k, n, cell, e, D.id, kind);
  const nodes = s.nodes.map((n) => withTwins(n, n.id === A.id ? GHOST : A.id, from(n)));
  const cells = A.cells.map((cell) => {
    const edges = cell.edges.map((e): Edge => {
      const target = e.target === GHOST ? A.id : e.target === A.id ? D.id : e.target;
      return twin(k, D, cell, e, target, 'points-to');
    });
    return makeCell(cell.offset, outFlag(k, D.id, cell.offset), edges, cell.reach);
  });
  return nodes.with(D.id, withCells(D, cells));
}

function twin(k: Kernel, from: Node, cell: Cell, e: Edge, target: NodeId, kind: EdgeKind): Edge {
  const points = kind === 'points-to';
  const flag = points ? edgeFlag(k, from, cell.offset, target, e.offset) : reachFlag(k, from.id, cell.offset, target);
  return makeEdge(target, e.offset, flag);
}

/** The node with a second edge beside each edge to the target. */
function withTwins(n: Node, target: NodeId, other: (e: Edge, cell: Cell, kind: EdgeKind) => Edge): Node {
  const both = (edges: readonly Edge[], cell: Cell, kind: EdgeKind): readonly Edge[] =>
    edges.some((e) => e.target === target)
      ? edges.flatMap((e) => (e.target === target ? [e, other(e, cell, kind)] : [e]))
      : edges;
  const cells = n.cells.map((c) => {
    const [edges, reach] = [both(c.edges, c, 'points-to'), both(c.reach, c, 'reaches')];
    return edges === c.edges && reach === c.reach ? c : makeCell(c.offset, c.out, edges, reach);
  });
  return cells === n.cells ? n : withCells(n, cells);
}

function forEachGhostEdge(A: Node, visit: (at: number, offset: number, out: Flag) => void): void {
  for (const cell of A.cells.values()) {
    for (const e of cell.edges) if (e.target === GHOST) visit(cell.offset, e.offset, e.flag);
  }
}
