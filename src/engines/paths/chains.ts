// Chains: nodes that a variable's cell reaches through links of one field only, such as `next` of a doubly linked list.
// Kept per node beside reachability: a store to other fields does not break them. Used by update.ts and cut.ts.

import { backOf, firstOf, secondOf } from './inverse.js';
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
  type Target,
  type Targets,
} from './paper/cell.js';
import {
  cellsOf,
  type Draft,
  type Graph,
  isStrong,
  only,
  type RootEdge,
  rootsOf,
  type ShapeNode,
} from './paper/graph.js';
import type { InEdge } from './paper/sharing.js';

/**
 * (c, k): every location u that the node stands for is reached from cell c of a variable by a path that follows, from
 * each place it visits, the link k bytes behind that place. Packed into one number, ascending in lists.
 */
export type Chain = number;

const UNIT = 4;
const PARTS = 2 ** 12;

const chainOf = (root: Cell, k: Offset): Chain => root + (k / UNIT + 1) / PARTS;
export const rootOf = (chain: Chain): Cell => Math.floor(chain);
export const stepOf = (chain: Chain): Offset => (Math.round((chain % 1) * PARTS) - 1) * UNIT;
/** Whether links at this offset can be packed. */
const isStep = (k: Offset): boolean => k >= 0 && k % UNIT === 0 && k / UNIT + 2 < PARTS;

export const NO_CHAINS: readonly Chain[] = [];

/** The same chain from a cell of another variable. */
export const withRoot = (chain: Chain, root: Cell): Chain => root + (chain % 1);

/**
 * The places that a chain may visit without passing through the cells in `closed`, or continuing from the places in
 * `stops`.
 */
function placesAlong(
  graph: Graph,
  from: Targets,
  k: Offset,
  closed: readonly Cell[],
  stops: ReadonlySet<Target> = new Set(),
): Set<Target> {
  const found = new Set<Target>();
  const pending = from.filter(pointsToNode);
  for (let t = pending.pop(); t !== undefined; t = pending.pop()) {
    if (stops.has(t) || found.has(t)) continue;
    found.add(t);
    const node = graph.get(nameOf(t));
    if (node) pending.push(...linksAt(node, offsetOf(t), k, closed));
  }
  return found;
}

function linksAt(node: ShapeNode, offset: Offset, k: Offset, closed: readonly Cell[]): Target[] {
  if (isSomewhere(offset)) return [...cellsOf(node)].flatMap(([, targets]) => targets.filter(pointsToNode));
  if (closed.includes(cellOf(node.name, offset + k))) return [];
  return (node.cells.get(offset + k) ?? node.rest).filter(pointsToNode);
}

const names = (places: Iterable<Target>): Set<Name> => new Set([...places].map(nameOf));

/** A cell that is about to be written. */
export interface Changing {
  readonly cell: Cell;
  readonly name: Name;
  readonly old: Targets;
}

/** Chains that may pass through a written cell are no longer certain for the nodes behind it. */
export function breakChains(draft: Draft, changing: readonly Changing[]): void {
  if (changing.length === 0) return;
  const held = new Set([...draft.values()].flatMap((n) => n.along));
  for (const chain of held) {
    const lost = behind(draft, chain, changing);
    if (lost) for (const node of [...draft.values()]) if (lost.has(node.name)) without(draft, node, chain);
  }
}

/** What a shortest chain may reach through one of the cells; null if it visits none of them. */
function behind(draft: Draft, chain: Chain, changing: readonly Changing[]): Set<Name> | null {
  const [root, k] = [rootOf(chain), stepOf(chain)];
  const own = changing.find((c) => c.cell === root);
  if (own) return new Set(draft.keys());
  const places = placesAlong(draft, rootTargets(draft, root), k, [root]);
  const passed = changing.filter((c) => [...places].some((t) => isBehind(t, k, c)));
  if (passed.length === 0) return null;
  const region = passed.map((c) => placesAlong(draft, c.old, k, [root, c.cell], before(draft, root, k, c)));
  return names(region.flatMap((r) => [...r]));
}

/** Places that the chain certainly visits before it may visit the cell: a shortest path does not return to them. */
function before(draft: Draft, root: Cell, k: Offset, changing: Changing): Set<Target> {
  const passed = new Set<Target>();
  for (let t = only(rootTargets(draft, root)); t !== null && pointsToNode(t) && !passed.has(t); ) {
    const node = draft.get(nameOf(t));
    if (!node?.unique || isSomewhere(offsetOf(t))) break;
    passed.add(t);
    if (isBehind(t, k, changing)) break;
    const next = node.cells.get(offsetOf(t) + k);
    t = next && isStrong(node, offsetOf(t) + k) ? only(next) : null;
  }
  return passed;
}

const isBehind = (t: Target, k: Offset, { cell, name }: Changing): boolean => {
  if (nameOf(t) !== name) return false;
  const offset = offsetOf(cell);
  return offset < 0 || isSomewhere(offsetOf(t)) || offset === offsetOf(t) + k;
};

