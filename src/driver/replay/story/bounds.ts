// Which part of a concrete heap is drawn: the object in question with the way to it, what the variables lead to, up to a limit.
// Between a snapshot and its drawing.

import type { DrawnFrame } from '../../../engines/drawing.js';
import type { Binding, CellValue, HeapNode, HeapSnapshot } from '../../../interp/snapshot.js';
import type { GlobalVariable, LocalVariable } from '../../../ir/program.js';
import { waysIn } from './names.js';

export interface Wishes {
  /** The object in question, if there is one. */
  readonly focus: number | null;
  /** Variables that the trace speaks of. */
  readonly mentioned: ReadonlySet<LocalVariable | GlobalVariable>;
  /** Frames that are not of the program itself have no variables to show. */
  isOwn(frame: HeapSnapshot['frames'][number]): boolean;
}

export interface ShownVariable {
  readonly id: string;
  readonly name: string;
  readonly frame: DrawnFrame | null;
  readonly value: CellValue | null;
  readonly node: number | null;
}

export interface Shown {
  readonly variables: readonly ShownVariable[];
  readonly objects: readonly HeapNode[];
  readonly ids: ReadonlySet<number>;
  /** The variable that an object is. */
  readonly variableAt: ReadonlyMap<number, string>;
  /** The number of objects that are reachable and not drawn. */
  readonly left: number;
}

const MOST_OBJECTS = 12;
const MOST_FRAMES = 4;
const MOST_VARIABLES = 8;

export function boundSnapshot(snapshot: HeapSnapshot, wishes: Wishes): Shown {
  const way = wayTo(snapshot, wishes.focus);
  const variables = chooseVariables(snapshot, wishes, way);
  const variableAt = new Map(variables.flatMap((v) => (v.node === null ? [] : [[v.node, v.id] as const])));
  const reached = reach(snapshot, variables, way);
  const ids = new Set<number>();
  for (const id of reached) {
    if (ids.size >= MOST_OBJECTS) break;
    const node = snapshot.nodes.get(id);
    if (node && !variableAt.has(id) && (node.text === null || id === wishes.focus)) ids.add(id);
  }
  const objects = [...ids].map((id) => snapshot.nodes.get(id)!);
  const drawable = reached.filter((id) => !variableAt.has(id) && snapshot.nodes.get(id)?.text == null);
  return { variables, objects, ids, variableAt, left: Math.max(0, drawable.length - objects.length) };
}

/** The objects from a variable to the one in question, that one first. */
function wayTo(snapshot: HeapSnapshot, focus: number | null): number[] {
  if (focus === null) return [];
  const ways = waysIn(snapshot);
  const found = [focus];
  for (let way = ways.get(focus); way && way.from !== null; way = ways.get(way.from)) found.push(way.from);
  return found;
}

/** Breadth first, from the object in question and then from the variables. */
function reach({ nodes }: HeapSnapshot, variables: readonly ShownVariable[], way: readonly number[]): number[] {
  const found = new Set<number>(way.filter((id) => nodes.has(id)));
  for (const { value, node } of variables) {
    if (node !== null) found.add(node);
    else if (value?.kind === 'pointer') found.add(value.node);
  }
  for (const id of found) {
    for (const { value } of nodes.get(id)?.cells ?? []) if (value.kind === 'pointer') found.add(value.node);
  }
  return [...found];
}

// ---- variables -----------------------------------------------------------------------------------------------------

function chooseVariables(snapshot: HeapSnapshot, wishes: Wishes, way: readonly number[]): ShownVariable[] {
  const onWay = new Set(way);
  /** Outside of the innermost call: what leads to the object in question; before there is one, what the trace speaks of. */
  const isWanted = (b: Binding<LocalVariable | GlobalVariable>) =>
    way.length > 0 ? leadsTo(b, onWay) : wishes.mentioned.has(b.variable);
  const own = snapshot.frames.filter((frame) => wishes.isOwn(frame));
  const frames = own.flatMap((frame, i) => {
    const wanted = i === 0 ? frame.variables : frame.variables.filter(isWanted);
    const interesting = wanted.filter((b) => isOfInterest(b, wishes));
    const all = i === 0 && interesting.length === 0 ? wanted.filter(isNamed) : interesting;
    const chosen = best(all, wishes, onWay);
    return i === 0 || chosen.length > 0 ? [{ frame, chosen, depth: own.length - 1 - i }] : [];
  });
  const locals = frames.slice(0, MOST_FRAMES).flatMap(({ frame, chosen, depth }) =>
    chosen.map((b): ShownVariable => {
      const where = { function: frame.function.name, depth };
      return { id: `v${depth}.${b.variable.id}`, name: b.variable.name, frame: where, value: b.value, node: b.node };
    }),
  );
  const globals = snapshot.globals
    .filter(isWanted)
    .slice(0, MOST_VARIABLES)
    .map((b): ShownVariable => ({ id: `g${b.node}`, name: b.variable.name, frame: null, value: null, node: b.node }));
  return [...locals, ...globals];
}

/** A variable without a value is not in scope, or not of interest yet, unless the trace speaks of it. */
const isOfInterest = (b: Binding, { mentioned }: Wishes): boolean =>
  isNamed(b) && (b.value?.kind !== 'uninitialized' || mentioned.has(b.variable));

const isNamed = ({ variable }: Binding): boolean => variable.kind !== 'temporary' && /^\w+$/.test(variable.name);

const leadsTo = ({ value, node }: Binding<LocalVariable | GlobalVariable>, way: ReadonlySet<number>): boolean =>
  (node !== null && way.has(node)) || (value?.kind === 'pointer' && way.has(value.node));

/** In the order of their declarations. */
function best(bindings: readonly Binding[], { mentioned }: Wishes, way: ReadonlySet<number>): readonly Binding[] {
  const rank = (b: Binding) =>
    leadsTo(b, way) ? 0 : mentioned.has(b.variable) ? 1 : b.value?.kind === 'pointer' || b.node !== null ? 2 : 3;
  const chosen = new Set([...bindings].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_VARIABLES));
  return bindings.filter((b) => chosen.has(b));
}
