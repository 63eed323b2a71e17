// A state as a drawing: variables and allocations as boxes of cells, edges between cells, numbers as notes.
// The output of `caulk shapes` as data, without SVG or text.

import { describe, rangeOf } from '../../numeric/numbers.js';
import type { CType } from '../../types/types.js';
import type { Drawing, DrawnEdge, DrawnField, DrawnFrame, DrawnNode } from '../drawing.js';
import { nameFields } from '../shared/name-fields.js';
import { nameShapes } from '../shared/shapes.js';
import type { Frame, Settings } from './analysis.js';
import {
  type Cell,
  ENDED,
  FAILED,
  FREED,
  isFunction,
  isHeap,
  isNull,
  isNumber,
  nameOf,
  offsetOf,
  pointsToNode,
  REST,
  SIZE,
  type Target,
  UNINITIALIZED,
} from './paper/cell.js';
import { cellsOf, FROM_HEAP, isStrong, type ShapeNode } from './paper/graph.js';
import type { State } from './state.js';

export function drawState(settings: Settings, frame: Frame, state: State): Drawing {
  const shown = [...state.graph.values()].filter((n) => isHeap(n.name) || settings.slots.slot(n.name) !== null);
  const edges = shown.flatMap((n) => drawEdges(settings, n));
  const special = new Set(edges.map((e) => e.to).filter((id) => id in SPECIAL));
  const nodes = shown.map((n) => ({ ...drawNode(settings, n), ...frameOf(settings, frame, n.name) }));
  const facts = describe(state.numbers, (key) => nameCell(settings, state, key));
  const registers = drawRegisters(settings, frame, state);
  const told = new RegExp(`^(${registers.map((r) => r.label).join('|')}) (==|>=|<=|in) `);
  const notes = facts.filter((fact) => !fact.includes(NAMELESS) && !(registers.length > 0 && told.test(fact)));
  const drawing = {
    title: frame.body.symbol.name,
    nodes: [...nodes, ...registers, ...[...special].map((id) => SPECIAL[id]!)],
    edges,
    notes,
    disjoint: true as const,
  };
  const plain = new Set(shown.filter(isPlain).map((n) => idOf(n.name)));
  return nameShapes(nameFields(drawing, typesOf(settings, shown)), (id) => plain.has(id));
}

/** At most one cell of the heap points to each of its locations. */
const isPlain = ({ name, shared, escaped }: ShapeNode): boolean =>
  isHeap(name) && !escaped && (shared.get(FROM_HEAP) ?? 0) === 0;

function typesOf({ slots }: Settings, nodes: readonly ShapeNode[]): Map<string, CType> {
  return new Map(
    nodes.flatMap((n): [string, CType][] => {
      const variable = slots.slot(n.name)?.variable;
      return variable ? [[idOf(n.name), variable.type]] : [];
    }),
  );
}

/** The activation record that a local variable belongs to. */
function frameOf({ slots }: Settings, frame: Frame, name: number): { frame?: DrawnFrame } {
  const slot = slots.slot(name);
  if (slot && !slot.variable && slot.depth < 0) return { frame: { function: 'caller', depth: -1 } };
  const depth = slot?.depth ?? -1;
  for (let f: Frame | null = frame; f && depth >= 0; f = f.caller) {
    if (f.depth === depth) return { frame: { function: f.body.symbol.name, depth } };
  }
  return {};
}

const SPECIAL: Readonly<Record<string, DrawnNode>> = {
  freed: {
    id: 'freed',
    kind: 'freed',
    label: 'freed',
    fields: [],
    summary: false,
    title: 'freed memory',
  },
  ended: {
    id: 'ended',
    kind: 'freed',
    label: 'out of scope',
    fields: [],
    summary: false,
    title: 'a variable out of scope',
  },
  unknown: {
    id: 'unknown',
    kind: 'unknown',
    label: '?',
    fields: [],
    summary: false,
    title: 'untracked memory',
  },
};

const idOf = (name: number): string => (isHeap(name) ? `h${name - 2 ** 28}` : `v${name}`);

function labelOf(settings: Settings, node: ShapeNode): string {
  if (isHeap(node.name)) return node.size === null ? 'memory' : `${node.size} bytes`;
  const slot = settings.slots.slot(node.name);
  return slot?.label ?? 'variable';
}

/** A pointer variable is drawn as one cell. Cells that were never written are not drawn. */
const shownCells = (settings: Settings, node: ShapeNode) =>
  [...cellsOf(node)].filter(
    ([offset, targets]) =>
      offset !== REST ||
      (!(node.cells.has(0) && (node.size ?? 0) <= settings.pointerSize) && targets.some((t) => t !== UNINITIALIZED)),
  );

