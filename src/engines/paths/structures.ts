// Structures of unknown size that a parameter may point to: acyclic, circular, or linked arbitrarily.
// Built for entry.ts, which starts the analysis of a function from each of them.

import type { LocalVariable } from '../../ir/program.js';
import { holdsPointer, isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import type { Requirement } from '../engine.js';
import { nameOf as nameOfType } from './allocated-type.js';
import {
  type Cell,
  cellOf,
  HEAP,
  isNull,
  type Name,
  NULL,
  nameOf,
  type Offset,
  PASSED,
  type Target,
  type Targets,
  UNKNOWN,
  VALUE,
} from './paper/cell.js';
import { type Draft, makeNode, NO_REACH, reachable } from './paper/graph.js';
import type { State } from './state.js';
import { settleRoots } from './variables.js';

/** `shared`: linked arbitrarily, also with nodes of another parameter; `untracked`: any value. */
export type Shape = 'acyclic' | 'cyclic' | 'graph' | 'shared' | 'untracked';

/** The requirement on one parameter. */
export interface Demand {
  readonly shape: Shape;
  readonly nullness: 'any' | 'null' | 'nonnull';
  readonly relation: 'none' | 'shares' | 'same';
  /** The other parameter of the relation, if it precedes this one. */
  readonly partner: string | null;
}

export function demandOf(
  { name, type }: LocalVariable,
  requires: readonly Requirement[],
  params: readonly LocalVariable[],
): Demand {
  const mine = requires.filter((r) => r.params.includes(name));
  const has = (kind: Requirement['kind']) => mine.some((r) => r.kind === kind);
  const pair = mine.find((r) => r.kind === 'same') ?? mine.find((r) => r.kind === 'shares');
  const partner = pair?.params.find((p) => p !== name) ?? null;
  const other = params.find((p) => p.name === partner);
  const mixed = other !== undefined && pointee(other.type) !== pointee(type);
  const linked = has('graph') || has('shares') ? 'graph' : has('cyclic') ? 'cyclic' : 'acyclic';
  return {
    shape: mixed ? 'untracked' : linked,
    nullness: has('nonnull') ? 'nonnull' : has('null') ? 'null' : 'any',
    relation: pair ? (pair.kind as 'same' | 'shares') : 'none',
    partner,
  };
}

const pointee = (t: CType): CType | null => (t.kind === 'pointer' ? t.target.unqualified : null);

const SHAPES: Readonly<Record<Shape, string>> = {
  acyclic: 'an acyclic structure of its type',
  cyclic: 'a circular structure of its type',
  graph: 'an arbitrary graph of its type',
  shared: 'an arbitrary graph of its type',
  untracked: 'untracked memory',
};

/** The sentence for the list of assumptions. */
export function describeDemand(name: string, { shape, nullness, relation, partner }: Demand): string {
  if (nullness === 'null') return `${name} is null`;
  if (relation === 'same') return `${name} and ${partner} are equal`;
  const leads = `${name} ${nullness === 'any' ? 'is null or points' : 'points'} to ${SHAPES[shape]}`;
  return relation === 'shares'
    ? `${leads}, which may overlap that of ${partner}`
    : `${leads} that nothing else points into`;
}

export interface Structure {
  readonly draft: Draft;
  readonly head: Target;
  readonly shape: Shape;
}

const MOST_TYPES = 3;

/** null; one node; one node with successors. */
export function structures(graph: State['graph'], type: CType, { shape, nullness }: Demand): Structure[] {
  const only = (head: Target): Structure => ({ draft: new Map(graph), head, shape });
  if (nullness === 'null') return [only(NULL)];
  const none = nullness === 'any' ? [only(PASSED)] : [];
  if (shape === 'untracked' || type.kind === 'function' || type.kind === 'void') return [only(UNKNOWN)];
  const behind = typesBehind(type);
  if (behind.length > MOST_TYPES) return [...none, only(UNKNOWN)];
  return [...none, ...subsets(behind).flatMap((present) => build(graph, type, present, shape))];
}

/** A head, and for each type that is present a summary node for all further elements of that type. */
function build(graph: State['graph'], type: CType, present: readonly CType[], shape: Shape): Structure[] {
  const draft: Draft = new Map(graph);
  const first = firstFree(draft);
  const summaries = new Map<CType, Name>(present.map((t, i) => [t, first + 1 + i]));
  const targets = (t: CType): Targets => linksTo(t, shape, type, [first], summaries);
  draft.set(first, blockOf(first, type, 'one', targets));
  for (const [t, name] of summaries) draft.set(name, blockOf(name, t, 'many', targets));
  return reachesAll(draft, first, summaries) ? [{ draft, head: cellOf(first, 0), shape }] : [];
}

const firstFree = (draft: Draft): Name => Math.max(HEAP - 1, ...draft.keys()) + 1;

/** The possible values of a pointer of this type inside the structure. */
function linksTo(
  t: CType,
  shape: Shape,
  type: CType,
  heads: readonly Name[],
  summaries: ReadonlyMap<CType, Name>,
): Targets {
  if (t.kind !== 'pointer') return [VALUE];
  const goal = t.target.unqualified;
  if (goal.kind === 'function' || goal.kind === 'void') return [UNKNOWN];
  const summary = summaries.get(goal);
  const back = shape !== 'acyclic' && goal === type ? heads : [];
  const end = shape === 'cyclic' && goal === type ? [] : [PASSED];
  const nodes = [...back, ...(summary === undefined ? [] : [summary])];
  return [...end, ...nodes.map((name) => cellOf(name, 0))];
}

function blockOf(name: Name, t: CType, count: 'one' | 'many', targets: (cell: CType) => Targets) {
  const cells = new Map(pointerCells(t, 0).map(([offset, cell]) => [offset, targets(cell)]));
  const size = t.size >= 0 && t.kind === 'record' ? t.size : sizeOf(t);
  return makeNode(name, { unique: count === 'one', size, type: nameOfType(t), cells, rest: [VALUE] });
}

/**
 * q beside p, whose structures may overlap: q is null, equals p, points to any node of p's structure, or has a node of
 * its own that p's links and its own may point to.
 */
export function sharedStructures(graph: State['graph'], type: CType, partner: Name, demand: Demand): Structure[] {
  const held = graph.get(partner)?.cells.get(0)?.[0] ?? NULL;
  const apart = structures(graph, type, demand);
  if (held < cellOf(HEAP, 0) || demand.nullness === 'null') return apart;
  const own = [...reachable(graph, [held])].filter((name) => graph.get(name)!.size === graph.get(nameOf(held))!.size);
  const inside = own.map((name): Structure => ({ draft: new Map(graph), head: cellOf(name, 0), shape: 'shared' }));
  return [...apart.filter((s) => isNull(s.head)), ...inside, ...beside(graph, type, own)];
}

/** A node of q's own, with links to and from those of p, and any number of further nodes. */
function beside(graph: State['graph'], type: CType, own: readonly Name[]): Structure[] {
  const draft: Draft = new Map([...graph].map(([name, node]) => [name, { ...node, reach: NO_REACH }]));
  const first = firstFree(draft);
  const heads = [...own, first, first + 1];
  const targets = (t: CType): Targets => linksTo(t, 'graph', type, heads, new Map());
  draft.set(first, blockOf(first, type, 'one', targets));
  draft.set(first + 1, blockOf(first + 1, type, 'many', targets));
  for (const name of own) draft.set(name, blockOf(name, type, graph.get(name)!.unique ? 'one' : 'many', targets));
  const single: Draft = new Map(draft);
  single.delete(first + 1);
  const fewer = (t: CType): Targets => linksTo(t, 'graph', type, [...own, first], new Map());
  for (const name of [...own, first]) {
    single.set(name, blockOf(name, type, name === first || graph.get(name)!.unique ? 'one' : 'many', fewer));
  }
  return [draft, single].map((d) => ({ draft: d, head: cellOf(first, 0), shape: 'shared' }));
}

/** A pointer to a scalar may point to an array of any length. */
const sizeOf = (t: CType): number | null => (isInteger(t) || t.kind === 'float' ? null : t.size);

function reachesAll(draft: Draft, head: Name, summaries: ReadonlyMap<CType, Name>): boolean {
  const found = reachable(draft, [cellOf(head, 0)]);
  return [...summaries.values()].every((name) => found.has(name));
}

function typesBehind(type: CType): CType[] {
  const found = new Set<CType>();
  const visit = (t: CType): void => {
    for (const [, cell] of pointerCells(t, 0)) {
      const goal = cell.kind === 'pointer' ? cell.target.unqualified : null;
      if (!goal || goal.kind === 'function' || goal.kind === 'void' || goal.size < 0 || found.has(goal)) continue;
      found.add(goal);
      visit(goal);
    }
  };
  visit(type);
  return [...found];
}

/** The pointers within a type, with their offsets. */
function pointerCells(type: CType, offset: Offset): [Offset, CType][] {
  if (type.kind === 'pointer') return [[offset, type]];
  if (type.kind === 'record') return (type.fields ?? []).flatMap((f) => pointerCells(f.type, offset + f.offset));
  if (type.kind === 'array' && holdsPointer(type) && (type.length ?? 0) <= 8) {
    return Array.from({ length: type.length ?? 0 }, (_, i) =>
      pointerCells(type.element, offset + i * type.element.size),
    ).flat();
  }
  return [];
}

function subsets<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((all, item) => all.concat(all.map((s) => [...s, item])), [[]]);
}

/** The parameter reaches the structure. Unless it is linked arbitrarily, no node has two predecessors. */
export function settleStructure(draft: Draft, before: State['graph'], roots: readonly Cell[], shape: Shape): Draft {
  settleRoots(draft, new Set([...draft.keys()].filter((name) => draft.get(name) !== before.get(name))));
  if (shape === 'shared') return draft;
  for (const node of draft.values()) {
    if (before.has(node.name) || node.reach.size === 0) continue;
    const reach = new Map(roots.map((root) => [root, 1 as const]));
    const shared = shape === 'graph' ? node.shared : new Map([...node.shared].filter(([, v]) => v === 1));
    draft.set(node.name, { ...node, reach, shared });
  }
  return draft;
}
