// `summarize`: folds one heap node onto another (Section 2.2), for concrete nodes and for summaries.
// Called by widening; the inverse is materialize.

import { FALSE, negate, type Ref } from '../../../logic/bdd/bdd.js';
import { type Flag, GHOST, type Kernel, type NodeId } from '../kernel.js';
import { uniteWords } from '../numbered.js';
import type { Table } from '../table.js';
import { ensureCell } from './compatible.js';
import {
  attributeFlags,
  type Cell,
  type Edge,
  edgeFlag,
  existsFlag,
  flagsAbout,
  ghostInFlag,
  makeCell,
  makeEdge,
  makeNode,
  type Node,
  nodeOf,
  outFlag,
  reachFlag,
  type State,
  withCells,
  withNodes,
} from './state.js';

/**
 * summarize(A, C): the instances of the new A are those of A and of C. A representative and its ghost come from
 *   (A, A) if A is a summary, (A, C), (C, A), and (C, C) if C is a summary;
 * the new b is the union over these four choices. With concrete A and C this is drop(b ∪ swap(b)), `fold`.
 * A phantom is not an instance if the other node exists.
 */
export function summarize(k: Kernel, s: State, a: NodeId, c: NodeId): State {
  const t = sameCells(k, s, a, c);
  const map = summaryMap(k, t, a, c);
  const [A, C] = [nodeOf(t, a), nodeOf(t, c)];
  const fold = new Folding(k, t, A, C, map);
  const [there, other] = [k.is(existsFlag(k, a)), k.is(existsFlag(k, c))];
  const fromA = k.bdd.and(t.b, k.bdd.or(there, negate(other)));
  const fromC = k.bdd.and(t.b, k.bdd.or(other, negate(there)));
  const views = [fold.view(fromA, A, C), fold.view(fromC, C, A)];
  if (A.summary) views.push(fold.ownView(fromA, A));
  if (C.summary) views.push(fold.ownView(fromC, C));
  return { nodes: map, b: views.reduce((x, y) => k.bdd.or(x, y), FALSE), numbers: s.numbers };
}

/** Gives both nodes the union of their cells. */
function sameCells(k: Kernel, s: State, a: NodeId, c: NodeId): State {
  let t = s;
  for (const offset of new Set([...nodeOf(s, a).cells.keys(), ...nodeOf(s, c).cells.keys()])) {
    t = ensureCell(k, ensureCell(k, t, a, offset), c, offset);
  }
  return t;
}

/** The map without C: its edges become edges of A, and edges between the two become ghost edges. */
function summaryMap(k: Kernel, s: State, a: NodeId, c: NodeId): Table<Node> {
  const outside = (e: Edge, from: Node, cell: Cell): Edge =>
    e.target === c ? makeEdge(a, e.offset, edgeFlag(k, from, cell.offset, a, e.offset)) : e;
  const rest = s.nodes
    .without(a)
    .without(c)
    .map((n) =>
      mergeEdges(
        n,
        c,
        (e, cell) => outside(e, n, cell),
        (e, cell) => intoReach(k, e, n, cell, a, c),
      ),
    );
  const [A, C] = [nodeOf(s, a), nodeOf(s, c)];
  const cells = A.cells.map((cell) => mergeCells(k, A, C, cell.offset));
  const size = A.size === C.size ? A.size : null;
  const numbered = uniteWords(A.numbered, C.numbered);
  return rest.with(a, makeNode({ ...A, numbered, cells, size, summary: true }));
}

function intoReach(k: Kernel, e: Edge, from: Node, cell: Cell, a: NodeId, c: NodeId): Edge {
  return e.target === c ? makeEdge(a, e.offset, reachFlag(k, from.id, cell.offset, a)) : e;
}

type Moved = (e: Edge, c: Cell) => Edge;

/** The node with its edges to `gone` redirected; itself if it has none. */
function mergeEdges(n: Node, gone: NodeId, edge: Moved, reach: Moved): Node {
  const leads = (e: Edge): boolean => e.target === gone;
  const cells = n.cells.map((c) => {
    if (!c.edges.some(leads) && !c.reach.some(leads)) return c;
    const edges = distinct(c.edges.map((e) => edge(e, c)));
    return makeCell(c.offset, c.out, edges, distinct(c.reach.map((e) => reach(e, c))));
  });
  return cells === n.cells ? n : withCells(n, cells);
}