function drawNode(settings: Settings, node: ShapeNode): DrawnNode {
  const heap = isHeap(node.name);
  const fields = shownCells(settings, node).map(
    ([offset, targets]): DrawnField => ({ name: fieldName(offset), value: printValue(targets) }),
  );
  const shared = node.shared.get(FROM_HEAP) ?? 0;
  const reached = [...node.reach].map(
    ([root, v]) => `${settings.slots.slot(nameOf(root))?.label ?? '?'}${v === 1 ? '' : '?'}`,
  );
  const title = heap
    ? `reached by ${reached.join(', ') || 'nothing'}${shared ? `; shared: ${shared === 1 ? 'yes' : 'perhaps'}` : ''}`
    : labelOf(settings, node);
  return {
    id: idOf(node.name),
    kind: heap ? 'cell' : 'variable',
    label: labelOf(settings, node),
    fields,
    summary: !node.unique,
    title,
  };
}

/** Negative offsets are elements whose index is not constant. */
const fieldName = (offset: number): string => (offset === REST ? 'rest' : offset < 0 ? '[…]' : `+${offset}`);

/** The part of a cell's content that is not drawn as an edge. */
function printValue(targets: readonly Target[]): string | null {
  const plain = targets.flatMap((t) => {
    if (isNull(t)) return [t === FAILED ? 'null (failed)' : 'null'];
    if (t === UNINITIALIZED) return ['uninitialised'];
    if (isFunction(t)) return ['function'];
    return isNumber(t) ? ['number'] : [];
  });
  return plain.length > 0 ? [...new Set(plain)].join(' | ') : null;
}

function drawEdges(settings: Settings, node: ShapeNode): DrawnEdge[] {
  return shownCells(settings, node).flatMap(([offset, targets]) =>
    targets.flatMap((t): DrawnEdge[] => {
      const to = edgeTarget(t);
      if (!to) return [];
      const certainty = targets.length === 1 && isStrong(node, offset) ? 'must' : 'may';
      const toField = pointsToNode(t) && offsetOf(t) !== 0 ? fieldName(offsetOf(t)) : null;
      return [{ from: idOf(node.name), fromField: fieldName(offset), to, toField, certainty, label: '' }];
    }),
  );
}

function edgeTarget(t: Target): string | null {
  if (pointsToNode(t)) return idOf(nameOf(t));
  if (t === FREED) return 'freed';
  if (t === ENDED) return 'ended';
  return isNull(t) || isNumber(t) || isFunction(t) || t === UNINITIALIZED ? null : 'unknown';
}

/** Numbers that have no node in the graph, if something is known about them. */
function drawRegisters(settings: Settings, frame: Frame, { graph, numbers }: State): DrawnNode[] {
  return numbers.zone.keys.flatMap((key): DrawnNode[] => {
    const [name, value] = [nameOf(key), printRange(rangeOf(numbers, key))];
    const slot = settings.slots.slot(name);
    if (!slot?.variable || slot.variable.kind === 'temporary' || graph.has(name) || value === null) return [];
    const fields = [{ name: '', value }];
    const node = { id: idOf(name), kind: 'variable', label: slot.label, fields, summary: false } as const;
    return [{ ...node, title: slot.label, ...frameOf(settings, frame, name) }];
  });
}

/** A bound near the limits of `int` is no information about the program. */
const LARGE = 2 ** 31 - 1024;

function printRange({ low, high }: { readonly low: number; readonly high: number }): string | null {
  if (low === high) return `${low}`;
  if (high >= LARGE) return low > -LARGE ? `≥ ${low}` : null;
  return low <= -LARGE ? `≤ ${high}` : `∈ [${low}, ${high}]`;
}

/** Stands for temporaries and removed cells, which are not drawn. */
const NAMELESS = '\0';

function nameCell(settings: Settings, state: State, cell: Cell): string {
  const node = state.graph.get(nameOf(cell));
  const slot = settings.slots.slot(nameOf(cell));
  if (isHeap(nameOf(cell)) ? !node : !slot || slot.variable?.kind === 'temporary') return NAMELESS;
  const base = isHeap(nameOf(cell)) ? idOf(nameOf(cell)) : slot!.label;
  if (offsetOf(cell) === SIZE) return `size of ${base}`;
  const whole = Math.floor(cell);
  if (whole !== cell) return `position of ${nameCell(settings, state, whole)}`;
  return offsetOf(cell) === 0 && !isHeap(nameOf(cell)) ? base : `${base}${fieldName(offsetOf(cell))}`;
}
