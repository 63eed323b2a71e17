// Renames nodes before two states are joined or compared, so that nodes with the same role have the same name.
// Called by the lattice. Keeps maps small: without it, each place that materialises would add a node of its own.

import { type Flag, GHOST, type Kernel, type NodeId } from './kernel.js';
import {
  attributeFlags,
  type Cell,
  type Edge,
  edgeFlag,
  ghostInFlag,
  makeCell,
  makeEdge,
  makeNode,
  type Node,
  outFlag,
  reachFlag,
  type State,
  withCells,
} from './paper/state.js';
import { Table } from './table.js';

/** `s` with nodes that `other` lacks renamed to nodes that `s` lacks, where the same variables point to both. */
export function align(k: Kernel, other: State, s: State): State {
  const strange = missingIn(other, s);
  if (strange.length === 0) return s;
  const vacant = missingIn(s, other);
  if (vacant.length === 0) return s;
  const names = new Map<NodeId, NodeId>();
  const free = new Map<string, NodeId[]>();
  const rolesThere = rolesOf(k, other);
  for (const n of vacant) put(free, rolesThere(n), n.id);
  const rolesHere = rolesOf(k, s);
  for (const n of strange) {
    const id = free.get(rolesHere(n))?.shift();
    if (id !== undefined) names.set(n.id, id);
  }
  return names.size === 0 ? s : rename(k, s, names);
}

const missingIn = (s: State, t: State): Node[] =>
  t.nodes.values().filter((n) => n.region === 'heap' && !s.nodes.has(n.id));

const put = (map: Map<string, NodeId[]>, key: string, id: NodeId): void => {
  const list = map.get(key);
  if (list) list.push(id);
  else map.set(key, [id]);
};

/** The role of a node: kind, size and allocation site of its memory, and which variables point to it. */
function rolesOf(k: Kernel, s: State): (n: Node) => string {
  const holders = new Map<NodeId, string>();
  for (const n of s.nodes.values()) {
    if (n.region !== 'root') continue;
    for (const c of n.cells.values()) {
      for (const e of c.edges) holders.set(e.target, `${holders.get(e.target) ?? ''} ${n.id}.${c.offset}.${e.offset}`);
    }
  }
  return (n) => `${k.kindOf(n.id)} ${n.size} ${n.blank} ${n.summary} ${n.allocated?.at}${holders.get(n.id) ?? ''}`;
}

/** The state with some of its nodes renamed. */
function rename(k: Kernel, s: State, names: ReadonlyMap<NodeId, NodeId>): State {
  const renaming = new NodeRenaming(k, names);
  const renamed = s.nodes.values().map((n) => renaming.node(n));
  const nodes = Table.of(
    renamed.map((n) => n.id),
    renamed,
  );
  return { nodes, b: k.bdd.rename(s.b, k.bdd.renaming(renaming.pairs)), numbers: s.numbers };
}

class NodeRenaming {
  readonly pairs: [Flag, Flag][] = [];

  constructor(
    private readonly k: Kernel,
    private readonly names: ReadonlyMap<NodeId, NodeId>,
  ) {}

  node(n: Node): Node {
    const { k } = this;
    const id = this.names.get(n.id) ?? n.id;
    if (id === n.id && !n.cells.values().some((c) => this.touches(c))) return n;
    const into = makeNode({ ...n, id });
    if (id !== n.id) {
      const flags = attributeFlags(k, into);
      attributeFlags(k, n).forEach((f, i) => void this.pairs.push([f, flags[i]!]));
    }
    return withCells(
      into,
      n.cells.map((c) => this.cell(n, into, c)),
    );
  }

  private touches = (c: Cell): boolean =>
    c.edges.some((e) => this.names.has(e.target)) || c.reach.some((e) => this.names.has(e.target));

  private cell(from: Node, into: Node, c: Cell): Cell {
    const { k } = this;
    const out = into.region === 'root' ? c.out : outFlag(k, into.id, c.offset);
    if (out !== c.out && k.use.outCounters === 'on') this.pairs.push([c.out, out]);
    const edges = c.edges
      .map((e) => this.edge(from, into, c, e))
      .sort((x, y) => x.target - y.target || x.offset - y.offset);
    const reach = c.reach.map((e): Edge => {
      const target = this.names.get(e.target) ?? e.target;
      return this.moved(e, target, reachFlag(k, into.id, c.offset, target));
    });
    return makeCell(c.offset, out, edges, reach);
  }

  private edge(from: Node, into: Node, c: Cell, e: Edge): Edge {
    const target = this.names.get(e.target) ?? e.target;
    if (target === GHOST) {
      const [old, fresh] = [from, into].map((n) => ghostInFlag(this.k, n.id, c.offset, e.offset));
      if (old !== fresh) this.pairs.push([old!, fresh!]);
    }
    return this.moved(e, target, edgeFlag(this.k, into, c.offset, target, e.offset));
  }

  private moved(e: Edge, target: NodeId, flag: Flag): Edge {
    if (flag === e.flag) return e;
    this.pairs.push([e.flag, flag]);
    return makeEdge(target, e.offset, flag);
  }
}
