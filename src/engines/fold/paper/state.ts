// An abstract state p ▷ b: a points-to map whose edges carry flags, and one Boolean function over the flags.
// States are immutable; every operator of this folder maps states to new states.

import { FALSE, type Ref } from '../../../logic/bdd/bdd.js';
import { NOTHING_KNOWN, type Numbers } from '../../../numeric/numbers.js';
import type { Site } from '../../engine.js';
import { type Flag, GHOST, type Kernel, type NodeId } from '../kernel.js';
import { Table } from '../table.js';

/** From a cell to `offset` bytes into `target`; present where the flag is one. */
export interface Edge {
  readonly target: NodeId;
  readonly offset: number;
  readonly flag: Flag;
}

/** A field of a node that holds a pointer. Null is represented by no edge and an out-counter of zero. */
export interface Cell {
  readonly offset: number;
  /** The out-counter: one iff the pointer is not null. */
  readonly out: Flag;
  readonly edges: readonly Edge[];
  /** For cells of variables: the heap nodes that are reachable from here through heap cells. Offsets are zero. */
  readonly reach: readonly Edge[];
}

/**
 * `root`: a variable, concrete, and live while it is in the map. `heap`: allocated memory.
 *
 * Concretisation: a heap h is described by p ▷ b iff its live allocations and variables can be assigned to the nodes of
 * p, one to each concrete node, one or more to each summary node (or none to a phantom, which does not exist), such that
 * **for every choice** of a representative a and another instance g ≠ a per summary node, the vector of flags of h is in
 * b. Here f_MN says that the representative of M points to that of N, and the ghost edges describe a → g and g → a; they
 * are zero if there is no other instance. The soundness of every operator follows from this definition.
 */
export interface Node {
  readonly id: NodeId;
  readonly region: 'root' | 'heap';
  readonly summary: boolean;
  /** Bytes; null if unknown. */
  readonly size: number | null;
  /** The value of cells before the first write. */
  readonly blank: 'uninitialized' | 'null' | 'unknown';
  /** Words to which numbers were stored, so that they are no longer blank: offsets, ascending (see numbered.ts). */
  readonly numbered: readonly number[];
  readonly cells: Table<Cell>;
  readonly allocated: Site | null;
}

export interface State {
  readonly nodes: Table<Node>;
  readonly b: Ref;
  /** Facts about numbers that hold in all heaps of the state, by node of the variable (see numbers.ts). */
  readonly numbers: Numbers;
}

export const isBottom = (s: State): boolean => s.b === FALSE;

export const bottom: State = { nodes: Table.EMPTY, b: FALSE, numbers: NOTHING_KNOWN };

// ---- construction ---------------------------------------------------------------------------------------------------
// Each type is constructed in one place, so that all objects have the same hidden class and property reads are fast.

export const makeEdge = (target: NodeId, offset: number, flag: Flag): Edge => ({ target, offset, flag });

export const makeCell = (offset: number, out: Flag, edges: readonly Edge[], reach: readonly Edge[]): Cell => ({
  offset,
  out,
  edges,
  reach,
});

export const withEdges = (c: Cell, edges: readonly Edge[]): Cell => makeCell(c.offset, c.out, edges, c.reach);
export const withReach = (c: Cell, reach: readonly Edge[]): Cell => makeCell(c.offset, c.out, c.edges, reach);

export const makeNode = ({ id, region, summary, size, blank, numbered, cells, allocated }: Node): Node => ({
  id,
  region,
  summary,
  size,
  blank,
  numbered,
  cells,
  allocated,
});

export const withCells = (n: Node, cells: Table<Cell>): Node => ({
  id: n.id,
  region: n.region,
  summary: n.summary,
  size: n.size,
  blank: n.blank,
  numbered: n.numbered,
  cells,
  allocated: n.allocated,
});

// ---- names of flags -----------------------------------------------------------------------------------------------

export function edgeFlag(k: Kernel, from: Node, at: number, target: NodeId, offset: number): Flag {
  return k.flagBetween('edge', from.id, at, target, offset, ownerOf(k, from, target));
}

/** Flags of edges from variables or other kinds are grouped with the target, others with the younger node. */
function ownerOf(k: Kernel, from: Node, target: NodeId): NodeId {
  if (k.isSpecial(target)) return from.id;
  const outside = from.region === 'root' || sourceOf(k, from.id, target) === 'others';
  return outside ? target : Math.max(from.id, target);
}

/** f_i: the cell of the ghost at offset `at` points `offset` bytes into the node. */
export const ghostInFlag = (k: Kernel, id: NodeId, at: number, offset: number): Flag =>
  k.flagBetween('ghost-in', id, at, id, offset, id);

export const existsFlag = (k: Kernel, id: NodeId): Flag => k.flag('exists', id, 0);
export const outFlag = (k: Kernel, id: NodeId, at: number): Flag => k.flag('out', id, at);
/** The out-counter of a variable's cell is grouped with the flags of its target, so that variables stay independent. */
export const outFlagNear = (k: Kernel, id: NodeId, at: number, target: NodeId): Flag =>
  k.flagBetween('out', id, at, target, 0, target);
/** Pointers from nodes of the same kind, or of other kinds. */
export type Source = 'alike' | 'others';
export const SOURCES: Readonly<Record<Kernel['kinds'], readonly Source[]>> = {
  one: ['alike'],
  several: ['alike', 'others'],
};