function mergeCells(k: Kernel, A: Node, C: Node, offset: number): Cell {
  const [mine, theirs] = [A.cells.get(offset)!, C.cells.get(offset)!];
  const edges = [...mine.edges.map((e) => [e, A] as const), ...theirs.edges.map((e) => [e, C] as const)];
  const moved = edges.map(([e, from]): Edge => {
    const other = from === A ? C.id : A.id;
    const target = e.target === from.id ? A.id : e.target === other ? GHOST : e.target;
    return makeEdge(target, e.offset, edgeFlag(k, A, offset, target, e.offset));
  });
  return makeCell(offset, mine.out, distinct(moved), []);
}

const distinct = (edges: readonly Edge[]): Edge[] =>
  [...new Map(edges.map((e) => [e.flag, e])).values()].sort((x, y) => x.target - y.target || x.offset - y.offset);

/** Expresses the flags of the summary by the flags of the two nodes, for one choice of representative and ghost. */
class Folding {
  /** Every flag of the new map about the summary. */
  private readonly targets: ReadonlySet<Flag>;
  private readonly old: readonly Flag[];

  constructor(
    private readonly k: Kernel,
    private readonly s: State,
    private readonly A: Node,
    private readonly C: Node,
    map: Table<Node>,
  ) {
    this.targets = new Set(flagsAbout(k, withNodes(s, map), map.get(A.id)!));
    this.old = [...new Set([...flagsAbout(k, s, A), ...flagsAbout(k, s, C)])];
  }

  /** The representative is from `own`, the ghost from `other`. */
  view(b: Ref, own: Node, other: Node): Ref {
    const pairs = this.ownPairs(own);
    for (const cell of own.cells.values()) {
      for (const e of cell.edges) if (e.target === other.id) pairs.set(e.flag, this.ghostOut(cell.offset, e.offset));
    }
    for (const cell of other.cells.values()) {
      for (const e of cell.edges) if (e.target === own.id) pairs.set(e.flag, this.ghostIn(cell.offset, e.offset));
    }
    return this.project(b, pairs);
  }

  /** Representative and ghost are both from `own`, a summary. */
  ownView(b: Ref, own: Node): Ref {
    const pairs = this.ownPairs(own);
    for (const cell of own.cells.values()) {
      for (const e of cell.edges) {
        if (e.target !== GHOST) continue;
        pairs.set(e.flag, this.ghostOut(cell.offset, e.offset));
        pairs.set(ghostInFlag(this.k, own.id, cell.offset, e.offset), this.ghostIn(cell.offset, e.offset));
      }
    }
    return this.project(b, pairs);
  }

  /** The flags of the representative itself: attributes, cells, edges from and to other nodes. */
  private ownPairs(own: Node): Map<Flag, Flag> {
    const { k, s, A } = this;
    const other = own === A ? this.C : A;
    const pairs = new Map<Flag, Flag>();
    const into = attributeFlags(k, A);
    attributeFlags(k, own).forEach((f, i) => void pairs.set(f, into[i]!));
    for (const cell of own.cells.values()) {
      if (k.use.outCounters === 'on') pairs.set(cell.out, outFlag(k, A.id, cell.offset));
      for (const e of cell.edges) {
        if (e.target === GHOST || e.target === other.id) continue;
        const target = e.target === own.id ? A.id : e.target;
        pairs.set(e.flag, edgeFlag(k, A, cell.offset, target, e.offset));
      }
    }
    this.pairsInto(s, own, pairs);
    return pairs;
  }

  private pairsInto(s: State, own: Node, pairs: Map<Flag, Flag>): void {
    const { k, A } = this;
    for (const from of s.nodes.values()) {
      if (from.id === A.id || from.id === this.C.id) continue;
      for (const cell of from.cells.values()) {
        for (const e of cell.edges) {
          if (e.target === own.id) pairs.set(e.flag, edgeFlag(k, from, cell.offset, A.id, e.offset));
        }
        for (const e of cell.reach)
          if (e.target === own.id) pairs.set(e.flag, reachFlag(k, from.id, cell.offset, A.id));
      }
    }
  }

  private ghostOut = (at: number, offset: number): Flag => edgeFlag(this.k, this.A, at, GHOST, offset);
  private ghostIn = (at: number, offset: number): Flag => ghostInFlag(this.k, this.A.id, at, offset);

  /** Drops the flags that this choice does not determine, renames the others, and sets flags of missing edges to zero. */
  private project(b: Ref, pairs: ReadonlyMap<Flag, Flag>): Ref {
    const { k } = this;
    const dropped = k.drop(
      b,
      this.old.filter((f) => !pairs.has(f)),
    );
    const renamed = k.bdd.rename(dropped, k.bdd.renaming(pairs));
    const covered = new Set(pairs.values());
    return k.withZero(
      renamed,
      [...this.targets].filter((f) => !covered.has(f)),
    );
  }
}
