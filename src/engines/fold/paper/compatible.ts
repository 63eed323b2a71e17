// `make compatible`: extends two states to a common points-to map, so that they differ in their Boolean functions only.
// Used by join and inclusion; summarize makes two nodes of one state compatible in a similar way.

import type { Ref } from '../../../logic/bdd/bdd.js';
import { GHOST, type Kernel, type NodeId, UNINITIALIZED, UNKNOWN } from '../kernel.js';
import { blankAt, uniteWords } from '../numbered.js';
import {
  attributeFlags,
  type Cell,
  cellFlags,
  type Edge,
  edgeFlag,
  existsFlag,
  ghostInFlag,
  makeCell,
  makeEdge,
  makeNode,
  type Node,
  outFlag,
  type State,
  withCell,
  withCells,
  withEdges,
} from './state.js';

/** The points-to map with the nodes, cells and edges of both; `p` itself if it already contains all of `q`. */
export function unite(k: Kernel, p: State['nodes'], q: State['nodes']): State['nodes'] {
  if (p === q) return p;
  const known = p.map((a) => {
    const b = q.get(a.id);
    return b ? uniteNodes(k, a, b) : withBlanksIfRoot(k, a);
  });
  return q.values().reduce((all, b) => (p.has(b.id) ? all : all.with(b.id, withBlanksIfRoot(k, b))), known);
}

/** A variable that only one side has is uninitialised on the other. */
function withBlanksIfRoot(k: Kernel, n: Node): Node {
  if (n.region !== 'root') return n;
  const cells = n.cells.map((c) => withBlank(k, n, c));
  return cells === n.cells ? n : withCells(n, cells);
}

function uniteNodes(k: Kernel, a: Node, b: Node): Node {
  if (a === b) return a;
  const blank = a.blank === b.blank ? a.blank : 'unknown';
  const numbered = blank === 'unknown' ? [] : uniteWords(a.numbered, b.numbered);
  const asBefore = blank === a.blank && (numbered === a.numbered || blank === 'unknown');
  const n = asBefore ? a : makeNode({ ...a, blank, numbered });
  let cells = a.cells.map((c) => uniteCells(k, n, c, b.cells.get(c.offset)));
  for (const c of b.cells.values()) if (!a.cells.has(c.offset)) cells = cells.with(c.offset, withBlank(k, n, c));
  const [summary, size] = [a.summary || b.summary, a.size === b.size ? a.size : null];
  const same = cells === a.cells && asBefore && summary === a.summary && size === a.size;
  return same ? a : makeNode({ ...n, cells, summary, size });
}

function uniteCells(k: Kernel, n: Node, a: Cell, b: Cell | undefined): Cell {
  if (!b) return withBlank(k, n, a);
  if (a === b) return a;
  const [edges, reach] = [uniteEdges(a.edges, b.edges), uniteEdges(a.reach, b.reach)];
  const out = a.out === b.out || leadsToBlock(k, a) ? a.out : b.out;
  return edges === a.edges && reach === a.reach && out === a.out ? a : makeCell(a.offset, out, edges, reach);
}

/** The out-counter of a cell that points to a node is grouped with the flags of the node (see cellHolding). */
const leadsToBlock = (k: Kernel, c: Cell): boolean => c.edges.some((e) => !k.isSpecial(e.target));

function uniteEdges(a: readonly Edge[], b: readonly Edge[]): readonly Edge[] {
  const more = b.filter((e) => !a.some((x) => x.flag === e.flag));
  return more.length === 0 ? a : [...a, ...more].sort((x, y) => x.target - y.target || x.offset - y.offset);
}

const BLANKS = { uninitialized: UNINITIALIZED, unknown: UNKNOWN } as const;

/** The cell with an edge to its blank value, the value before the first write. */
function withBlank(k: Kernel, n: Node, cell: Cell): Cell {
  const unwritten = blankAt(k, n, cell.offset);
  if (unwritten === 'null') return cell;
  const target = BLANKS[unwritten];
  if (cell.edges.some((e) => e.target === target)) return cell;
  const blank = makeEdge(target, 0, edgeFlag(k, n, cell.offset, target, 0));
  return withEdges(cell, uniteEdges(cell.edges, [blank]));
}

/** b of the state for the larger map: missing nodes do not exist, missing edges are zero, missing cells are blank. */
export function adapt(k: Kernel, s: State, map: State['nodes']): Ref {
  if (map === s.nodes) return s.b;
  let b = withCounters(k, s, map);
  for (const n of map.values()) {
    const own = s.nodes.get(n.id);
    if (own === n) continue;
    if (!own && n.region === 'heap') b = k.withZero(b, attributeFlags(k, n));
    for (const cell of n.cells.values()) {
      const ownCell = own?.cells.get(cell.offset);
      if (ownCell) b = k.withZero(b, missingFlags(k, n, ownCell, cell));
      else if (!own && n.region === 'heap') b = k.withZero(b, cellFlags(k, n, cell));
      else b = defineBlank(k, b, n, cell);
    }
  }
  return b;
}

/** b with the out-counters of variables renamed as in the larger map. */
function withCounters(k: Kernel, s: State, map: State['nodes']): Ref {
  if (k.use.outCounters === 'off') return s.b;
  const pairs: [number, number][] = [];
  for (const own of s.nodes.values()) {
    const n = map.get(own.id)!;
    if (own === n || own.region !== 'root') continue;
    for (const { offset, out } of own.cells.values()) {
      const name = n.cells.get(offset)!.out;
      if (name !== out) pairs.push([out, name]);
    }
  }
  return pairs.length === 0 ? s.b : k.bdd.rename(s.b, k.bdd.renaming(pairs));
}

function missingFlags(k: Kernel, n: Node, own: Cell, cell: Cell): number[] {
  const known = new Set(own.edges.map((e) => e.flag));
  for (const r of own.reach) known.add(r.flag);
  const flags: number[] = [];
  for (const e of cell.edges) {
    if (known.has(e.flag)) continue;
    flags.push(e.flag);
    if (e.target === GHOST) flags.push(ghostInFlag(k, n.id, cell.offset, e.offset));
  }
  for (const r of cell.reach) if (!known.has(r.flag)) flags.push(r.flag);
  return flags;
}

/** The cell holds its blank value, or nothing if its node does not exist. */
function defineBlank(k: Kernel, b: Ref, n: Node, cell: Cell): Ref {
  const unwritten = blankAt(k, n, cell.offset);
  if (unwritten === 'null') return k.withZero(b, cellFlags(k, n, cell));
  const unset = edgeFlag(k, n, cell.offset, BLANKS[unwritten], 0);
  const { out } = cell;
  const set = new Set([unset, out]);
  const zero = k.withZero(
    b,
    cellFlags(k, n, cell).filter((f) => !set.has(f)),
  );
  const there = n.region === 'heap' ? k.is(existsFlag(k, n.id)) : 0;
  const defined = k.define(zero, unset, there);
  return k.use.outCounters === 'on' ? k.define(defined, out, there) : defined;
}

/** The state with this cell present; a new cell holds its blank value. */
export function ensureCell(k: Kernel, s: State, id: NodeId, offset: number): State {
  const n = s.nodes.get(id)!;
  if (n.cells.has(offset)) return s;
  const cell = withBlank(k, n, makeCell(offset, outFlag(k, id, offset), [], []));
  const nodes = s.nodes.with(id, withCell(n, cell));
  return { nodes, b: defineBlank(k, s.b, n, cell), numbers: s.numbers };
}