/** An in-counter: a number of two bits that saturates at three. */
export const inLowFlag = (k: Kernel, id: NodeId, from: Source): Flag =>
  k.flag(from === 'alike' ? 'in-low' : 'other-low', id, 0);
export const inHighFlag = (k: Kernel, id: NodeId, from: Source): Flag =>
  k.flag(from === 'alike' ? 'in-high' : 'other-high', id, 0);

export const sourceOf = (k: Kernel, from: NodeId, to: NodeId): Source =>
  k.kindOf(from) === k.kindOf(to) ? 'alike' : 'others';
export const reachFlag = (k: Kernel, root: NodeId, at: number, target: NodeId): Flag =>
  k.flagBetween('reach', root, at, target, 0, target);

// ---- queries --------------------------------------------------------------------------------------------------------

export const nodeOf = (s: State, id: NodeId): Node => s.nodes.get(id)!;

export const isHeap = (s: State, id: NodeId): boolean => s.nodes.get(id)?.region === 'heap';

export const isSummary = (s: State, id: NodeId): boolean => s.nodes.get(id)?.summary === true;

export function heapNodes(s: State): Node[] {
  return s.nodes.values().filter((n) => n.region === 'heap');
}

/** The flags of a heap node that are not edges: existence and in-counter. */
export function attributeFlags(k: Kernel, n: Node): Flag[] {
  if (n.region !== 'heap') return [];
  return [existsFlag(k, n.id), ...counterFlags(k, n.id)];
}

export function counterFlags(k: Kernel, id: NodeId): Flag[] {
  if (k.use.inCounters === 'off') return [];
  const alike = [inLowFlag(k, id, 'alike'), inHighFlag(k, id, 'alike')];
  return k.kinds === 'one' ? alike : [...alike, ...otherCounterFlags(k, id)];
}

export function otherCounterFlags(k: Kernel, id: NodeId): Flag[] {
  return k.use.inCounters === 'off' ? [] : [inLowFlag(k, id, 'others'), inHighFlag(k, id, 'others')];
}

/** Out-counter, edges, and ghost edges in both directions of a cell. */
export function cellFlags(k: Kernel, n: Node, cell: Cell): Flag[] {
  const flags = cell.edges.map((e) => e.flag);
  for (const e of cell.edges) if (e.target === GHOST) flags.push(ghostInFlag(k, n.id, cell.offset, e.offset));
  for (const r of cell.reach) flags.push(r.flag);
  if (k.use.outCounters === 'on') flags.push(cell.out);
  return flags;
}

/** All flags about the node: its attributes, its cells, and its incoming edges. */
export function flagsAbout(k: Kernel, s: State, n: Node): Flag[] {
  const flags = attributeFlags(k, n);
  for (const cell of n.cells.values()) flags.push(...cellFlags(k, n, cell));
  forEachEdgeInto(s, n.id, (e, from) => from.id !== n.id && flags.push(e.flag));
  return flags;
}

/** The flags of the ghost edges of a summary node. */
export function ghostFlags(k: Kernel, n: Node): Flag[] {
  const flags: Flag[] = [];
  for (const cell of n.cells.values()) {
    for (const e of cell.edges) {
      if (e.target === GHOST) flags.push(e.flag, ghostInFlag(k, n.id, cell.offset, e.offset));
    }
  }
  return flags;
}

export type EdgeKind = 'points-to' | 'reaches';

export function forEachEdgeInto(
  s: State,
  target: NodeId,
  visit: (edge: Edge, from: Node, cell: Cell, kind: EdgeKind) => void,
): void {
  for (const from of s.nodes.values()) {
    for (const cell of from.cells.values()) {
      for (const e of cell.edges) if (e.target === target) visit(e, from, cell, 'points-to');
      for (const e of cell.reach) if (e.target === target) visit(e, from, cell, 'reaches');
    }
  }
}

// ---- updates of the map -----------------------------------------------------------------------------------------------

export const withNode = (s: State, node: Node): State => ({
  nodes: s.nodes.with(node.id, node),
  b: s.b,
  numbers: s.numbers,
});

export const withNodes = (s: State, nodes: Table<Node>): State => ({ nodes, b: s.b, numbers: s.numbers });

export const withNumbers = (s: State, numbers: Numbers): State => ({ nodes: s.nodes, b: s.b, numbers });

export const withB = (s: State, b: Ref): State => (b === s.b ? s : { nodes: s.nodes, b, numbers: s.numbers });

export const withCell = (n: Node, cell: Cell): Node => withCells(n, n.cells.with(cell.offset, cell));

/** The map with `change` applied to every edge and reach entry; null removes the edge. */
export function mapEdges(
  nodes: Table<Node>,
  change: (edge: Edge, from: Node, cell: Cell, kind: EdgeKind) => Edge | null,
): Table<Node> {
  return nodes.map((n) => {
    const cells = n.cells.map((c) => {
      const edges = changed(c.edges, (e) => change(e, n, c, 'points-to'));
      const reach = changed(c.reach, (e) => change(e, n, c, 'reaches'));
      return edges !== c.edges || reach !== c.reach ? makeCell(c.offset, c.out, edges, reach) : c;
    });
    return cells === n.cells ? n : withCells(n, cells);
  });
}

/** Returns the list itself if nothing changes. */
function changed(edges: readonly Edge[], change: (e: Edge) => Edge | null): readonly Edge[] {
  const result: Edge[] = [];
  let same = true;
  for (const e of edges) {
    const next = change(e);
    same &&= next === e;
    if (next) result.push(next);
  }
  return same ? edges : result;
}
