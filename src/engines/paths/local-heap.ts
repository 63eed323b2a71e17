// The local heap of a call: the region a callee can reach, cut out of its caller's graph and put back at the return.
// Recursive calls are analysed on it (recursion.ts), so that nodes of active callers do not accumulate in graphs.

import type { Kleene } from '../../lattice/kleene.js';
import { conjoin, keepOnly, rename } from '../../numeric/numbers.js';
import { NO_PARTS } from './aside.js';
import { rootOf, withRoot } from './chains.js';
import { cellOf, isHeap, mapTargets, type Name, nameOf, offsetOf, pointsToNode, type Targets } from './paper/cell.js';
import { cellsOf, type Draft, type Graph, namesIn, only, reachable, type ShapeNode } from './paper/graph.js';
import { type ReachTable, readReach, rowOf, sharpenReach, writeReach } from './paper/reach.js';
import { settleSharing } from './paper/sharing.js';
import { freshName } from './paper/split.js';
import { type State, weaker } from './state.js';
import { SUMMARY_DEPTH } from './variable-names.js';

/**
 * A parameter: its name in the caller's graph, its name in the callee's, and the name of a copy that is never written.
 */
export interface Entrance {
  readonly bound: Name;
  readonly local: Name;
  readonly ghost: Name;
}

/** The part of the caller's graph that the callee cannot reach. */
export interface Outside {
  readonly state: State;
  readonly inside: ReadonlySet<Name>;
  /** By node that outer cells point to: the cell of the ghost that holds its address in the callee. */
  readonly doors: ReadonlyMap<Name, Door>;
}

interface Door {
  readonly ghost: Name;
  readonly offset: number;
}

export interface Cut {
  readonly local: State;
  readonly outside: Outside;
}

/** null: outer cells point to inner nodes other than doors, or the callee reaches variables of a caller. */
export function cutOut(
  state: State,
  entrances: readonly Entrance[],
  kindOf: (name: Name) => 'global' | 'outer' | 'caller',
): Cut | null {
  const { graph } = state;
  const bound = new Set(entrances.map((e) => e.bound));
  const roots = [...graph.values()].filter(
    (n) => bound.has(n.name) || (!isHeap(n.name) && kindOf(n.name) === 'global'),
  );
  const region = reachable(graph, roots.flatMap(allTargets));
  const inside = new Set([...roots.map((n) => n.name), ...region, ...bound]);
  const stuck = [...region].some((n) =>
    isHeap(n) ? (graph.get(n)!.stack ?? 0) >= SUMMARY_DEPTH : kindOf(n) === 'caller' && !bound.has(n),
  );
  if (stuck) return null;
  const doors = doorsOf(graph, entrances);
  if (!isEnclosed(graph, inside, doors)) return null;
  return { local: localState(state, inside, entrances), outside: { state, inside, doors } };
}

const allTargets = (n: ShapeNode): Targets => [...cellsOf(n)].flatMap(([, targets]) => targets);

/** The nodes that parameters certainly point to. */
function doorsOf(graph: Graph, entrances: readonly Entrance[]): Map<Name, Door> {
  const doors = new Map<Name, Door>();
  for (const { bound, ghost } of entrances) {
    for (const [offset, targets] of graph.get(bound)?.cells ?? []) {
      const target = only(targets);
      if (target === null || !pointsToNode(target)) continue;
      if (graph.get(nameOf(target))?.unique) doors.set(nameOf(target), { ghost, offset });
    }
  }
  return doors;
}

/** Do all outer cells point into the region at doors only? */
function isEnclosed(graph: Graph, inside: ReadonlySet<Name>, doors: ReadonlyMap<Name, Door>): boolean {
  for (const node of graph.values()) {
    if (inside.has(node.name)) continue;
    for (const name of namesIn(allTargets(node))) {
      if (isHeap(name) && inside.has(name) && !doors.has(name)) return false;
    }
  }
  return true;
}

