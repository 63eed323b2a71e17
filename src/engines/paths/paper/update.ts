// Graph updates (Tables 1 to 4): edges are replaced, nodes are created and removed, and the predicates are updated.
// Called by transfer.ts on refined graphs; returns which memory may have been lost.

import type { Kleene } from '../../../lattice/kleene.js';
import { breakChains, gainChains } from '../chains.js';
import { settleInverse } from '../inverse.js';
import {
  type Cell,
  cellOf,
  isHeap,
  mapTargets,
  type Name,
  nameOf,
  type Offset,
  pointsToNode,
  type Target,
  type Targets,
  union,
} from './cell.js';
import { cut } from './cut.js';
import {
  cellsOf,
  type Draft,
  mapEdges,
  namesIn,
  reachable,
  rootsOf,
  type ShapeNode,
  setTargets,
  targetsOf,
} from './graph.js';
import { definitelyReached, type ReachTable, readReach, rowOf, sharpenReach, writeReach } from './reach.js';
import { gainedBy, settleSharing } from './sharing.js';

/** The new content of a cell; `weak`: a weak update. */
export interface Edit {
  readonly name: Name;
  readonly offset: Offset;
  readonly targets: Targets;
  readonly strength: 'strong' | 'weak';
}

/** A node to remove, and the new value of pointers to it. */
export interface Removal {
  readonly name: Name;
  readonly becomes: Target;
}

/** Nodes that a path through the changed cells may have reached: only these can be lost by the change. */
export type Affected = Set<Name>;

interface Broken {
  readonly cell: Cell;
  readonly name: Name;
  readonly region: ReadonlySet<Name>;
  readonly strength: 'strong' | 'weak' | 'removed';
}

export function change(draft: Draft, edits: readonly Edit[], removals: readonly Removal[]): Affected {
  const broken = [
    ...edits.flatMap((e) => brokenByEdit(draft, e)),
    ...removals.flatMap((r) => brokenByRemoval(draft, r)),
  ];
  const lostTargets = new Set(broken.flatMap((b) => namesIn(targetsOf(draft.get(b.name)!, offsetIn(b)))));
  const table = readReach(draft);
  const affected = breakPaths(table, broken, detours(draft, broken));
  breakChains(
    draft,
    broken.map((b) => ({ cell: b.cell, name: b.name, old: targetsOf(draft.get(b.name)!, offsetIn(b)) })),
  );
  for (const edit of edits) applyEdit(draft, edit);
  applyRemovals(draft, table, removals);
  settleInverse(draft, edits);
  gainChains(draft);
  gainPaths(draft, table, edits);
  sharpenReach(draft, table);
  writeReach(draft, table);
  settleSharing(draft, gainedBy(edits), lostTargets);
  return affected;
}

const offsetIn = (b: Broken): Offset => b.cell - cellOf(b.name, 0);

function brokenByEdit(draft: Draft, { name, offset, strength }: Edit): Broken[] {
  const old = targetsOf(draft.get(name)!, offset);
  if (namesIn(old).length === 0) return [];
  return [{ cell: cellOf(name, offset), name, region: reachable(draft, old), strength }];
}

function brokenByRemoval(draft: Draft, { name }: Removal): Broken[] {
  return [...cellsOf(draft.get(name)!)].flatMap(([offset, targets]): Broken[] => {
    if (namesIn(targets).length === 0) return [];
    return [{ cell: cellOf(name, offset), name, region: reachable(draft, targets), strength: 'removed' }];
  });
}

/**
 * The roots that reach everything behind the changed cells without passing through them: the part of a path after the
 * last changed cell is intact.
 */
function detours(draft: Draft, broken: readonly Broken[]): Set<Cell> {
  const changed = new Set(broken.map((b) => b.name));
  const cells = new Set(broken.map((b) => b.cell));
  const behind = new Set(broken.flatMap((b) => namesIn(targetsOf(draft.get(b.name)!, offsetIn(b)))));
  const around = [...rootsOf(draft)].filter((root) => {
    if (cells.has(root.cell) || changed.has(nameOf(root.cell))) return false;
    const reached = definitelyReached(draft, root, changed);
    return [...behind].every((name) => reached.has(name));
  });
  return new Set(around.map((root) => root.cell));
}

/** r_c(u) = 1 becomes 1/2 if a path from c to u may have used a changed cell and c has no detour. */
function breakPaths(table: ReachTable, broken: readonly Broken[], around: ReadonlySet<Cell>): Affected {
  const affected: Affected = new Set();
  for (const { cell, name, region, strength } of broken) {
    for (const [root, row] of table) {
      if (root !== cell && !row.get(name)) continue;
      for (const u of region) {
        affected.add(u);
        if (row.get(u) === 1 && !around.has(root)) row.set(u, 0.5);
      }
    }
    if (strength !== 'weak') table.delete(cell);
  }
  return affected;
}