function rootTargets(graph: Graph, root: Cell): Targets {
  const node = graph.get(nameOf(root));
  return node ? (node.cells.get(offsetOf(root)) ?? node.rest) : [];
}

function without(draft: Draft, node: ShapeNode, chain: Chain): void {
  if (node.along.includes(chain)) draft.set(node.name, { ...node, along: node.along.filter((c) => c !== chain) });
}

/** Keeps only chains from cells that still hold addresses. */
export function pruneChains(draft: Draft, isRoot: (cell: Cell) => boolean): void {
  for (const node of [...draft.values()]) {
    if (node.along.length === 0 || node.along.every((c) => isRoot(rootOf(c)))) continue;
    draft.set(node.name, { ...node, along: node.along.filter((c) => isRoot(rootOf(c))) });
  }
}

/**
 * The fields of links that have inverse links, and the fields of those inverses. Elsewhere reachability says as much.
 */
function stepsIn(draft: Draft): Offset[] {
  const pairs = new Set([...draft.values()].flatMap((n) => n.inverse));
  const steps = [...pairs].flatMap((pair) => [firstOf(pair) - backOf(pair), secondOf(pair)]);
  return [...new Set(steps)].filter(isStep);
}

/**
 *   certain edges    c → (w, o), or (c, k) reaches the one location w at o and w[o + k] → (u, p)     (c, k) reaches w, u
 *   dominance        (c, k) reaches the one location w at o, (d, k) reaches u and not without (w, o)     (c, k) reaches u
 */
export function gainChains(draft: Draft): void {
  const steps = stepsIn(draft);
  if (steps.length === 0) return;
  const roots = [...rootsOf(draft)].filter((r) => r.strong && only(r.targets) !== null);
  for (const k of steps) {
    for (const root of roots) start(draft, root, k);
    for (let again = true; again; ) {
      again = false;
      for (const root of roots) if (extend(draft, root, k, roots)) again = true;
    }
  }
}

function start(draft: Draft, root: RootEdge, k: Offset): void {
  const first = only(root.targets)!;
  if (draft.get(nameOf(first))?.unique) add(draft, nameOf(first), chainOf(root.cell, k));
}

function add(draft: Draft, name: Name, chain: Chain): boolean {
  const node = draft.get(name);
  if (!node || !isHeap(name) || node.along.includes(chain)) return false;
  draft.set(name, { ...node, along: [...node.along, chain].sort((a, b) => a - b) });
  return true;
}

function extend(draft: Draft, root: RootEdge, k: Offset, roots: readonly RootEdge[]): boolean {
  const chain = chainOf(root.cell, k);
  let changed = false;
  const places = placesAlong(draft, root.targets, k, [root.cell]);
  for (const t of places) {
    const w = draft.get(nameOf(t))!;
    if (!isPassed(w, t, chain, places, root)) continue;
    const next = isStrong(w, offsetOf(t) + k) ? only(w.cells.get(offsetOf(t) + k) ?? []) : null;
    if (next !== null && pointsToNode(next) && draft.get(nameOf(next))?.unique && add(draft, nameOf(next), chain))
      changed = true;
    for (const d of roots) if (d !== root && inherit(draft, chain, d, k, t)) changed = true;
  }
  return changed;
}

/** Does the chain visit the unique node w, and only at this place? For a variable: does the first edge lead there? */
function isPassed(w: ShapeNode, t: Target, chain: Chain, places: ReadonlySet<Target>, root: RootEdge): boolean {
  if (!w.unique || w.escaped || isSomewhere(offsetOf(t))) return false;
  const reached = isHeap(w.name) ? w.along.includes(chain) : only(root.targets) === t;
  return reached && [...places].every((other) => other === t || nameOf(other) !== w.name);
}

function inherit(draft: Draft, chain: Chain, d: RootEdge, k: Offset, t: Target): boolean {
  const known = chainOf(d.cell, k);
  const open = [...draft.values()].filter((n) => n.along.includes(known) && !n.along.includes(chain));
  if (open.length === 0) return false;
  const around = names(placesAlong(draft, d.targets, k, [d.cell], new Set([t])));
  const reached = open.filter((n) => !around.has(n.name));
  return reached.map((n) => add(draft, n.name, chain)).includes(true);
}

/** The edges through which a chain may enter a node; at least one of them exists. */
export function entriesAlong(graph: Graph, chain: Chain, edges: readonly InEdge[]): InEdge[] {
  const [root, k] = [rootOf(chain), stepOf(chain)];
  const places = placesAlong(graph, rootTargets(graph, root), k, [root]);
  return edges.filter((e) => {
    if (e.cell === root) return true;
    const changing = { cell: e.cell, name: e.from.name, old: [] };
    return [...places].some((t) => isBehind(t, k, changing));
  });
}
