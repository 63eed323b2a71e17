// `materialize`: taking one block out of a summary node (Sections 2.3 and 3.2), as one of several or as the only one.
// Called by deref'; the inverse of summarize.

import { negate, type Ref } from '../../logic/bdd/bdd.js';
import { type Flag, GHOST, type Kernel, type NodeId } from './kernel.js';
import { unsummarize } from './lattice.js';
import {
  attributeFlags,
  type Cell,
  type Edge,
  edgeFlag,
  existsFlag,
  ghostFlags,
  ghostInFlag,
  type Node,
  nodeOf,
  outFlag,
  reachFlag,
  type State,
  withB,
} from './state.js';

/**
 * The instances of A are D and those that stay in A, at least one. Every choice of representative a and ghost g of the
 * new A is one of the old A, and so are (a, D) and (D, a); if only one stays, it has no ghost:
 *   b' = (b ∨ f_iA = f_oA = 0) ∧ b[g := D] ∧ b[a := D, g := a]
 * which is `expand` twice, once for the node and once for its ghost's edges. `which`, an edge of a concrete cell into
 * A, leads to D and so not to what stays; null takes out any instance.
 */
export function materialize(k: Kernel, s: State, a: NodeId, d: NodeId, which: Ref | null): State {
  const A = nodeOf(s, a);
  k.placeBefore(d, a);
  const D: Node = { ...A, id: d, summary: false };
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

/** A stands for one block only: it becomes the concrete D. */
export function onlyOne(k: Kernel, s: State, a: NodeId, d: NodeId, which: Ref): State {
  const single = unsummarize(k, withB(s, k.bdd.and(s.b, which)), a);
  const A = nodeOf(single, a);
  k.placeBefore(d, a);
  const D: Node = { ...A, id: d };
  const nodes = expandedMap(k, single, A, D);
  const pairs = instanceFlags(k, single, A, D);
  nodes.delete(a);
  for (const [id, n] of nodes)
    nodes.set(
      id,
      mapNode(n, (e) => (e.target === a ? [] : [e])),
    );
  return { nodes, b: k.bdd.rename(single.b, k.bdd.renaming(pairs)), numbers: s.numbers };
}

/** The flags that say the same of D as those of A say of its representative; the ghost's are not among them. */
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

/** The map with D beside A: every edge into A has a twin into D, ghost edges become edges between the two as well. */
function expandedMap(k: Kernel, s: State, A: Node, D: Node): Map<NodeId, Node> {
  const nodes = new Map<NodeId, Node>();
  for (const n of s.nodes.values()) {
    if (n.id === A.id) continue;
    nodes.set(
      n.id,
      mapNode(n, (e, cell, kind) => (e.target === A.id ? [e, twin(k, n, cell, e, D.id, kind)] : [e])),
    );
  }
  nodes.set(
    A.id,
    mapNode(A, (e, cell) => (e.target === GHOST ? [e, twin(k, A, cell, e, D.id, 'points-to')] : [e])),
  );
  const cells = new Map<number, Cell>();
  for (const cell of A.cells.values()) {
    const edges = cell.edges.map((e): Edge => {
      const target = e.target === GHOST ? A.id : e.target === A.id ? D.id : e.target;
      return twin(k, D, cell, e, target, 'points-to');
    });
    cells.set(cell.offset, { ...cell, out: outFlag(k, D.id, cell.offset), edges });
  }
  return nodes.set(D.id, { ...D, cells });
}

type Kind = 'points-to' | 'reaches';

function twin(k: Kernel, from: Node, cell: Cell, e: Edge, target: NodeId, kind: Kind): Edge {
  const points = kind === 'points-to';
  const flag = points ? edgeFlag(k, from, cell.offset, target, e.offset) : reachFlag(k, from.id, cell.offset, target);
  return { target, offset: e.offset, flag };
}

function mapNode(n: Node, change: (e: Edge, cell: Cell, kind: Kind) => Edge[]): Node {
  const cells = new Map<number, Cell>();
  for (const c of n.cells.values()) {
    const edges = c.edges.flatMap((e) => change(e, c, 'points-to'));
    cells.set(c.offset, { ...c, edges, reach: c.reach.flatMap((e) => change(e, c, 'reaches')) });
  }
  return { ...n, cells };
}

function forEachGhostEdge(A: Node, visit: (at: number, offset: number, out: Flag) => void): void {
  for (const cell of A.cells.values()) {
    for (const e of cell.edges) if (e.target === GHOST) visit(cell.offset, e.offset, e.flag);
  }
}