function localState(state: State, inside: ReadonlySet<Name>, entrances: readonly Entrance[]): State {
  const to = new Map(entrances.map((e) => [e.bound, e.local]));
  const move = (name: Name): Name => to.get(name) ?? name;
  const draft: Draft = new Map();
  for (const node of state.graph.values()) {
    if (!inside.has(node.name)) continue;
    const reach = new Map(
      [...node.reach].filter(([c]) => inside.has(nameOf(c))).map(([c, v]) => [moveCell(c, move), v]),
    );
    const along = node.along
      .filter((c) => inside.has(nameOf(rootOf(c))))
      .map((c) => withRoot(c, moveCell(rootOf(c), move)));
    draft.set(move(node.name), {
      ...node,
      name: move(node.name),
      reach: sorted(reach),
      along: along.sort((a, b) => a - b),
    });
  }
  for (const { local, ghost } of entrances) addGhost(draft, local, ghost);
  const pointed = new Set(
    entrances.flatMap(({ local }) => namesIn(draft.has(local) ? allTargets(draft.get(local)!) : [])),
  );
  settleSharing(draft, pointed, new Set(draft.keys()));
  const numbers = rename(
    keepOnly(state.numbers, (key) => inside.has(nameOf(key))),
    (key) => moveCell(key, move),
  );
  return { graph: draft, numbers, aside: NO_PARTS, certainty: state.certainty, escapes: state.escapes };
}

const moveCell = (cell: number, move: (name: Name) => Name): number => cellOf(move(nameOf(cell)), offsetOf(cell));

const sorted = (reach: ReadonlyMap<number, Kleene>): Map<number, Kleene> =>
  new Map([...reach].sort((a, b) => a[0] - b[0]));

/** The ghost reaches what the parameter reaches. */
function addGhost(draft: Draft, local: Name, ghost: Name): void {
  const param = draft.get(local);
  if (!param) return;
  draft.set(ghost, { ...param, name: ghost });
  for (const node of [...draft.values()]) {
    const added = [...node.reach].filter(([c]) => nameOf(c) === local);
    if (added.length === 0) continue;
    const reach = new Map([...node.reach, ...added.map(([c, v]): [number, Kleene] => [cellOf(ghost, offsetOf(c)), v])]);
    draft.set(node.name, { ...node, reach: sorted(reach) });
  }
}

export interface PutBack {
  readonly state: State;
  /** Nodes that the caller may have lost with the call. */
  readonly affected: Set<Name>;
}

/** The caller's graph with the region as the callee left it; `result` moves from the callee's slot to the caller's. */
export function putBack(
  { state, inside, doors }: Outside,
  exit: State,
  ghosts: ReadonlySet<Name>,
  result: { readonly from: Name; readonly to: Name },
): PutBack {
  const draft: Draft = new Map([...state.graph].filter(([name]) => !inside.has(name)));
  const to = namesFor(draft, exit.graph, result);
  const move = (name: Name): Name => to.get(name) ?? name;
  const moved = (targets: Targets): Targets =>
    mapTargets(targets, (t) => (pointsToNode(t) ? cellOf(move(nameOf(t)), offsetOf(t)) : t));
  const doorTargets = (door: Door): Targets => moved(exit.graph.get(door.ghost)?.cells.get(door.offset) ?? []);
  const table = rowsOf(state.graph, inside, doors, exit.graph, ghosts, move);
  for (const node of [...draft.values()]) draft.set(node.name, redirect(node, inside, doors, doorTargets));
  for (const node of exit.graph.values()) {
    if (ghosts.has(node.name)) continue;
    const cells = new Map([...node.cells].map(([offset, targets]) => [offset, moved(targets)]));
    draft.set(move(node.name), {
      ...node,
      name: move(node.name),
      cells,
      rest: moved(node.rest),
      reach: new Map(),
      along: [],
    });
  }
  const gained = new Set([...doors.values()].flatMap((door) => namesIn(doorTargets(door))));
  sharpenReach(draft, table);
  writeReach(draft, table);
  settleSharing(draft, gained, gained);
  const affected = new Set(
    [...exit.graph.values()].filter((n) => isHeap(n.name) && reachedBy(n, ghosts)).map((n) => move(n.name)),
  );
  const kept = keepOnly(state.numbers, (key) => !inside.has(nameOf(key)));
  const left = keepOnly(exit.numbers, (key) => !ghosts.has(nameOf(key)));
  const numbers = conjoin(
    kept,
    rename(left, (key) => moveCell(key, move)),
  );
  const certainty = weaker(state.certainty, exit.certainty);
  return { state: { graph: draft, numbers, aside: state.aside, certainty, escapes: state.escapes }, affected };
}

