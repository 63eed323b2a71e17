// Reading and writing cells at a position: which cells an access touches, and what they hold.
// After access.ts; keeps the pointer edges and the numbers of a cell consistent.

import type { Range } from '../../numeric/range.js';
import type { Position } from './access.js';
import {
  isSomewhere,
  nameOf,
  type Offset,
  offsetOf,
  pointsToNode,
  REST,
  type Targets,
  UNKNOWN,
  union,
  widthOf,
} from './paper/cell.js';
import type { Graph, ShapeNode } from './paper/graph.js';

/** Nodes up to this size have a separate cell for every offset that is used. */
const SMALL = 256;

export const hasOwnCells = (node: ShapeNode): boolean => node.size !== null && node.size <= SMALL;

/** The exact offset of a position, or null if only a range is known. */
export function exactOffset(position: Position): Offset | null {
  const offset = offsetOf(position.target);
  return position.spread === null && !isSomewhere(offset) ? offset : null;
}

/** The offsets that a position may stand for. */
function offsetsAt(position: Position): Range {
  const offset = offsetOf(position.target);
  if (isSomewhere(offset)) return { low: -Infinity, high: Infinity };
  const bytes = position.spread?.bytes ?? { low: 0, high: 0 };
  return { low: offset + bytes.low, high: offset + bytes.high };
}

/** Cells with a separate entry that an access of this size may touch. `REST` stands for the others. */
export function touched(node: ShapeNode, position: Position, size: number, cellSize: number): Offset[] {
  const { low, high } = offsetsAt(position);
  const steps = stepsOf(position) ?? [];
  const isTouched = (o: Offset) => steps.length === 0 || steps.some((s) => o + cellSize > s && o < s + size);
  const own = [...node.cells.keys()].filter((o) => o + cellSize > low && o < high + size && isTouched(o));
  return exactOffset(position) !== null && own.includes(low) ? own : [...own, REST];
}

/** Those of them that really overlap: a number may be shorter than a pointer. */
export function overlapped(node: ShapeNode, position: Position, size: number, cellSize: number): Offset[] {
  const offset = exactOffset(position);
  return touched(node, position, size, cellSize).filter((o) => {
    if (offset === null || o === REST || o >= offset) return true;
    return node.cells.get(o)!.some((t) => o + widthOf(t, cellSize) > offset);
  });
}

export interface Reading {
  readonly targets: Targets;
  /** The cell that was read, if it has a separate entry. */
  readonly offset: Offset | null;
}

/** The targets of a pointer read at a position. */
export function readTargets(graph: Graph, position: Position, cellSize: number): Reading {
  const node = graph.get(nameOf(position.target))!;
  const offset = exactOffset(position);
  if (offset === null) return { targets: readRoughly(node, position, cellSize), offset: null };
  const own = node.cells.get(offset);
  if (own) return { targets: own, offset };
  const overlapping = overlapped(node, position, cellSize, cellSize).some((o) => o !== REST);
  if (overlapping || node.rest.length === 0) return { targets: [UNKNOWN], offset: null };
  return { targets: node.rest, offset: hasOwnCells(node) ? offset : null };
}

function readRoughly(node: ShapeNode, position: Position, cellSize: number): Targets {
  const steps = stepsOf(position);
  const offsets = steps?.every((o) => node.cells.has(o)) ? steps : touched(node, position, cellSize, cellSize);
  const found = offsets.map((o) => (o === REST ? node.rest : node.cells.get(o)!));
  const targets = found.reduce(union, []);
  return targets.length === 0 ? [UNKNOWN] : targets;
}

/** More offsets than this are not looked at one by one. */
const MANY_STEPS = 32;

/** { low ≤ offset ≤ high | offset = times·k + plus }: an element of an array; null if they are too many. */
function stepsOf({ target, spread }: Position): Offset[] | null {
  const base = offsetOf(target);
  if (!spread?.form || spread.form.times <= 0 || isSomewhere(base)) return null;
  const { times, plus } = spread.form;
  const [first, last] = [Math.ceil((spread.bytes.low - plus) / times), Math.floor((spread.bytes.high - plus) / times)];
  if (!(first <= last) || last - first >= MANY_STEPS) return null;
  return Array.from({ length: last - first + 1 }, (_, k) => base + times * (first + k) + plus);
}

/** Every address stored within the bytes of an access. */
export function addressesIn(node: ShapeNode, position: Position, size: number, cellSize: number): Targets {
  const offsets = touched(node, position, size, cellSize);
  const found = offsets.map((o) => (o === REST ? node.rest : node.cells.get(o)!));
  return found.reduce(union, []).filter(pointsToNode);
}
