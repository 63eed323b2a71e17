// collapse: merges the nodes that no core predicate distinguishes, and gives the graph its canonical form.
// Used at loop heads. Nodes are sorted by their core vectors, so that equal graphs have equal text.

import type { Kleene } from '../../../lattice/kleene.js';
import { join, leq } from '../../../lattice/kleene.js';
import { ANYTHING, type Range } from '../../../numeric/range.js';
import { rootOf } from '../chains.js';
import { hasInverse, joinInverse } from '../inverse.js';
import {
  type Cell,
  cellOf,
  constantTarget,
  HEAP,
  isHeap,
  isNumber,
  kindOf,
  mapTargets,
  type Name,
  nameOf,
  type Offset,
  offsetOf,
  pointsToNode,
  type Targets,
  UNKNOWN,
  union,
  VALUE,
} from './cell.js';
import { cellsOf, FROM_HEAP, type Graph, makeNode, namesIn, only, rootsOf, type ShapeNode } from './graph.js';

/** Which predicates beside x, r_cell and type are core: the paper's second observation. */
export interface CorePredicates {
  /** Is the node the direct target of a variable's cell? */
  readonly pointedTo: 'core' | 'not-core';
  readonly shared: 'core' | 'not-core';
  /** Are nodes with different small constants distinguished? */
  readonly values: 'core' | 'not-core';
}

export const PAPER_CORE: CorePredicates = { pointedTo: 'not-core', shared: 'not-core', values: 'not-core' };
export const DEFAULT_CORE: CorePredicates = { pointedTo: 'core', shared: 'core', values: 'not-core' };
export const VALUE_CORE: CorePredicates = { ...DEFAULT_CORE, values: 'core' };

export interface Collapsed {
  readonly graph: Graph;
  /** Equal for equal graphs only. */
  readonly text: string;
  /** The core vectors alone: graphs with equal skeletons can be overlaid node by node. */
  readonly skeleton: string;
  /** The new name of each node; null if it was merged with others, so that numbers about it no longer hold. */
  readonly renamed: ReadonlyMap<Name, Name | null>;
}

/**
 * `keep` only sorts: merging at other blocks than loop heads would lose precision for nothing (the paper's first
 * observation).
 */
export function collapse(
  graph: Graph,
  core: CorePredicates,
  mode: 'merge' | 'keep' = 'merge',
  isDead: (name: Name) => boolean = () => false,
  numberIn: NumberIn = () => ANYTHING,
): Collapsed {
  const dead = new Set([...graph.keys()].filter((name) => !isHeap(name) && isDead(name)));
  const vectors = coreVectors(graph, core, dead, numberIn);
  const groups = mode === 'merge' ? byVector(graph, vectors) : oneByOne(graph, vectors);
  const to = new Map<Name, Name>();
  groups.forEach((nodes, i) => {
    for (const node of nodes) to.set(node.name, HEAP + i);
  });
  const merged = groups.map((nodes, i) => mergeNodes(HEAP + i, nodes, to, numberIn));
  const variables = [...graph.values()]
    .filter((n) => !isHeap(n.name) && !isGone(n, dead))
    .sort((a, b) => a.name - b.name);
  const nodes = [...variables.map((n) => mergeNodes(n.name, [n], to, numberIn)), ...merged];
  const specials = variables.filter((n) => !dead.has(n.name)).map(printSpecials);
  const seen = new Set<string>();
  const twins = new Set([...vectors.values()].filter((v) => mode === 'keep' && seen.size === seen.add(v).size));
  const skeleton = groups.map(([first]) => {
    const vector = vectors.get(first!.name)!;
    return twins.has(vector) && first!.unique ? `${vector}!` : vector;
  });
  return {
    graph: new Map(nodes.map((n) => [n.name, n])),
    text: nodes.map(printNode).join('\n'),
    skeleton: `${specials.join()}|${skeleton.join('|')}`,
    renamed: new Map([...to].map(([from, name]) => [from, groups[name - HEAP]!.length === 1 ? name : null])),
  };
}

function coreVectors(
  graph: Graph,
  core: CorePredicates,
  dead: ReadonlySet<Name>,
  numberIn: NumberIn,
): Map<Name, string> {
  const direct = directTargets(graph, core, dead);
  const vectors = new Map<Name, string>();
  for (const node of graph.values()) {
    if (!isHeap(node.name)) continue;
    const values = core.values === 'core' ? valuesIn(node, numberIn) : '';
    vectors.set(node.name, coreVector(node, direct, core, dead) + values);
  }
  return vectors;
}

