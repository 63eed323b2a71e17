// Places before a join: a constant address in one state where the other state has a number of units into the same node.
// Used by run.ts before it overlays two graphs; stride.ts has how a cell stores such addresses.

import { assignRange, rangeOf } from '../../numeric/numbers.js';
import { constant } from '../../numeric/range.js';
import {
  type Cell,
  cellOf,
  isHeap,
  nameOf,
  offsetOf,
  placeOf,
  pointsToNode,
  strideOf,
  type Target,
} from './paper/cell.js';
import { type Draft, only, type ShapeNode } from './paper/graph.js';
import { change, type Edit } from './paper/update.js';
import type { State } from './state.js';

/**
 * For v = n + unit·place(v) in the other state: if v = n + unit·k for a constant k, it is stored so; if v is something else,
 * its place means nothing, and is the least that it is in the other state.
 */
export function withPlaces(state: State, other: State): State {
  const found = [...state.graph.values()].flatMap((node) => constantsWhereOtherSteps(node, other));
  if (found.length === 0) return state;
  const draft: Draft = new Map(state.graph);
  const edits = found.flatMap((f) => f.edit ?? []);
  if (edits.length > 0) change(draft, edits, []);
  const numbers = found.reduce((n, { cell, k }) => assignRange(n, placeOf(cell), constant(k)), state.numbers);
  return { ...state, graph: draft, numbers };
}

interface Found {
  readonly cell: Cell;
  readonly k: number;
  readonly edit: Edit | null;
}

const isStepped = (t: Target): boolean => pointsToNode(t) && strideOf(offsetOf(t)) !== null;

/** Cells of variables only: those of heap nodes are identified by what they point to. */
function constantsWhereOtherSteps(node: ShapeNode, other: State): Found[] {
  if (isHeap(node.name) || !node.unique) return [];
  return [...node.cells].flatMap(([offset, targets]): Found[] => {
    const there = (other.graph.get(node.name)?.cells.get(offset) ?? []).filter(isStepped);
    const target = only(there);
    if (target === null || targets.some(isStepped)) return [];
    const cell = cellOf(node.name, offset);
    const k = unitsTo(only(targets), target);
    if (k !== null) return [{ cell, k, edit: { name: node.name, offset, targets: [target], strength: 'strong' } }];
    const { low } = rangeOf(other.numbers, placeOf(cell));
    return Number.isFinite(low) ? [{ cell, k: low, edit: null }] : [];
  });
}

/** The k for which the constant address is unit·k, where the other one is a number of units into the same node. */
function unitsTo(here: Target | null, there: Target): number | null {
  if (here === null || !pointsToNode(here) || nameOf(here) !== nameOf(there)) return null;
  const [offset, unit] = [offsetOf(here), strideOf(offsetOf(there))];
  return unit !== null && offset >= 0 && offset % unit === 0 ? offset / unit : null;
}
