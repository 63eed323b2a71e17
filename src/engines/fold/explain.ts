// Describes invariants in words: the shape that a variable points to, if it has a name.
// For the notes below drawings; queries b, never changes it.

import { FALSE, negate, type Ref, TRUE } from '../../logic/bdd/bdd.js';
import { printCubes, supportOf } from '../../logic/bdd/models.js';
import { type Flag, GHOST, type Kernel, type NodeId } from './kernel.js';
import { pointersTo } from './paper/counters.js';
import { type Cell, counterFlags, edgeFlag, ghostInFlag, isHeap, type Node, type State } from './paper/state.js';

/** The name of a variable; null: do not mention it. */
export type NameOf = (id: NodeId, offset: number) => string | null;

/** One line per variable that points into the heap; the relation over flags for shapes without a name. */
export const explain = (k: Kernel, s: State, nameOf: (id: NodeId) => string): string[] =>
  describeShapes(k, s, (id, offset) => `${withOffset(nameOf(id), offset)}:`);

export const withOffset = (name: string, offset: number): string => (offset === 0 ? name : `${name}+${offset}`);

/** The name of each variable, followed by the shape that it points to. */
export function describeShapes(k: Kernel, s: State, nameOf: NameOf): string[] {
  const notes: string[] = [];
  const nameless: Cell[] = [];
  for (const n of s.nodes.values()) {
    if (n.region !== 'root') continue;
    for (const cell of n.cells.values()) {
      const name = cell.reach.length === 0 ? null : nameOf(n.id, cell.offset);
      if (name === null) continue;
      const empty = k.use.outCounters === 'on' && k.bdd.entails(s.b, k.is(cell.out)) ? '' : 'null or ';
      const shape = shapeOf(k, s, cell);
      if (shape === NAMELESS) nameless.push(cell);
      notes.push(`${name} ${empty}${shape}`);
    }
  }
  return nameless.length === 0 ? notes : [...notes, `where ${relation(k, s, nameless)}`];
}

export const NAMELESS = 'a shape without a name';

/** What b implies about the cells, the nodes they point to and their in-counters, without tautologies. */
function relation(k: Kernel, s: State, cells: readonly Cell[]): string {
  const nodes = [...new Set(cells.flatMap((c) => c.reach.map((e) => e.target)))].map((id) => s.nodes.get(id)!);
  const about = [...cells, ...nodes.flatMap((n) => n.cells.values())];
  const flags = about.flatMap((c) => [c.out, ...c.edges.map((e) => e.flag)]);
  const counters = nodes.flatMap((n) => counterFlags(k, n.id));
  const open = (flag: Flag) => !k.bdd.entails(s.b, k.is(flag)) && !k.bdd.entails(s.b, negate(k.is(flag)));
  const told = new Set([...flags, ...counters].filter(open));
  const rest = supportOf(k.bdd, s.b).filter((flag) => !told.has(flag));
  const nameOf = (id: NodeId) => (isHeap(s, id) ? `#${id}` : shortName(k, id));
  return printCubes(k.bdd, k.drop(s.b, rest), (flag) => `[${k.nameOfFlag(flag, nameOf)}]`, 4);
}

/** The name of a variable in the source program. */
export const shortName = (k: Kernel, id: NodeId): string => k.nameOfNode(id).replace(/^(\d+:|global )[^ ]* /, '');

/** A heap node that the variable may reach, and the vectors in which it does. */
interface Reached {
  readonly n: Node;
  readonly here: Ref;
}

/** What the cell of a variable points to. */
export function shapeOf(k: Kernel, s: State, root: Cell): string {
  const reached = root.reach.map((e): Reached => ({ n: s.nodes.get(e.target)!, here: k.is(e.flag) }));
  const every = (holds: (r: Reached) => boolean): boolean => reached.every(holds);
  const linear = every((r) => atMostOneWayOn(k, s, r));
  if (every((r) => isEnd(k, s, r))) return 'one allocation that points to no other';
  if (isTree(k, s, root)) return linear ? 'an acyclic list' : 'a tree';
  if (every(({ n }) => isDoublyLinked(k, s, n)))
    return circular(
      every((r) => neverEnds(k, s, r)),
      'doubly linked list',
    );
  if (isPartOfTree(k, s, root)) return linear ? 'a place in an acyclic list' : 'a place in a tree';
  const shared = reached.some(({ n, here }) => {
    const { none, one } = pointersTo(k, n.id);
    return k.bdd.minus(k.bdd.and(s.b, here), k.bdd.or(none, one)) !== FALSE;
  });
  if (shared) return 'a graph: some allocations may be shared';
  if (!linear) return NAMELESS;
  return every((r) => neverEnds(k, s, r)) ? 'a circular list' : 'a list, perhaps circular';
}

