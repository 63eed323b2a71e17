// Copying, clearing and overwriting ranges of bytes: structures by value, memset and memcpy.
// Used by transfer and intrinsics, on positions that access.ts has checked.

import type { NumberValue } from '../../numeric/arithmetic.js';
import { assign, forget, type Numbers, rangeOf } from '../../numeric/numbers.js';
import { checkWritable, type Position } from './access.js';
import type { Here } from './analysis.js';
import { letEscape } from './escape.js';
import { addressesIn, exactOffset, overlapped } from './memory.js';
import { filledOutside, isForeign, isFromOutside, loadedOutside } from './outside.js';
import {
  cellOf,
  isNumber,
  NULL,
  nameOf,
  type Offset,
  offsetOf,
  placeOf,
  pointsToNode,
  REST,
  type Target,
  type Targets,
  UNKNOWN,
  union,
  ZERO,
} from './paper/cell.js';
import type { ShapeNode } from './paper/graph.js';
import { refine } from './paper/refine.js';
import type { Edit } from './paper/update.js';
import type { State } from './state.js';
import { applyChange } from './store.js';
import { assignAmount, storedAs } from './stride.js';
import { afterWrite } from './strings.js';

/** What is written: a number of bytes, or a whole allocation of any size. */
export type Extent = 'bytes' | 'allocation';

/**
 * Every byte of the range becomes part of `target`: null for zeroes, UNKNOWN for any value. At most `size` bytes are
 * written, and at least the first `sure`.
 */
export function fill(
  here: Here,
  state: State,
  to: Position,
  size: number,
  target: Target,
  sure = size,
  extent: Extent = 'bytes',
): State[] {
  checkWritable(here, to);
  if (isFromOutside(here, to.target)) return [filledOutside(here, state, target)];
  if (!pointsToNode(to.target)) return [state];
  const node = state.graph.get(nameOf(to.target))!;
  if (isForeign(here, node)) return [filledOutside(here, state, target)];
  if (node.escaped) return [state];
  const exact = exactOffset(to) !== null && node.unique;
  const whole =
    exact && exactOffset(to) === 0 && (extent === 'allocation' || (node.size !== null && sure >= node.size));
  const offsets = overlapped(node, to, size, here.settings.pointerSize);
  const edits = [...new Set([...offsets, REST])].map((offset): Edit => {
    if (offset === REST) return { name: node.name, offset, targets: [target], strength: whole ? 'strong' : 'weak' };
    const start = exact ? exactOffset(to)! : null;
    const cut = start !== null && isCut(here, node, offset, start, size);
    const inside =
      start !== null && !cut && offset >= start && offset < start + sure && !isCut(here, node, offset, start, sure);
    return {
      name: node.name,
      offset,
      targets: cut ? union([target], [UNKNOWN]) : [target],
      strength: inside ? 'strong' : 'weak',
    };
  });
  const keys = state.numbers.zone.keys.filter((key) => nameOf(key) === node.name && offsetOf(key) >= 0);
  const written = target === NULL ? afterZeroes(state, to, sure) : afterWrite(state, to, size, 'anything');
  const known = { ...state, numbers: forget(written, keys) };
  return applyChange(here, known, { edits, removals: [], held: null });
}

/** Writing zeroes keeps a known zero. */
const afterZeroes = (state: State, to: Position, sure: number): Numbers =>
  sure > 0 ? afterWrite(state, to, sure, 'zeroes') : state.numbers;

/** Does the range overlap a pointer in the cell only partly? Then the cell holds an unknown value. */
function isCut({ settings }: Here, node: ShapeNode, offset: Offset, start: Offset, size: number): boolean {
  const end = offset + settings.pointerSize;
  const apart = end <= start || offset >= start + size;
  const inside = offset >= start && end <= start + size;
  return !apart && !inside && (node.cells.get(offset) ?? []).some(pointsToNode);
}

/** to := *from, at most `size` bytes and at least the first `sure` */
export function copy(here: Here, state: State, from: Position, to: Position, size: number, sure = size): State[] {
  checkWritable(here, to);
  const source = pointsToNode(from.target) ? state.graph.get(nameOf(from.target))! : null;
  const isFound = isFromOutside(here, from.target) || (source !== null && isForeign(here, source));
  if (isFound) return fill(here, state, to, size, loadedOutside(here, state), sure);
  if (!source || source.escaped) return fill(here, state, to, size, UNKNOWN);
  const addresses = addressesIn(source, from, size, here.settings.pointerSize);
  const goal = pointsToNode(to.target) ? state.graph.get(nameOf(to.target))! : null;
  if (isFromOutside(here, to.target) || (goal && isForeign(here, goal))) {
    const held = [...source.cells.values(), source.rest].flat();
    return [letEscape(here, filledOutside(here, state, ...held), addresses, 'outside')];
  }
  if (!goal || goal.escaped) return [letEscape(here, state, addresses)];
  const [a, b] = [exactOffset(from), exactOffset(to)];
  const written = { ...state, numbers: afterWrite(state, to, size, 'anything') };
  if (a === null || b === null || sure < size || !source.unique || !goal.unique)
    return copyRoughly(here, written, source, to, size);
  return copyExactly(here, written, { source: source.name, a, goal: goal.name, b, size });
}