/** The small constants known in a node. */
function valuesIn(node: ShapeNode, numberIn: NumberIn): string {
  const known = [...node.cells.keys()].map((offset): [Offset, number | null] => {
    const value = only(withConstant(node, offset, numberIn));
    return [offset, value === null || kindOf(value) === value ? null : value];
  });
  return known
    .flatMap(([offset, value]) => (value === null ? [] : [`;${offset}=${value}`]))
    .sort()
    .join('');
}

/** The nodes grouped by core vector, in the order of the vectors. */
function byVector(graph: Graph, vectors: ReadonlyMap<Name, string>): ShapeNode[][] {
  const groups = new Map<string, ShapeNode[]>();
  for (const [name, vector] of vectors) {
    const known = groups.get(vector);
    if (known) known.push(graph.get(name)!);
    else groups.set(vector, [graph.get(name)!]);
  }
  return [...groups.keys()].sort().map((vector) => groups.get(vector)!);
}

/** Each node alone; nodes with equal vectors in the order of their targets, so that similar graphs get equal forms. */
function oneByOne(graph: Graph, vectors: ReadonlyMap<Name, string>): ShapeNode[][] {
  return byVector(graph, vectors).flatMap((nodes) => {
    if (nodes.length === 1) return [nodes];
    const signed = nodes.map((node): [string, ShapeNode] => [signatureOf(graph, node, vectors), node]);
    signed.sort(([a, m], [b, n]) => (a === b ? m.name - n.name : a < b ? -1 : 1));
    return signed.map(([, node]) => [node]);
  });
}

function signatureOf(graph: Graph, node: ShapeNode, vectors: ReadonlyMap<Name, string>): string {
  const nameIn = (t: number) =>
    pointsToNode(t)
      ? `${vectors.get(nameOf(t)) ?? nameOf(t)}${graph.get(nameOf(t))?.unique ? '!' : ''}+${offsetOf(t)}`
      : t;
  const print = ([offset, targets]: readonly [Offset, Targets]) => `${offset}:${targets.map(nameIn).sort().join()}`;
  return `${node.unique ? 'u' : 's'}${[...cellsOf(node)].map(print).sort().join(' ')}`;
}

/** A dead variable without edges can be dropped. */
const isGone = (n: ShapeNode, dead: ReadonlySet<Name>): boolean =>
  dead.has(n.name) && n.reach.size === 0 && [...cellsOf(n)].every(([, targets]) => namesIn(targets).length === 0);

/** The content of a variable that is not an address: null, freed, uninitialised. */
function printSpecials(n: ShapeNode): string {
  const cells = [...n.cells].map(
    ([offset, targets]) => `${offset}:${targets.filter((t) => !pointsToNode(t)).join('+')}`,
  );
  return `${n.name}(${cells.join(' ')})`;
}

function directTargets(graph: Graph, core: CorePredicates, dead: ReadonlySet<Name>): Map<Name, string> {
  const direct = new Map<Name, string>();
  if (core.pointedTo === 'not-core') return direct;
  // Sorted by name: the order in which variables entered the graph must not affect the canonical form.
  const roots = [...rootsOf(graph)].sort((a, b) => a.cell - b.cell);
  for (const { cell, targets, strong } of roots) {
    const target = strong && !dead.has(nameOf(cell)) ? only(targets) : null;
    if (target !== null) direct.set(nameOf(target), `${direct.get(nameOf(target)) ?? ''}${cell},`);
  }
  return direct;
}

function coreVector(
  node: ShapeNode,
  direct: ReadonlyMap<Name, string>,
  core: CorePredicates,
  dead: ReadonlySet<Name>,
): string {
  const type = `${node.type}${node.stack ?? ''}s${node.size ?? `?${node.unit}`}:${[...node.cells.keys()].sort((a, b) => a - b).join()}`;
  const reach = [...node.reach]
    .filter(([root]) => !dead.has(nameOf(root)))
    .map(([root, value]) => `${root}${value === 1 ? '' : '?'}`)
    .join();
  const shared = core.shared === 'core' ? (node.shared.get(FROM_HEAP) ?? 0) : '';
  const along = node.along.filter((c) => !dead.has(nameOf(rootOf(c)))).join();
  return `${direct.get(node.name) ?? ''};${reach};${along};${type};${shared}`;
}

