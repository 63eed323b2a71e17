// Set aside: connected components of a graph that a loop does not access are kept as separate sets of graphs, so that
// independent structures cost a sum, not a product. run.ts sets aside; naming a variable brings its part back.

import { forget } from '../../numeric/numbers.js';
import { keysIn } from '../../numeric/product-facts.js';
import {
  cellOf,
  HEAP,
  isHeap,
  mapTargets,
  type Name,
  nameOf,
  type Offset,
  offsetOf,
  pointsToNode,
  type Targets,
} from './paper/cell.js';
import { type Collapsed, type CorePredicates, collapse } from './paper/collapse.js';
import { cellsOf, type Draft, type Graph, namesIn, type ShapeNode } from './paper/graph.js';
import { freshName } from './paper/split.js';
import type { State } from './state.js';

/** Some variables, and the possible graphs of their connected component. */
export interface Part {
  /** Ascending. */
  readonly variables: readonly Name[];
  /** By canonical text. */
  readonly graphs: ReadonlyMap<string, Graph>;
}

export const NO_PARTS: readonly Part[] = [];

/** Removes every component from the graph all of whose variables may rest. Numbers in it are forgotten. */
export function setAside(
  state: State,
  mayRest: (variable: Name) => boolean,
  canonical: (graph: Graph) => Collapsed,
): State {
  const resting = partsOf(state.graph).filter((names) => rests(state, names, mayRest));
  if (resting.length === 0) return state;
  const gone = new Set(resting.flatMap((names) => [...names]));
  const parts = resting.map((names): Part => {
    const { graph, text } = canonical(new Map([...state.graph].filter(([name]) => names.has(name))));
    return { variables: [...names].filter((n) => !isHeap(n)).sort((a, b) => a - b), graphs: new Map([[text, graph]]) };
  });
  return {
    ...state,
    graph: new Map([...state.graph].filter(([name]) => !gone.has(name))),
    numbers: forget(
      state.numbers,
      keysOf(state).filter((key) => gone.has(nameOf(key))),
    ),
    aside: [...state.aside, ...parts].sort((a, b) => a.variables[0]! - b.variables[0]!),
  };
}

const keysOf = ({ numbers }: State): number[] => [
  ...numbers.zone.keys,
  ...numbers.nonzero,
  ...numbers.multiples.flatMap((m) => [m.key, m.of.key]),
  ...numbers.products.flatMap(keysIn),
];

/**
 * A component with numbers (sizes, string ends, array offsets) stays: the lost precision would outweigh the savings.
 */
function rests(state: State, names: ReadonlySet<Name>, mayRest: (variable: Name) => boolean): boolean {
  for (const name of names) {
    const node = state.graph.get(name)!;
    if (node.escaped || node.stack !== null || (!isHeap(name) && !mayRest(name))) return false;
  }
  const isDear = (key: number) => offsetOf(key) < 0 || !Number.isInteger(key);
  return !keysOf(state).some((key) => names.has(nameOf(key)) && isDear(key));
}

/** The connected components of a graph. */
function partsOf(graph: Graph): Set<Name>[] {
  const part = new Map<Name, Set<Name>>([...graph.keys()].map((name) => [name, new Set([name])]));
  for (const node of graph.values()) {
    for (const [, targets] of cellsOf(node)) for (const to of namesIn(targets)) unite(part, node.name, to);
  }
  return [...new Set(part.values())];
}

function unite(part: Map<Name, Set<Name>>, a: Name, b: Name): void {
  const [x, y] = [part.get(a)!, part.get(b)];
  if (!y || x === y) return;
  const [small, large] = x.size < y.size ? [x, y] : [y, x];
  for (const name of small) {
    large.add(name);
    part.set(name, large);
  }
}

/** One state per possible graph of the part that contains this variable. */
export function bringBack(state: State, variable: Name): State[] {
  const part = state.aside.find((p) => p.variables.includes(variable));
  if (!part) return [state];
  const aside = state.aside.filter((p) => p !== part);
  return [...part.graphs.values()].map((graph) => ({ ...state, graph: putIn(state.graph, graph), aside }));
}

export const bringAllBack = (state: State): State[] =>
  state.aside.reduce((states, p) => states.flatMap((s) => bringBack(s, p.variables[0]!)), [state]);

function putIn(graph: Graph, part: Graph): Graph {
  const draft: Draft = new Map(graph);
  const by = freshName(draft) - HEAP;
  const move = (name: Name): Name => (isHeap(name) ? name + by : name);
  for (const node of part.values()) draft.set(move(node.name), moved(node, move));
  return draft;
}

function moved(node: ShapeNode, move: (name: Name) => Name): ShapeNode {
  const change = (targets: Targets): Targets =>
    mapTargets(targets, (t) => (pointsToNode(t) ? cellOf(move(nameOf(t)), offsetOf(t)) : t));
  const cells = new Map([...node.cells].map(([o, targets]): [Offset, Targets] => [o, change(targets)]));
  return { ...node, name: move(node.name), cells, rest: change(node.rest) };
}

/** Which variables are set aside, grouped by part. */
export const printParts = (parts: readonly Part[]): string => parts.map((p) => p.variables.join('+')).join();

/** Equal for equal parts only. */
export const printAside = (parts: readonly Part[]): string =>
  parts.length === 0
    ? ''
    : parts.map((p) => `${p.variables.join('+')}: ${[...p.graphs.keys()].sort().join('/')}`).join('//');

/** For parts of the same variables: the union of their graphs. */
export function joinAside(a: readonly Part[], b: readonly Part[]): readonly Part[] {
  if (isAsideCovered(b, a)) return a;
  return a.map((p, i) => ({ ...p, graphs: new Map([...p.graphs, ...b[i]!.graphs]) }));
}

/** For parts of the same variables: whether b has all graphs of a. */
export const isAsideCovered = (a: readonly Part[], b: readonly Part[]): boolean =>
  a === b || a.every((p, i) => [...p.graphs.keys()].every((text) => b[i]!.graphs.has(text)));

export const canonicalPart =
  (core: CorePredicates, isDead: (name: Name) => boolean) =>
  (graph: Graph): Collapsed =>
    collapse(graph, core, 'merge', isDead);
