// Strings: for each allocation the numeric domain may know one zero byte, an upper bound of where a string in it ends.
// store.ts and copy.ts maintain it when memory is written; comparisons of characters and lengths use it.

import type { NumberValue } from '../../numeric/arithmetic.js';
import { assign, assignRange, assumeAtMost, difference, forget, type Numbers, rangeOf } from '../../numeric/numbers.js';
import { singleOf } from '../../numeric/range.js';
import { access, type Position } from './access.js';
import { doubt, type Here } from './analysis.js';
import type { Value } from './evaluate.js';
import { exactOffset } from './memory.js';
import { assumeThat, isFromOutside, LONG_ENOUGH } from './outside.js';
import { cellOf, nameOf, pointsToNode, ZERO } from './paper/cell.js';
import type { State } from './state.js';
import { amountIn } from './stride.js';

const isListed = (numbers: Numbers, key: number): boolean => {
  const { low, high } = rangeOf(numbers, key);
  return low !== -Infinity || high !== Infinity;
};

/** `size` bytes at the position are overwritten, by zeroes or by any values. */
export function afterWrite(state: State, position: Position, size: number, what: 'zeroes' | 'anything'): Numbers {
  if (!pointsToNode(position.target)) return state.numbers;
  const name = nameOf(position.target);
  const zero = cellOf(name, ZERO);
  const offset = amountIn(position, 1);
  if (what === 'zeroes' && offset && state.graph.get(name)?.unique && Number.isFinite(size) && size > 0) {
    const last = size - 1;
    const range = { low: offset.range.low + last, high: offset.range.high + last };
    return assign(state.numbers, zero, range, offset.form && { ...offset.form, plus: offset.form.plus + last });
  }
  if (!isListed(state.numbers, zero)) return state.numbers;
  return offset && isApart(state.numbers, offset, size, zero) ? state.numbers : forget(state.numbers, [zero]);
}

/** offset + size ≤ zero, or zero < offset */
function isApart(numbers: Numbers, { range, form }: NumberValue, size: number, zero: number): boolean {
  const known = rangeOf(numbers, zero);
  if (range.high + size <= known.low || range.low > known.high) return true;
  if (form?.times !== 1) return false;
  return (
    difference(numbers, form.key, zero) <= -(form.plus + size) || difference(numbers, zero, form.key) <= form.plus - 1
  );
}

/** The character at `offset` is nonzero, so that it is not the known zero byte. */
export function otherThanZero(numbers: Numbers, name: number, offset: NumberValue): [NumberValue, NumberValue] {
  const zero = cellOf(name, ZERO);
  return [offset, { range: rangeOf(numbers, zero), form: { key: zero, times: 1, plus: 0 } }];
}

/** Is the character at the offset the known zero byte? */
export function isZeroAt(numbers: Numbers, name: number, { range, form }: NumberValue): boolean {
  const zero = cellOf(name, ZERO);
  const [at, place] = [singleOf(rangeOf(numbers, zero)), singleOf(range)];
  if (at !== null && at === place) return true;
  if (form?.times !== 1 || !isListed(numbers, zero)) return false;
  return difference(numbers, form.key, zero) <= -form.plus && difference(numbers, zero, form.key) <= form.plus;
}

/**
 * The string at a position: its length, if it is known to end in bounds; otherwise the obligation to read it stays
 * open.
 */
export function stringAt(here: Here, state: State, position: Position): { state: State; length: Value }[] {
  return access(here, { state, position }, 1).map((a) => {
    const length = lengthAt(here, a.state, a.position);
    if (!length && isFromOutside(here, position.target)) assumeThat(here, 'in-bounds', LONG_ENOUGH);
    else if (!length) doubt(here, 'valid-deref', 'the string is not known to end inside its allocation');
    const any: NumberValue = { range: { low: 0, high: Infinity }, form: null };
    return { state: a.state, length: { kind: 'number', ...(length ?? any) } };
  });
}

/**
 * The first `most` bytes of the string at a position; unless it is known to end earlier, all of them must be in bounds.
 */
export function knownLength(here: Here, state: State, position: Position, most: Value): Value | null {
  const length = lengthAt(here, state, position);
  if (!length || most.kind !== 'number') return null;
  const low = Math.max(0, Math.min(length.range.low, most.range.low));
  const high = Math.min(length.range.high, Math.max(0, most.range.high));
  return { kind: 'number', range: { low, high }, form: null };
}

/** String literals do not change. */
function literalLength(here: Here, position: Position): NumberValue | null {
  const from = exactOffset(position);
  const variable = here.settings.slots.slot(nameOf(position.target))?.variable;
  if (from === null || variable?.kind !== 'global' || !variable.literal) return null;
  const value = variable.initializer?.[0]?.value;
  const end = value?.kind === 'string' && from >= 0 ? value.bytes.indexOf(0, from) : -1;
  return end < 0 ? null : { range: { low: end - from, high: end - from }, form: null };
}