/** p(v) = ⊔ { p(u) | f(u) = v }; unique(v) only if one unique node maps to v. */
function mergeNodes(
  name: Name,
  nodes: readonly ShapeNode[],
  to: ReadonlyMap<Name, Name>,
  numberIn: NumberIn,
): ShapeNode {
  const [first] = nodes as [ShapeNode];
  const move = (targets: Targets): Targets =>
    mapTargets(targets, (t) => (pointsToNode(t) ? cellOf(to.get(nameOf(t)) ?? nameOf(t), offsetOf(t)) : t));
  if (nodes.length === 1) return renameNode(first, name, move);
  const cells = new Map<Offset, Targets>();
  for (const offset of sortedOffsets(first))
    cells.set(offset, settleNumbers(nodes.map((n) => move(withConstant(n, offset, numberIn))).reduce(union)));
  const rest = nodes.map((n) => move(n.rest)).reduce(union);
  const [shared, reach, inverse] = [joinShared(nodes), joinReach(nodes), joinInverse(nodes)];
  return { ...first, name, unique: false, cells, rest, shared, reach, inverse, along: joinAlong(nodes) };
}

/** The range that the numeric domain knows of a cell. */
export type NumberIn = (cell: Cell) => Range;

/** A known number keeps its value when its node is merged with others. */
function withConstant(n: ShapeNode, offset: Offset, numberIn: NumberIn): Targets {
  const targets = n.cells.get(offset)!;
  const kind = only(targets);
  if (kind === null || !isNumber(kind) || !n.unique) return targets;
  const { low, high } = numberIn(cellOf(n.name, offset));
  if (high - low >= MANY_CONSTANTS || !Number.isFinite(high - low)) return targets;
  const values = Array.from({ length: high - low + 1 }, (_, i) => constantTarget(kindOf(kind), low + i));
  return values.some((t) => t === kindOf(t)) ? targets : values;
}

const MANY_CONSTANTS = 4;

/** Too many values of a kind, or an unknown one, become any value of the kind. */
function settleNumbers(targets: Targets): Targets {
  const constants = targets.filter((t) => kindOf(t) !== t);
  const isAny = (t: number) =>
    constants.length > MANY_CONSTANTS || targets.includes(kindOf(t)) || targets.includes(VALUE);
  return constants.some(isAny) ? mapTargets(targets, (t) => (kindOf(t) !== t && isAny(t) ? kindOf(t) : t)) : targets;
}

/** The same object if nothing about the node changes, which is the common case: its cached text stays valid. */
function renameNode(node: ShapeNode, name: Name, move: (targets: Targets) => Targets): ShapeNode {
  let same = name === node.name;
  const cells = new Map<Offset, Targets>();
  for (const offset of sortedOffsets(node)) {
    const before = node.cells.get(offset)!;
    const after = move(before);
    if (after !== before) same = false;
    cells.set(offset, after);
  }
  const rest = move(node.rest);
  return same && rest === node.rest ? node : { ...node, name, cells, rest };
}

const sortedOffsets = (node: ShapeNode): Offset[] =>
  node.cells.size < 2 ? [...node.cells.keys()] : [...node.cells.keys()].sort((a, b) => a - b);

function joinReach(nodes: readonly ShapeNode[]): ReadonlyMap<Cell, Kleene> {
  const [first] = nodes as [ShapeNode];
  if (nodes.length === 1) return first.reach;
  const roots = new Set(nodes.flatMap((n) => [...n.reach.keys()]));
  return new Map(
    [...roots]
      .sort((a, b) => a - b)
      .map((root) => [root, nodes.map((n): Kleene => n.reach.get(root) ?? 0).reduce(join)]),
  );
}

function joinShared(nodes: readonly ShapeNode[]): ReadonlyMap<Offset, Kleene> {
  const [first] = nodes as [ShapeNode];
  if (nodes.length === 1) return first.shared;
  const classes = new Set(nodes.flatMap((n) => [...n.shared.keys()]));
  return new Map(
    [...classes].sort((a, b) => a - b).map((c) => [c, nodes.map((n): Kleene => n.shared.get(c) ?? 0).reduce(join)]),
  );
}

const joinAlong = ([first, ...others]: readonly ShapeNode[]): readonly number[] =>
  first!.along.filter((c) => others.every((n) => n.along.includes(c)));

const printShared = (node: ShapeNode): string => [...node.shared].map(([c, v]) => `${c}=${v}`).join();

/** Nodes are immutable and shared between graphs: each is printed once. */
const printed = new WeakMap<ShapeNode, string>();

function printNode(n: ShapeNode): string {
  const known = printed.get(n) ?? printAnew(n);
  printed.set(n, known);
  return known;
}