export function applyEdit(draft: Draft, { name, offset, targets, strength }: Edit): void {
  const before = targetsOf(draft.get(name)!, offset);
  setTargets(draft, name, offset, strength === 'weak' ? union(before, targets) : targets);
}

function applyRemovals(draft: Draft, table: ReachTable, removals: readonly Removal[]): void {
  if (removals.length === 0) return;
  const becomes = new Map(removals.map((r) => [r.name, r.becomes]));
  for (const name of becomes.keys()) draft.delete(name);
  for (const [root, row] of table) {
    if (becomes.has(nameOf(root))) table.delete(root);
    for (const name of becomes.keys()) row.delete(name);
  }
  mapEdges(draft, (targets) => mapTargets(targets, (t) => (pointsToNode(t) ? (becomes.get(nameOf(t)) ?? t) : t)));
}

/** r_c(u) may become true for what c reaches through an edited cell. */
function gainPaths(draft: Draft, table: ReachTable, edits: readonly Edit[]): void {
  const growing = edits.filter((e) => namesIn(e.targets).length > 0);
  const regions = growing.map((e) => reachable(draft, e.targets));
  for (let again = growing.length > 0; again; ) {
    again = false;
    for (const { cell } of rootsOf(draft)) {
      const row = rowOf(table, cell);
      growing.forEach((edit, i) => {
        if (cell !== cellOf(edit.name, edit.offset) && !row.get(edit.name)) return;
        for (const u of regions[i]!) {
          if (row.get(u)) continue;
          row.set(u, 0.5);
          again = growing.length > 1;
        }
      });
    }
  }
}

export interface Loss {
  readonly node: ShapeNode;
  /** Case 2 of the paper: no variable reaches it. Otherwise case 1: no variable certainly reaches it. */
  readonly certainty: 'definite' | 'possible';
}

/** Which of the affected nodes are lost, certainly or possibly. */
export function lossesAmong(draft: Draft, affected: Affected): Loss[] {
  return [...affected].flatMap((name): Loss[] => {
    const node = isHeap(name) ? draft.get(name) : undefined;
    if (!node || node.stack !== null || [...node.reach.values()].includes(1)) return [];
    return [{ node, certainty: node.reach.size === 0 ? 'definite' : 'possible' }];
  });
}

/** Removes nodes that no variable reaches. A possibly lost node splits the graph: it is lost, or it is not. */
export function forgetLost(draft: Draft, affected: Affected): Draft[] {
  collectGarbage(draft);
  let drafts = [draft];
  for (const name of affected) {
    const doubtful = draft.get(name);
    if (!doubtful || !isHeap(name) || [...doubtful.reach.values()].includes(1)) continue;
    drafts = drafts.flatMap((d) => [...assumeKept(d, name), ...assumeLost(d, name)]);
  }
  return drafts;
}

export function collectGarbage(draft: Draft): void {
  const gone = [...draft.values()].filter((n) => isHeap(n.name) && n.reach.size === 0).map((n) => n.name);
  if (gone.length === 0) return;
  const pointed = new Set(
    gone.flatMap((name) => [...cellsOf(draft.get(name)!)].flatMap(([, targets]) => namesIn(targets))),
  );
  for (const name of gone) draft.delete(name);
  mapEdges(draft, (targets) => mapTargets(targets, (t) => (pointsToNode(t) && !draft.has(nameOf(t)) ? null : t)));
  settleSharing(draft, new Set(), pointed);
}

/** A node that only one variable may reach is reached by it. */
function assumeKept(draft: Draft, name: Name): Draft[] {
  const node = draft.get(name);
  if (node?.reach.size !== 1) return [draft];
  const kept = new Map(draft).set(name, {
    ...node,
    reach: new Map([...node.reach].map(([root]) => [root, 1 as Kleene])),
  });
  return cut(kept) === 'consistent' ? [kept] : [];
}

function assumeLost(draft: Draft, name: Name): Draft[] {
  if (!draft.has(name)) return [];
  const lost = new Map(draft);
  const pointed = new Set([...cellsOf(lost.get(name)!)].flatMap(([, targets]) => namesIn(targets)));
  lost.delete(name);
  let empty = false;
  mapEdges(lost, (targets) => {
    const left = mapTargets(targets, (t) => (pointsToNode(t) && nameOf(t) === name ? null : t));
    if (left.length === 0 && targets.length > 0) empty = true;
    return left;
  });
  if (empty) return [];
  const table = readReach(lost);
  sharpenReach(lost, table);
  writeReach(lost, table);
  settleSharing(lost, new Set(), pointed);
  collectGarbage(lost);
  return cut(lost) === 'consistent' ? [lost] : [];
}