/** At most zero - offset, where offset ≤ zero; the zero byte is in bounds, because it was written or read there. */
function lengthAt(here: Here, state: State, position: Position): NumberValue | null {
  if (!pointsToNode(position.target)) return null;
  const literal = literalLength(here, position);
  if (literal) return literal;
  const name = nameOf(position.target);
  const zero = cellOf(name, ZERO);
  const offset = amountIn(position, 1);
  const node = state.graph.get(name);
  if (!node?.unique || !offset || !isListed(state.numbers, zero) || offset.range.low < 0) return null;
  const known = rangeOf(state.numbers, zero);
  if (!isBehind(state.numbers, offset, zero)) return null;
  return { range: { low: 0, high: known.high - offset.range.low }, form: null };
}

/** offset ≤ zero */
const isBehind = (numbers: Numbers, { range, form }: NumberValue, zero: number): boolean =>
  range.high <= rangeOf(numbers, zero).low || (form?.times === 1 && difference(numbers, form.key, zero) <= -form.plus);

/**
 * The key holds the length: an upper bound from the known zero byte, which from now on is the terminator of the string.
 */
export function takeAsLength(state: State, key: number, position: Position): State {
  if (!pointsToNode(position.target)) return state;
  const zero = cellOf(nameOf(position.target), ZERO);
  const offset = amountIn(position, 1);
  const from = offset && singleOf(offset.range);
  if (from === null || from === undefined || !isListed(state.numbers, zero)) return state;
  const numbers = assumeAtMost(state.numbers, key, zero, -from);
  if (!numbers) return state;
  const { low, high } = rangeOf(numbers, key);
  const end = { low: low + from, high: high + from };
  return { ...state, numbers: assign(numbers, zero, end, { key, times: 1, plus: from }) };
}

/** The place is where the string at a position ends: offset ≤ place ≤ zero. */
export function takeAsEnd(state: State, place: number, position: Position): State {
  if (!pointsToNode(position.target) || !isListed(state.numbers, place)) return state;
  const name = nameOf(position.target);
  const zero = cellOf(name, ZERO);
  const offset = amountIn(position, 1);
  if (!state.graph.get(name)?.unique || offset?.form?.key === place) return state;
  // Only a zero byte behind the start is known to be one that the string does not go beyond.
  if (!offset || !isListed(state.numbers, zero) || !isBehind(state.numbers, offset, zero)) return state;
  const below = assumeAtMost(state.numbers, place, zero, 0) ?? state.numbers;
  const { form } = offset;
  const above = form?.times === 1 ? assumeAtMost(below, form.key, place, -form.plus) : below;
  return { ...state, numbers: above ?? below };
}

/** After a copy of `length` bytes: if the source ends within them, the destination ends there too. */
export function copyEnd(before: State, after: State, from: Position, to: Position, length: Value): State {
  const [a, b] = [exactOffset(from), exactOffset(to)];
  if (a === null || b === null || length.kind !== 'number') return after;
  const [source, goal] = [nameOf(from.target), nameOf(to.target)];
  const zero = cellOf(source, ZERO);
  const known = rangeOf(before.numbers, zero);
  const { range, form } = length;
  const within =
    known.high < a + range.low ||
    (form?.times === 1 && difference(before.numbers, zero, form.key) <= a + form.plus - 1);
  const isOne = [source, goal].every((name) => after.graph.get(name)?.unique);
  if (!within || known.low < a || !isListed(before.numbers, zero) || source === goal || !isOne) return after;
  const end = { low: known.low - a + b, high: known.high - a + b };
  const numbers = assign(after.numbers, cellOf(goal, ZERO), end, { key: zero, times: 1, plus: b - a });
  return { ...after, numbers };
}

/** A string ends within `size` written bytes at the position: offset ≤ zero < offset + size. */
export function endWithin(state: State, position: Position, size: Value): State {
  const offset = pointsToNode(position.target) ? amountIn(position, 1) : null;
  const name = nameOf(position.target);
  if (!offset || size.kind !== 'number' || !state.graph.get(name)?.unique) return state;
  const zero = cellOf(name, ZERO);
  const range = { low: offset.range.low, high: offset.range.high + size.range.high - 1 };
  const numbers = assignRange(state.numbers, zero, range);
  const from = singleOf(offset.range);
  if (from === null || size.form?.times !== 1) return { ...state, numbers };
  const related = assumeAtMost(numbers, zero, size.form.key, from + size.form.plus - 1);
  return { ...state, numbers: related ?? numbers };
}
