// The inferred invariant in words: what a variable leads to, if it is a shape that has a name.
// For the notes below drawings; asks b, never changes it.

import { FALSE, negate, type Ref, TRUE } from '../../logic/bdd/bdd.js';
import { printCubes } from '../../logic/bdd/models.js';
import { counterOf } from './counters.js';
import { GHOST, type Kernel, type NodeId } from './kernel.js';
import { type Cell, edgeFlag, ghostInFlag, isHeap, type Node, type State } from './state.js';

/** One line per variable that leads into the heap; the relation over flags where no name fits. */
export function explain(k: Kernel, s: State, nameOf: (id: NodeId) => string): string[] {
  const notes: string[] = [];
  for (const n of s.nodes.values()) {
    if (n.region !== 'root') continue;
    for (const cell of n.cells.values()) {
      if (cell.reach.length === 0) continue;
      const name = cell.offset === 0 ? nameOf(n.id) : `${nameOf(n.id)}+${cell.offset}`;
      notes.push(`${name}: ${shapeOf(k, s, cell)}`);
    }
  }
  if (notes.some((note) => note.endsWith(NAMELESS))) notes.push(`where ${relation(k, s)}`);
  return notes;
}

const NAMELESS = 'a shape without a name';

function relation(k: Kernel, s: State): string {
  return printCubes(k.bdd, s.b, (flag) => `[${k.nameOfFlag(flag)}]`, 6);
}

function shapeOf(k: Kernel, s: State, root: Cell): string {
  const reached = root.reach.map((e) => ({ n: s.nodes.get(e.target)!, here: k.is(e.flag) }));
  const linear = reached.every(({ n, here }) => atMostOneWayOn(k, s, n, here));
  if (isTree(k, s, root)) return linear ? 'null or an acyclic list' : 'null or a tree';
  if (reached.every(({ n }) => isDoublyLinked(k, s, n))) return 'null or a doubly linked list';
  const shared = reached.some(({ n, here }) => {
    const { two, many } = counterOf(k, n.id);
    return k.bdd.and(s.b, k.bdd.and(here, k.bdd.or(two, many))) !== FALSE;
  });
  if (linear && !shared) return 'null or a list, perhaps circular';
  return shared ? 'null or a graph: some blocks may be shared' : NAMELESS;
}

/** The target has no heap cell that points to it, every other block one: what is reached is a tree. */
function isTree(k: Kernel, s: State, root: Cell): boolean {
  const { bdd } = k;
  if (k.use.inCounters === 'off') return false;
  return root.reach.every(({ target, flag }) => {
    const { none, one } = counterOf(k, target);
    const pointed = k.any(root.edges.filter((e) => e.target === target).map((e) => e.flag));
    const expected = bdd.ite(pointed, none, one);
    return bdd.entails(bdd.and(s.b, k.is(flag)), expected);
  });
}

/** No more than one cell of the block holds a pointer into the heap. */
function atMostOneWayOn(k: Kernel, s: State, n: Node, here: Ref): boolean {
  let [none, one] = [TRUE, FALSE];
  for (const cell of n.cells.values()) {
    const elsewhere = k.any(cell.edges.filter((e) => e.target !== GHOST && !isHeap(s, e.target)).map((e) => e.flag));
    const leads = k.bdd.minus(k.is(cell.out), elsewhere);
    one = k.bdd.ite(leads, none, one);
    none = k.bdd.minus(none, leads);
  }
  return k.bdd.entails(k.bdd.and(s.b, here), k.bdd.or(none, one));
}

/** Two cells, and each edge through one has an edge back through the other. */
function isDoublyLinked(k: Kernel, s: State, n: Node): boolean {
  const [a, b, more] = [...n.cells.values()];
  if (!a || !b || more) return false;
  return [...a.edges].every((e) => k.bdd.entails(s.b, k.bdd.iff(k.is(e.flag), backEdge(k, s, n, e.target, b.offset))));
}

/** The edge from the target's cell back to the node. */
function backEdge(k: Kernel, s: State, n: Node, target: NodeId, at: number): Ref {
  const offsets = [...new Set([...s.nodes.values()].flatMap((m) => offsetsInto(m, n.id, at)))];
  if (target === GHOST) {
    const cell = n.cells.get(at)!;
    return k.any(cell.edges.filter((e) => e.target === GHOST).map((e) => ghostInFlag(k, n.id, at, e.offset)));
  }
  const from = s.nodes.get(target);
  if (from?.region !== 'heap' || !from.cells.has(at)) return negate(TRUE);
  const present = new Set(from.cells.get(at)!.edges.map((e) => e.flag));
  const flags = offsets.map((offset) => edgeFlag(k, from, at, n.id, offset)).filter((flag) => present.has(flag));
  return k.any(flags);
}

const offsetsInto = (m: Node, target: NodeId, at: number): number[] =>
  (m.cells.get(at)?.edges ?? []).filter((e) => e.target === target).map((e) => e.offset);