const circular = (endless: boolean, what: string): string => (endless ? `a circular ${what}` : `a ${what}`);

/** No cell of the node holds a pointer into the heap. */
const isEnd = (k: Kernel, s: State, { n, here }: Reached): boolean =>
  [...n.cells.values()].every((c) => k.bdd.and(s.b, k.bdd.and(here, leadsOn(k, s, c))) === FALSE);

/** The node has pointers, and none of them is null. */
const neverEnds = (k: Kernel, s: State, { n, here }: Reached): boolean =>
  n.cells.size > 0 && [...n.cells.values()].every((c) => k.bdd.entails(k.bdd.and(s.b, here), k.is(c.out)));

/** The vectors in which the cell holds a pointer to a heap node. */
function leadsOn(k: Kernel, s: State, cell: Cell): Ref {
  const elsewhere = k.any(cell.edges.filter((e) => e.target !== GHOST && !isHeap(s, e.target)).map((e) => e.flag));
  return k.bdd.minus(k.is(cell.out), elsewhere);
}

/** Another variable points to a tree that contains everything this one reaches. */
function isPartOfTree(k: Kernel, s: State, part: Cell): boolean {
  const holdsAll = (whole: Cell): boolean =>
    part.reach.every((p) => {
      const w = whole.reach.find((e) => e.target === p.target);
      return w !== undefined && k.bdd.entails(k.bdd.and(s.b, k.is(p.flag)), k.is(w.flag));
    });
  const cells = [...s.nodes.values()].filter((n) => n.region === 'root').flatMap((n) => [...n.cells.values()]);
  return cells.some((whole) => whole !== part && whole.reach.length > 0 && holdsAll(whole) && isTree(k, s, whole));
}

/** Every reached node has in-degree one, except the target itself, which has in-degree zero: a tree. */
function isTree(k: Kernel, s: State, root: Cell): boolean {
  const { bdd } = k;
  if (k.use.inCounters === 'off') return false;
  return root.reach.every(({ target, flag }) => {
    const { none, one } = pointersTo(k, target);
    const pointed = k.any(root.edges.filter((e) => e.target === target).map((e) => e.flag));
    const expected = bdd.ite(pointed, none, one);
    return bdd.entails(bdd.and(s.b, k.is(flag)), expected);
  });
}

/** At most one cell of the node holds a pointer into the heap. */
function atMostOneWayOn(k: Kernel, s: State, { n, here }: Reached): boolean {
  let [none, one] = [TRUE, FALSE];
  for (const cell of n.cells.values()) {
    const leads = leadsOn(k, s, cell);
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

/** The edge from the target's cell back to the node; the target may be a sentinel among the variables. */
function backEdge(k: Kernel, s: State, n: Node, target: NodeId, at: number): Ref {
  const offsets = [...new Set([...s.nodes.values()].flatMap((m) => offsetsInto(m, n.id, at)))];
  if (target === GHOST) {
    const cell = n.cells.get(at)!;
    return k.any(cell.edges.filter((e) => e.target === GHOST).map((e) => ghostInFlag(k, n.id, at, e.offset)));
  }
  const from = s.nodes.get(target);
  if (!from?.cells.has(at)) return FALSE;
  const present = new Set(from.cells.get(at)!.edges.map((e) => e.flag));
  const flags = offsets.map((offset) => edgeFlag(k, from, at, n.id, offset)).filter((flag) => present.has(flag));
  return k.any(flags);
}

const offsetsInto = (m: Node, target: NodeId, at: number): number[] =>
  (m.cells.get(at)?.edges ?? []).filter((e) => e.target === target).map((e) => e.offset);
