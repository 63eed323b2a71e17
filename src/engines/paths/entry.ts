// The states in which an analysis begins: `main`, or any function with unknown but well-formed arguments.
// A pointer parameter is null or leads to an acyclic structure of its type, of any size, disjoint from all others.

import { type CType, holdsPointer, isInteger } from '../../frontend/types.js';
import type { LocalVariable } from '../../ir/program.js';
import { assignRange, NOTHING_KNOWN } from '../../numeric/numbers.js';
import { type Cell, cellOf, HEAP, type Name, NULL, type Offset, type Targets, UNKNOWN, VALUE } from './cell.js';
import { type Draft, makeNode, reachable } from './graph.js';
import { isRegister } from './slots.js';
import type { Frame, Settings, State } from './state.js';
import { settleRoots } from './variables.js';

export function entryStates(settings: Settings, frame: Frame): State[] {
  const { body } = frame;
  const empty: State = { graph: new Map(), numbers: NOTHING_KNOWN };
  if (body.symbol.name === 'main') return [mainState(settings, frame, empty)];
  const pointers = body.params.filter((p) => p.type.kind === 'pointer');
  for (const p of pointers) {
    settings.ledger.assume(
      `${p.name} is null or points to an acyclic structure of its type that nothing else points into`,
    );
  }
  return body.params.reduce((states, p) => addParameter(settings, frame, states, p), [empty]);
}

/** argc is at least 0; argv is not tracked. */
function mainState(settings: Settings, frame: Frame, state: State): State {
  const graph: Draft = new Map(state.graph);
  let { numbers } = state;
  for (const p of frame.body.params) {
    const name = settings.slots.ofVariable(p, frame.depth);
    if (isRegister(p)) numbers = assignRange(numbers, cellOf(name, 0), { low: 0, high: 2 ** 31 - 1 });
    else graph.set(name, makeNode(name, { size: p.type.size, rest: [UNKNOWN] }));
  }
  return { graph, numbers };
}

function addParameter(settings: Settings, frame: Frame, states: readonly State[], p: LocalVariable): State[] {
  const name = settings.slots.ofVariable(p, frame.depth);
  if (isRegister(p)) return [...states];
  if (p.type.kind !== 'pointer') {
    const node = makeNode(name, { size: p.type.size, rest: [UNKNOWN] });
    return states.map((s) => ({ ...s, graph: new Map(s.graph).set(name, node) }));
  }
  const goal = p.type.target.unqualified;
  const ghost = settings.slots.ofGhost(`the caller's ${p.name}`);
  return states.flatMap((s) =>
    structures(s.graph, goal).map(({ draft, head }) => {
      for (const n of [name, ghost]) draft.set(n, makeNode(n, { size: p.type.size, cells: new Map([[0, [head]]]) }));
      return { ...s, graph: settle(draft, s.graph, [cellOf(name, 0), cellOf(ghost, 0)]) };
    }),
  );
}

interface Structure {
  readonly draft: Draft;
  readonly head: number;
}

/** null; one block; one block with more behind it. */
function structures(graph: State['graph'], type: CType): Structure[] {
  const none: Structure = { draft: new Map(graph), head: NULL };
  if (type.kind === 'function' || type.kind === 'void') return [{ draft: new Map(graph), head: UNKNOWN }];
  const behind = typesBehind(type);
  if (behind.length > MOST_TYPES) return [none, { draft: new Map(graph), head: UNKNOWN }];
  return [none, ...subsets(behind).flatMap((present) => build(graph, type, present))];
}

const MOST_TYPES = 3;

/** A head, and for each type that is present a summary of all further blocks of that type. */
function build(graph: State['graph'], type: CType, present: readonly CType[]): Structure[] {
  const draft: Draft = new Map(graph);
  const first = Math.max(HEAP - 1, ...draft.keys()) + 1;
  const summaries = new Map<CType, Name>(present.map((t, i) => [t, first + 1 + i]));
  const targets = (t: CType): Targets => {
    if (t.kind !== 'pointer') return [VALUE];
    const goal = t.target.unqualified;
    if (goal.kind === 'function' || goal.kind === 'void') return [UNKNOWN];
    const name = summaries.get(goal);
    return name === undefined ? [NULL] : [NULL, cellOf(name, 0)];
  };
  const block = (name: Name, t: CType, unique: boolean) => {
    const cells = new Map(pointerCells(t, 0).map(([offset, cell]) => [offset, targets(cell)]));
    draft.set(
      name,
      makeNode(name, { unique, size: t.size >= 0 && t.kind === 'record' ? t.size : sizeOf(t), cells, rest: [VALUE] }),
    );
  };
  block(first, type, true);
  for (const [t, name] of summaries) block(name, t, false);
  return reachesAll(draft, first, summaries) ? [{ draft, head: cellOf(first, 0) }] : [];
}

/** A pointer to a scalar may be an array of any length. */
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

/** The structure is reached by its parameter, and no block of it twice. */
function settle(draft: Draft, before: State['graph'], roots: readonly Cell[]): Draft {
  settleRoots(draft, new Set([...draft.keys()].filter((name) => !before.has(name))));
  for (const node of draft.values()) {
    if (before.has(node.name) || node.reach.size === 0) continue;
    const reach = new Map(roots.map((root) => [root, 1 as const]));
    const shared = new Map([...node.shared].filter(([, v]) => v === 1));
    draft.set(node.name, { ...node, reach, shared });
  }
  return draft;
}