function printAnew(n: ShapeNode): string {
  const cells = sortedOffsets(n)
    .map((offset): [Offset, Targets] => [offset, n.cells.get(offset)!])
    .map(([offset, targets]) => `${offset}:${targets.join()}`)
    .join(' ');
  const reach = [...n.reach].map(([root, value]) => `${root}=${value}`).join();
  const flags = `${n.unique ? 'u' : 's'}${n.escaped ? 'e' : ''}${n.stack ?? ''}`;
  return `${n.name}${flags} ${n.type} ${n.size ?? `?${n.unit}`} {${cells}|${n.rest.join()}} ${printShared(n)} ${reach} ${n.inverse.join()} ${n.along.join()}`;
}

/** A graph with the ranges that the numeric domain knows of its cells. */
export interface Numbered {
  readonly graph: Graph;
  readonly numberIn: NumberIn;
}

/** Overlays two graphs with equal skeletons: union of edges, join of predicates. */
export function overlay(a: Numbered, b: Numbered): Graph {
  return new Map(
    pairs(a.graph, b.graph).map(([x, y]) => {
      const many = !x.unique || !y.unique;
      return [x.name, many ? overlayNode(withConstants(x, a), withConstants(y, b)) : overlayNode(x, y)];
    }),
  );
}

/** The node as part of a summary node, whose cells have no keys in the numeric domain. */
function withConstants(n: ShapeNode, { numberIn }: Numbered): ShapeNode {
  if (!n.unique || !isHeap(n.name)) return n;
  return { ...n, cells: new Map([...n.cells.keys()].map((offset) => [offset, withConstant(n, offset, numberIn)])) };
}

/** The nodes of both. A dead variable that is absent from one of them may hold anything there but an address. */
function pairs(a: Graph, b: Graph): [ShapeNode, ShapeNode][] {
  const absent = (n: ShapeNode): ShapeNode => makeNode(n.name, { size: n.size, rest: [UNKNOWN] });
  return [...new Set([...a.keys(), ...b.keys()])].map((name) => {
    const [x, y] = [a.get(name), b.get(name)];
    return [x ?? absent(y!), y ?? absent(x!)];
  });
}

function overlayNode(a: ShapeNode, b: ShapeNode): ShapeNode {
  const cells = new Map<Offset, Targets>();
  for (const offset of new Set([...a.cells.keys(), ...b.cells.keys()])) {
    cells.set(offset, settleNumbers(union(a.cells.get(offset) ?? a.rest, b.cells.get(offset) ?? b.rest)));
  }
  const reach = new Map(
    [...a.reach].filter(([root]) => b.reach.has(root)).map(([root, v]) => [root, join(v, b.reach.get(root)!)]),
  );
  for (const [root] of [...a.reach, ...b.reach]) if (!reach.has(root)) reach.set(root, 0.5);
  return {
    ...a,
    unique: a.unique && b.unique,
    escaped: a.escaped || b.escaped,
    cells: new Map([...cells].sort((x, y) => x[0] - y[0])),
    rest: union(a.rest, b.rest),
    shared: joinShared([a, b]),
    inverse: joinInverse([a, b]),
    along: joinAlong([a, b]),
    reach: new Map([...reach].sort((x, y) => x[0] - y[0])),
  };
}

/** Does `b` describe every heap of `a`? Both have the same skeleton. */
export function isCovered(a: Numbered, b: Graph): boolean {
  return pairs(a.graph, b).every(([x, y]) => isNodeCovered(y.unique ? x : withConstants(x, a), y));
}

function isNodeCovered(a: ShapeNode, b: ShapeNode): boolean {
  if ((b.unique && !a.unique) || (a.escaped && !b.escaped)) return false;
  if (!isSubset(a.rest, b.rest)) return false;
  for (const offset of new Set([...a.cells.keys(), ...b.cells.keys()])) {
    if (!isSubset(a.cells.get(offset) ?? a.rest, b.cells.get(offset) ?? b.rest)) return false;
  }
  return isLess(a.shared, b.shared) && isLess(a.reach, b.reach) && hasInverse(a, b) && isSubset(b.along, a.along);
}

const isSubset = (a: Targets, b: Targets): boolean =>
  a === b || a.every((t) => b.includes(t) || (kindOf(t) !== t && b.includes(kindOf(t))));

/** Predicates that are not listed are 0. */
function isLess(a: ReadonlyMap<number, Kleene>, b: ReadonlyMap<number, Kleene>): boolean {
  for (const [key, value] of b) if (value === 1 && a.get(key) !== 1) return false;
  for (const [key, value] of a) if (!leq(value, b.get(key) ?? 0)) return false;
  return true;
}