function copyRoughly(here: Here, state: State, source: ShapeNode, to: Position, size: number): State[] {
  const held = [...source.cells.values(), source.rest].reduce(union, [] as Targets);
  const goal = state.graph.get(nameOf(to.target))!;
  const offsets = new Set([...overlapped(goal, to, size, here.settings.pointerSize), REST]);
  const edits = [...offsets].map((offset): Edit => ({ name: goal.name, offset, targets: held, strength: 'weak' }));
  const keys = state.numbers.zone.keys.filter((key) => nameOf(key) === goal.name && offsetOf(key) >= 0);
  return applyChange(here, { ...state, numbers: forget(state.numbers, keys) }, { edits, removals: [], held: null });
}

interface Span {
  readonly source: number;
  readonly a: Offset;
  readonly goal: number;
  readonly b: Offset;
  readonly size: number;
}

function copyExactly(here: Here, state: State, span: Span): State[] {
  const source = state.graph.get(span.source)!;
  const goal = state.graph.get(span.goal)!;
  const within = (offset: Offset, start: Offset) => offset >= start && offset < start + span.size;
  const distances = new Set<number>();
  for (const o of source.cells.keys()) if (within(o, span.a)) distances.add(o - span.a);
  for (const o of goal.cells.keys()) if (within(o, span.b)) distances.add(o - span.b);
  const spoilt = spoiltBy(here, source, goal, span);
  // Where the ranges overlap, a cell is read before it is written.
  const direction = span.b > span.a ? -1 : 1;
  const whole = [...distances].filter((d) => !spoilt.includes(span.b + d)).sort((x, y) => direction * (x - y));
  const copied = whole.reduce(
    (states, d) => states.flatMap((s) => copyCell(here, s, span, d)),
    copyRest(here, state, span),
  );
  const edits = spoilt.map((o): Edit => ({ name: goal.name, offset: o, targets: [UNKNOWN], strength: 'weak' }));
  if (edits.length === 0) return copied.map((s) => copyZero(s, span));
  const keys = spoilt.flatMap((o) => [cellOf(goal.name, o), placeOf(cellOf(goal.name, o))]);
  return copied.flatMap((s) =>
    applyChange(here, { ...s, numbers: forget(s.numbers, keys) }, { edits, removals: [], held: null }),
  );
}

/** Offsets of the destination where parts of different pointers meet. */
function spoiltBy(here: Here, source: ShapeNode, goal: ShapeNode, { a, b, size }: Span): Offset[] {
  const torn = [...source.cells.keys()]
    .filter((o) => isCut(here, source, o, a, size))
    .map((o) => Math.max(a, o) - a + b);
  const broken = [...goal.cells.keys()].filter((o) => isCut(here, goal, o, b, size));
  return [...new Set([...torn, ...broken])];
}

/** The known zero byte is copied with the others. */
function copyZero(state: State, { source, a, goal, b, size }: Span): State {
  const from = cellOf(source, ZERO);
  const { low, high } = rangeOf(state.numbers, from);
  if (source === goal || low < a || high >= a + size) return state;
  const form = { key: from, times: 1, plus: b - a };
  return {
    ...state,
    numbers: assign(state.numbers, cellOf(goal, ZERO), { low: low - a + b, high: high - a + b }, form),
  };
}

/** Cells without an entry: a strong copy if the whole node is copied, otherwise a weak update. */
function copyRest(here: Here, state: State, span: Span): State[] {
  const source = state.graph.get(span.source)!;
  const goal = state.graph.get(span.goal)!;
  if (source.rest.length === 0) return [state];
  const whole = span.b === 0 && goal.size === span.size;
  if (!whole && source.rest.every((t) => goal.rest.includes(t))) return [state];
  const edit: Edit = { name: goal.name, offset: REST, targets: source.rest, strength: whole ? 'strong' : 'weak' };
  return applyChange(here, state, { edits: [edit], removals: [], held: null });
}

function copyCell(here: Here, state: State, { source, a, goal, b }: Span, distance: number): State[] {
  const from = state.graph.get(source)!;
  const held = from.cells.get(a + distance) ?? from.rest;
  const path = [
    { kind: 'constant', target: cellOf(source, a + distance) },
    { kind: 'follow', at: here.at, end: here.end },
  ] as const;
  const arrivals = held.some(pointsToNode)
    ? refine(here, state, path).map((r) => ({ state: r.state, stored: storedAs(r.position, r.state.graph, null) }))
    : [{ state, stored: null }];
  return arrivals.flatMap((arrival) => {
    const targets = arrival.stored ? [arrival.stored.target] : held;
    const edit: Edit = { name: goal, offset: b + distance, targets, strength: 'strong' };
    const target = targets.find(pointsToNode) ?? null;
    const stored = applyChange(here, arrival.state, { edits: [edit], removals: [], held: target });
    const place = arrival.stored?.place ?? null;
    return stored.map((s) => copyNumber(s, cellOf(source, a + distance), cellOf(goal, b + distance), held, place));
  });
}

function copyNumber(state: State, from: number, to: number, held: Targets, place: NumberValue | null): State {
  if (place) return { ...state, numbers: assignAmount(forget(state.numbers, [to]), placeOf(to), place) };
  if (!held.every(isNumber)) return { ...state, numbers: forget(state.numbers, [to, placeOf(to)]) };
  return {
    ...state,
    numbers: assign(state.numbers, to, rangeOf(state.numbers, from), { key: from, times: 1, plus: 0 }),
  };
}