const reachedBy = (n: ShapeNode, roots: ReadonlySet<Name>): boolean =>
  [...n.reach.keys()].some((c) => roots.has(nameOf(c)));

/** Nodes of the callee get names that are unused in the caller. */
function namesFor(draft: Draft, exit: Graph, result: { readonly from: Name; readonly to: Name }): Map<Name, Name> {
  let next = freshName(draft);
  const to = new Map([[result.from, result.to]]);
  for (const name of exit.keys()) if (isHeap(name)) to.set(name, next++);
  return to;
}

/**
 * Redirects pointers to a door to the node that the ghost holds now, at the same offset: the ghost is never written.
 * Inverse links from there may have changed.
 */
function redirect(
  node: ShapeNode,
  inside: ReadonlySet<Name>,
  doors: ReadonlyMap<Name, Door>,
  holds: (door: Door) => Targets,
): ShapeNode {
  const change = (targets: Targets): Targets => {
    const next = targets.flatMap((t) => {
      const door = pointsToNode(t) ? doors.get(nameOf(t)) : undefined;
      return door ? holds(door).map((h) => (pointsToNode(h) ? cellOf(nameOf(h), offsetOf(t)) : h)) : [t];
    });
    return [...new Set(next)].sort((a, b) => a - b);
  };
  const cells = new Map([...node.cells].map(([offset, targets]) => [offset, change(targets)]));
  const through = [...cellsOf(node)].some(([, targets]) => namesIn(targets).some((name) => inside.has(name)));
  return { ...node, cells, rest: change(node.rest), inverse: through ? [] : node.inverse };
}

/**
 * r_c(u) of the whole graph: unchanged if c and u are outside, as the callee left it if c and u are inside; for c
 * outside and u inside, c reached a door and the ghost of that door reaches u.
 */
function rowsOf(
  before: Graph,
  inside: ReadonlySet<Name>,
  doors: ReadonlyMap<Name, Door>,
  exit: Graph,
  ghosts: ReadonlySet<Name>,
  move: (name: Name) => Name,
): ReachTable {
  const table: ReachTable = new Map();
  for (const [root, row] of readReach(new Map(before))) {
    if (inside.has(nameOf(root))) continue;
    const mine = rowOf(table, root);
    for (const [name, value] of row) if (!inside.has(name)) mine.set(name, value);
    const open = [...doors].flatMap(([name, door]): [Door, Kleene][] =>
      row.get(name) ? [[door, row.get(name)!]] : [],
    );
    for (const [door, value] of open) addThrough(mine, exit, door, open.length === 1 ? value : 0.5, move);
  }
  for (const node of exit.values()) {
    for (const [root, value] of node.reach) {
      if (!ghosts.has(nameOf(root))) rowOf(table, moveCell(root, move)).set(move(node.name), value);
    }
  }
  return table;
}

function addThrough(row: Map<Name, Kleene>, exit: Graph, door: Door, value: Kleene, move: (name: Name) => Name): void {
  const cell = cellOf(door.ghost, door.offset);
  for (const node of exit.values()) {
    const further = node.reach.get(cell);
    if (!further) continue;
    const both: Kleene = value === 1 && further === 1 ? 1 : 0.5;
    const known = row.get(move(node.name)) ?? 0;
    row.set(move(node.name), known === 1 ? 1 : both);
  }
}
