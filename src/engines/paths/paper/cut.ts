// cut: deletes infeasible edges, makes necessary ones certain, and detects contradictory graphs (Algorithm 3).
// After every refinement. The strong version that the paper leaves for future work, run to a fixpoint.

import { entriesAlong } from '../chains.js';
import { narrowings } from '../inverse.js';
import { isHeap, type Name, nameOf, pointsToNode, REST, type Targets } from './cell.js';
import { type Draft, FROM_HEAP, isStrong, type ShapeNode, setTargets, TO_BASE, targetsOf } from './graph.js';
import { readReach, sharpenReach, writeReach } from './reach.js';
import { atMostOne, byClass, type InEdge, inEdges, isDefinite } from './sharing.js';

export type Consistency = 'consistent' | 'contradictory';

export function cut(draft: Draft): Consistency {
  for (let again = true; again; ) {
    const round = new Round(draft);
    for (const node of [...draft.values()]) round.node(node);
    for (const node of [...draft.values()]) round.followBack(node);
    if (round.contradiction || !sharpen(draft)) return 'contradictory';
    again = round.changed;
  }
  return 'consistent';
}

/** r_c(v) = 1 without any path is a contradiction. */
function sharpen(draft: Draft): boolean {
  const table = readReach(draft);
  const certain = [...draft.values()].flatMap((n) =>
    [...n.reach].flatMap(([root, v]) => (v === 1 ? [[root, n.name]] : [])),
  );
  sharpenReach(draft, table);
  if (certain.some(([root, name]) => !table.get(root!)?.get(name!))) return false;
  writeReach(draft, table);
  return true;
}

class Round {
  changed = false;
  contradiction = false;
  private readonly edges: Map<Name, InEdge[]>;

  constructor(private readonly draft: Draft) {
    this.edges = inEdges(draft);
  }

  node(v: ShapeNode): void {
    const edges = this.edges.get(v.name) ?? [];
    const possible = edges
      .filter((e) => this.keepReachable(e, v))
      .filter((e) => this.keepEntered(e, v, edges) && this.keepOnlyEntry(e, v, edges));
    const kept = this.keepUnshared(possible, v);
    this.requireEntry(kept, v);
    this.requireSharing(kept, v);
  }

  /** Applies inverse links. */
  followBack(u: ShapeNode): void {
    if (u.inverse.length === 0) return;
    for (const { name, offset, targets } of narrowings(this.draft, this.draft.get(u.name)!)) {
      if (targets.length === 0) this.contradiction = true;
      setTargets(this.draft, name, offset, targets);
      this.changed = true;
    }
  }

  /** r_c(source) = 1 and r_c(v) = 0: the edge does not exist. */
  private keepReachable(e: InEdge, v: ShapeNode): boolean {
    const impossible = this.isRoot(e)
      ? !v.reach.get(e.cell) || this.contradictsReach(e.from, v)
      : this.contradictsReach(e.from, v);
    if (impossible) this.drop(e, v.name);
    return !impossible;
  }

  private isRoot = (e: InEdge): boolean => !isHeap(e.from.name);

  private contradictsReach(from: ShapeNode, v: ShapeNode): boolean {
    for (const [root, value] of from.reach) if (value === 1 && !v.reach.get(root)) return true;
    return false;
  }

  /** r_c(v) = 1, c does not point to v itself, and at most one heap cell does: only cells that c reaches point to v. */
  private keepEntered(e: InEdge, v: ShapeNode, edges: readonly InEdge[]): boolean {
    if (this.isRoot(e) || (v.shared.get(FROM_HEAP) ?? 0) !== 0) return true;
    for (const [root, value] of v.reach) {
      if (value !== 1 || e.from.reach.get(root) || edges.some((other) => this.isRoot(other) && entersFrom(other, root)))
        continue;
      this.drop(e, v.name);
      return false;
    }
    return true;
  }

  /** The same with the paper's predicate: c reaches v through the only edge to the basic cell. */
  private keepOnlyEntry(e: InEdge, v: ShapeNode, edges: readonly InEdge[]): boolean {
    if (e.toBase !== 'yes' || (v.shared.get(TO_BASE) ?? 0) !== 0) return true;
    for (const [root, value] of v.reach) {
      if (value !== 1 || entersFrom(e, root)) continue;
      if (edges.some((other) => other.toBase !== 'yes' && entersFrom(other, root))) continue;
      this.drop(e, v.name);
      return false;
    }
    return true;
  }

  /** shared(v) = 0 and a definite edge into the unique cell v: no other edge enters it. */
  private keepUnshared(edges: readonly InEdge[], v: ShapeNode): readonly InEdge[] {
    if (!v.unique) return edges;
    const dropped = new Set<InEdge>();
    for (const [c, list] of byClass(edges)) {
      const definite = list.filter((e) => isDefinite(e, c));
      if (definite.length === 0 || (v.shared.get(c) ?? 0) !== 0) continue;
      if (definite.length > 1) this.contradiction = true;
      for (const e of list) if (e !== definite[0] && (c !== TO_BASE || e.toBase === 'yes')) dropped.add(e);
    }
    for (const e of dropped) this.drop(e, v.name);
    return edges.filter((e) => !dropped.has(e));
  }

  /** r_c(v) = 1: some edge enters v from a node that c reaches; if only one is possible, it exists. */
  private requireEntry(edges: readonly InEdge[], v: ShapeNode): void {
    for (const [root, value] of v.reach) {
      if (value !== 1) continue;
      const entries = edges.filter((e) => e.from.name !== v.name && (e.cell === root || e.from.reach.get(root)));
      if (entries.length === 0) this.contradiction = true;
      else if (entries.length === 1) this.make(entries[0]!, v);
    }
    for (const chain of v.along) {
      const entries = entriesAlong(this.draft, chain, edges).filter((e) => e.from.name !== v.name);
      if (entries.length === 0) this.contradiction = true;
      else if (entries.length === 1) this.make(entries[0]!, v);
    }
  }

  private requireSharing(edges: readonly InEdge[], v: ShapeNode): void {
    const classes = byClass(edges);
    for (const [c, value] of v.shared) if (value === 1 && atMostOne(classes.get(c) ?? [])) this.contradiction = true;
  }

  private make(e: InEdge, v: ShapeNode): void {
    const node = this.draft.get(e.from.name)!;
    if (!isStrong(node, e.offset)) return;
    this.restrict(node, e, (targets) => targets.filter((t) => pointsToNode(t) && nameOf(t) === v.name));
  }

  private drop(e: InEdge, name: Name): void {
    const node = this.draft.get(e.from.name)!;
    this.restrict(node, e, (targets) => targets.filter((t) => !pointsToNode(t) || nameOf(t) !== name));
  }

  private restrict(node: ShapeNode, e: InEdge, choose: (targets: Targets) => Targets): void {
    const before = targetsOf(node, e.offset);
    const after = choose(before);
    if (after.length === before.length) return;
    if (after.length === 0 && e.offset !== REST) this.contradiction = true;
    setTargets(this.draft, node.name, e.offset, after);
    this.changed = true;
  }
}

/** May a path from the root reach a node through this variable's cell? */
const entersFrom = (e: InEdge, root: number): boolean => e.cell === root || (e.from.reach.get(root) ?? 0) !== 0;
