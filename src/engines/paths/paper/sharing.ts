// The sharing predicates after a change of edges: how many cells may, and how many must, point to a node.
// Used by update.ts and cut.ts.

import type { Kleene } from '../../../lattice/kleene.js';
import { linksBack } from '../inverse.js';
import {
  type Cell,
  cellOf,
  isHeap,
  isSomewhere,
  type Name,
  nameOf,
  type Offset,
  offsetOf,
  pointsToNode,
  type Targets,
} from './cell.js';
import {
  cellsOf,
  type Draft,
  FROM_HEAP,
  type Graph,
  isStrong,
  NO_SHARING,
  type ShapeNode,
  type SharingClass,
  TO_BASE,
} from './graph.js';

/** One cell that may point to a node. */
export interface InEdge {
  readonly cell: Cell;
  readonly from: ShapeNode;
  readonly offset: Offset;
  /** Whether it represents one concrete cell. */
  readonly strong: boolean;
  /** Whether it holds an address of the node and nothing else. */
  readonly definite: boolean;
  /** Does it hold the address of the basic cell? */
  readonly toBase: 'yes' | 'no' | 'perhaps';
}

/** The possible edges into every node. */
export function inEdges(graph: Graph): Map<Name, InEdge[]> {
  const result = new Map<Name, InEdge[]>();
  for (const from of graph.values()) {
    for (const [offset, targets] of cellsOf(from)) {
      const strong = isStrong(from, offset);
      let last = -1;
      for (const t of targets) {
        if (!pointsToNode(t) || nameOf(t) === last) continue;
        last = nameOf(t);
        const definite = strong && targets.every((other) => pointsToNode(other) && nameOf(other) === last);
        const toBase = baseOf(targets.filter((other) => pointsToNode(other) && nameOf(other) === last));
        const edge = { cell: cellOf(from.name, offset), from, offset, strong, definite, toBase };
        const known = result.get(last);
        if (known) known.push(edge);
        else result.set(last, [edge]);
      }
    }
  }
  return result;
}

function baseOf(targets: Targets): InEdge['toBase'] {
  const hits = targets.filter((t) => offsetOf(t) === 0 || isSomewhere(offsetOf(t))).length;
  if (hits === 0) return 'no';
  return hits === targets.length && targets.every((t) => offsetOf(t) === 0) ? 'yes' : 'perhaps';
}

function classesOf(edge: InEdge): SharingClass[] {
  const base = edge.toBase === 'no' ? [] : [TO_BASE];
  return isHeap(edge.from.name) ? [...base, FROM_HEAP, edge.offset] : base;
}

/** Is the edge certainly one that the class counts? */
export const isDefinite = (edge: InEdge, c: SharingClass): boolean =>
  edge.definite && (c !== TO_BASE || edge.toBase === 'yes');

/** The edges of each class; a class without edges is not shared. */
export function byClass(edges: readonly InEdge[]): Map<SharingClass, InEdge[]> {
  const result = new Map<SharingClass, InEdge[]>();
  for (const edge of edges) {
    for (const c of classesOf(edge)) {
      const known = result.get(c);
      if (known) known.push(edge);
      else result.set(c, [edge]);
    }
  }
  return result;
}

export const atMostOne = (edges: readonly InEdge[]): boolean =>
  edges.length === 0 || (edges.length === 1 && edges[0]!.strong);

/**
 *                 two definite edges             shared'(v) = 1
 *                 at most one possible edge      shared'(v) = 0
 *   shared(v) = 0, no edge added                 shared'(v) = 0
 *   shared(v) = 1, no edge removed               shared'(v) = 1
 *                 otherwise                      shared'(v) = 1/2
 */
export function settleSharing(draft: Draft, gained: Gained, lost: ReadonlySet<Name>): void {
  const edges = inEdges(draft);
  for (const node of draft.values()) {
    const shared = new Map<SharingClass, Kleene>();
    for (const [c, list] of byClass(edges.get(node.name) ?? [])) {
      const value = settle(node, c, list, gained, lost);
      if (value !== 0) shared.set(c, value);
    }
    if (shared.size > 0 || node.shared.size > 0) {
      draft.set(node.name, { ...node, shared: shared.size > 0 ? sorted(shared) : NO_SHARING });
    }
  }
}

/** The nodes that may have gained edges: of every class, or of the listed ones. */
export type Gained = ReadonlySet<Name> | ReadonlyMap<Name, ReadonlySet<SharingClass>>;

const mayGain = (gained: Gained, name: Name, c: SharingClass): boolean =>
  gained instanceof Map ? (gained.get(name)?.has(c) ?? false) : gained.has(name);

/** The classes in which an edge from this cell to these targets counts, by node. */
export function gainedBy(edges: readonly { name: Name; offset: Offset; targets: Targets }[]): Gained {
  const gained = new Map<Name, Set<SharingClass>>();
  for (const { name, offset, targets } of edges) {
    for (const t of targets) {
      if (!pointsToNode(t)) continue;
      const classes = gained.get(nameOf(t)) ?? new Set();
      gained.set(nameOf(t), classes);
      if (isHeap(name)) classes.add(FROM_HEAP).add(offset);
      if (offsetOf(t) === 0 || isSomewhere(offsetOf(t))) classes.add(TO_BASE);
    }
  }
  return gained;
}

/**
 * The number of different cells that certainly point to the unique location v: definite edges, and inverse links of its
 * own.
 */
function certainSources(v: ShapeNode, c: SharingClass, edges: readonly InEdge[]): number {
  const seen = edges.filter((e) => isDefinite(e, c));
  if (c !== FROM_HEAP || seen.length >= 2) return seen.length;
  return new Set([...seen.map((e) => e.offset), ...linksBack(v)]).size;
}

function settle(
  node: ShapeNode,
  c: SharingClass,
  edges: readonly InEdge[],
  gained: Gained,
  lost: ReadonlySet<Name>,
): Kleene {
  const before = node.shared.get(c) ?? 0;
  if (atMostOne(edges)) return 0;
  if (node.unique && certainSources(node, c, edges) >= 2) return 1;
  if (before === 0 && !mayGain(gained, node.name, c)) return 0;
  return before === 1 && !lost.has(node.name) ? 1 : 0.5;
}

function sorted(shared: ReadonlyMap<SharingClass, Kleene>): Map<SharingClass, Kleene> {
  return new Map([...shared].sort((a, b) => a[0] - b[0]));
}
