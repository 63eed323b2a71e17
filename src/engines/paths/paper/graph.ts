// Abstract shape graphs (Definition 3.1): nodes with cells, Kleene predicates, edges as sets of possible targets.
// The states of this engine, paired with numbers in state.ts. Nodes are immutable; a draft is a map of them being edited.

import type { Kleene } from '../../../lattice/kleene.js';
import type { Site } from '../../engine.js';
import {
  type Cell,
  cellOf,
  isHeap,
  type Name,
  nameOf,
  type Offset,
  pointsToNode,
  REST,
  type Target,
  type Targets,
} from './cell.js';

/**
 * Which edges a sharing predicate counts: those to the basic cell, as in the paper; those from heap cells to any cell;
 * or of the latter those that start at one offset.
 */
export type SharingClass = Offset;
export const TO_BASE: SharingClass = -10;
export const FROM_HEAP: SharingClass = -11;

export interface ShapeNode {
  readonly name: Name;
  /** 1: represents exactly one memory location; otherwise one or more (the 1/2 of the paper). */
  readonly unique: boolean;
  /** In bytes; null: `unit` times the number that the numeric domain knows under SIZE. */
  readonly size: number | null;
  readonly unit: number;
  readonly cells: ReadonlyMap<Offset, Targets>;
  /** The possible content of every cell without an entry; empty if there are no such cells. */
  readonly rest: Targets;
  /** shared(v) per class; unlisted classes are 0. */
  readonly shared: ReadonlyMap<SharingClass, Kleene>;
  /** r_cell(v) per cell of a variable; unlisted cells are 0. */
  readonly reach: ReadonlyMap<Cell, Kleene>;
  /** Which links have inverse links, as in doubly linked lists; see inverse.ts. */
  readonly inverse: readonly number[];
  /** Which variables reach it through links of one field only; see chains.ts. */
  readonly along: readonly number[];
  /** Whether unknown code may read and write it. Variables only: heap nodes that escape leave the graph. */
  readonly escaped: boolean;
  /** The depth of the call whose return releases it (alloca); null: the heap, where only free does. */
  readonly stack: number | null;
  /** As what it was allocated, if that is known: a core predicate. */
  readonly type: string;
  /** Where it was allocated, for messages. */
  readonly site: Site | null;
}

export type Graph = ReadonlyMap<Name, ShapeNode>;
export type Draft = Map<Name, ShapeNode>;

export const NO_SHARING: ReadonlyMap<SharingClass, Kleene> = new Map();
export const NO_REACH: ReadonlyMap<Cell, Kleene> = new Map();
const NO_CELLS: ReadonlyMap<Offset, Targets> = new Map();

export function makeNode(name: Name, given: Partial<Omit<ShapeNode, 'name'>>): ShapeNode {
  return {
    name,
    unique: true,
    size: null,
    unit: 1,
    cells: NO_CELLS,
    rest: [],
    shared: NO_SHARING,
    reach: NO_REACH,
    inverse: [],
    along: [],
    escaped: false,
    stack: null,
    type: '',
    site: null,
    ...given,
  };
}

/** Every cell of a node with its possible content, the rest included. */
export function* cellsOf(node: ShapeNode): Iterable<readonly [Offset, Targets]> {
  yield* node.cells;
  if (node.rest.length > 0) yield [REST, node.rest];
}

/** edge(cell, ·) is decided per cell only where it represents one concrete cell. */
export const isStrong = (node: ShapeNode, offset: Offset): boolean => node.unique && offset >= 0 && !node.escaped;

export function targetsOf(node: ShapeNode, offset: Offset): Targets {
  return offset === REST ? node.rest : (node.cells.get(offset) ?? node.rest);
}

export function setTargets(draft: Draft, name: Name, offset: Offset, targets: Targets): void {
  const node = draft.get(name)!;
  if (offset === REST) draft.set(name, { ...node, rest: targets });
  else draft.set(name, { ...node, cells: new Map(node.cells).set(offset, targets) });
}

/** Rewrites every target of every cell. */
export function mapEdges(draft: Draft, change: (targets: Targets, from: ShapeNode) => Targets): void {
  for (const node of draft.values()) {
    let cells: Map<Offset, Targets> | null = null;
    for (const [offset, targets] of node.cells) {
      const next = change(targets, node);
      if (next === targets) continue;
      cells ??= new Map(node.cells);
      cells.set(offset, next);
    }
    const rest = change(node.rest, node);
    if (cells || rest !== node.rest) draft.set(node.name, { ...node, cells: cells ?? node.cells, rest });
  }
}

export interface RootEdge {
  readonly cell: Cell;
  readonly targets: Targets;
  readonly strong: boolean;
}

/** The cells of variables that may point to a node: the roots of reachability. */
export function* rootsOf(graph: Graph): Iterable<RootEdge> {
  for (const node of graph.values()) {
    if (isHeap(node.name)) continue;
    for (const [offset, targets] of cellsOf(node)) {
      if (targets.some(pointsToNode))
        yield { cell: cellOf(node.name, offset), targets, strong: isStrong(node, offset) };
    }
  }
}

/** The names of nodes among targets. */
export function namesIn(targets: Targets): Name[] {
  const names: Name[] = [];
  for (const t of targets) if (pointsToNode(t) && !names.includes(nameOf(t))) names.push(nameOf(t));
  return names;
}

/** Nodes that are reachable from the targets through possible edges, without passing through `avoid`. */
export function reachable(graph: Graph, from: Targets, avoid: Name | null = null): Set<Name> {
  const found = new Set<Name>();
  const pending = namesIn(from);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === avoid || found.has(name)) continue;
    found.add(name);
    const node = graph.get(name);
    if (!node) continue;
    for (const [, targets] of cellsOf(node))
      for (const next of namesIn(targets)) if (!found.has(next)) pending.push(next);
  }
  return found;
}

/** The only target of a strong cell, or null. */
export const only = (targets: Targets): Target | null => (targets.length === 1 ? targets[0]! : null);
