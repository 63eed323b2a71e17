// Non-constant addresses: how a cell stores a position with a spread, and how two positions are compared.
// A pointer that steps through an array points unit · k bytes into it; k is a number of the numeric domain.

import type { NumberValue } from '../../numeric/arithmetic.js';
import { assign, assumeAtMost, difference, type Key, type Numbers, rangeOf } from '../../numeric/numbers.js';
import { assumeSum, leastAbove, moveSum, type Sum } from '../../numeric/products.js';
import { add, constant, meet, multiply, subtract } from '../../numeric/range.js';
import type { Position } from './access.js';
import { heldOutside } from './outside.js';
import {
  type Cell,
  cellOf,
  isFunction,
  isNull,
  isOutside,
  isSomewhere,
  nameOf,
  offsetOf,
  placeOf,
  pointsToNode,
  SOMEWHERE,
  strided,
  strideOf,
  type Target,
  UNKNOWN,
} from './paper/cell.js';
import type { Graph } from './paper/graph.js';

/** How a position is stored: the target, and the k of a non-constant target. */
export interface Stored {
  readonly target: Target;
  readonly place: NumberValue | null;
}

const exactly = (target: Target): Stored => ({ target, place: null });

/** `walk`: the unit of a stepped pointer, whose constant addresses are stored as numbers too. */
export function storedAs(position: Position, graph: Graph, walk: number | null): Stored {
  const { target, spread, displaced } = position;
  if (isOutside(target)) return exactly(heldOutside(position));
  if (!pointsToNode(target)) {
    return exactly(displaced === 'yes' && (isNull(target) || isFunction(target)) ? UNKNOWN : target);
  }
  if (!graph.has(nameOf(target))) return exactly(UNKNOWN);
  if (isSomewhere(offsetOf(target)) || (spread === null && walk === null)) return exactly(target);
  const unit = spread ? (spread.form?.times ?? spread.sum?.product.times ?? 1) : walk!;
  const place = amountIn(position, unit);
  if (place) return { target: cellOf(nameOf(target), strided(unit)), place };
  return spread ? exactly(cellOf(nameOf(target), SOMEWHERE)) : exactly(target);
}

/** The offset of a position in units; null if it is not known to be a multiple. */
export function amountIn({ target, spread }: Position, unit: number): NumberValue | null {
  const offset = offsetOf(target);
  if (isSomewhere(offset)) return null;
  if (spread === null) return offset % unit === 0 ? { range: constant(offset / unit), form: null } : null;
  const bytes = add(spread.bytes, constant(offset));
  const range = { low: Math.ceil(bytes.low / unit), high: Math.floor(bytes.high / unit) };
  const { form } = spread;
  const sum = divided(moveSum(spread.sum ?? null, offset), unit);
  if (form?.times === unit && (offset + form.plus) % unit === 0)
    return { range, form: { key: form.key, times: 1, plus: (offset + form.plus) / unit }, sum };
  return sum || unit === 1 ? { range, form: null, sum } : null;
}

/** The sum in units; null if its terms are not multiples of the unit. */
function divided(s: Sum | null, unit: number): Sum | null {
  const isWhole = s && [s.product.times, s.plus, s.of?.times ?? 0].every((x) => x % unit === 0);
  return isWhole
    ? {
        product: { ...s.product, times: s.product.times / unit },
        of: s.of && { key: s.of.key, times: s.of.times / unit },
        plus: s.plus / unit,
      }
    : null;
}

/** The position for a target that was read from a cell; `cell` is null if the cell is not exactly known. */
export function positionOf(numbers: Numbers, target: Target, cell: Cell | null): Position {
  const unit = pointsToNode(target) ? strideOf(offsetOf(target)) : null;
  if (unit === null) return { target, spread: null, displaced: 'no' };
  const name = nameOf(target);
  if (cell === null) return { target: cellOf(name, SOMEWHERE), spread: null, displaced: 'no' };
  const k = rangeOf(numbers, placeOf(cell));
  if (k.low === k.high && k.low >= 0) return { target: cellOf(name, k.low * unit), spread: null, displaced: 'no' };
  const form = { key: placeOf(cell), times: unit, plus: 0 };
  return { target: cellOf(name, 0), spread: { bytes: multiply(k, constant(unit)), form }, displaced: 'no' };
}

/** The offsets of two positions in the same node, in a common unit. */
export function amountsOf(a: Position, b: Position): [NumberValue, NumberValue] | null {
  const unit = a.spread?.form?.times ?? b.spread?.form?.times ?? 1;
  const [x, y] = [amountIn(a, unit), amountIn(b, unit)];
  if (x && y) return [x, y];
  const [u, v] = [amountIn(a, 1), amountIn(b, 1)];
  return u && v ? [u, v] : null;
}

/** x - y */
export function minus(numbers: Numbers, x: NumberValue, y: NumberValue): NumberValue {
  const range = subtract(x.range, y.range);
  const [f, g] = [x.form, y.form];
  if (f?.times === 1 && g?.times === 1) {
    const plus = f.plus - g.plus;
    const related = {
      low: plus - difference(numbers, g.key, f.key),
      high: difference(numbers, f.key, g.key) + plus,
    };
    return { range: meet(range, related), form: null };
  }
  const known = y.range.low === y.range.high ? y.range.low : null;
  return { range, form: f && known !== null ? { ...f, plus: f.plus - known } : null };
}

/** key := amount */
export function assignAmount(n: Numbers, key: Key, amount: NumberValue): Numbers {
  const { range, form, most, sum } = amount;
  const assigned = assign(n, key, range, form);
  if (sum) return assignSum(n, assigned, key, sum);
  if (form || most?.times !== 1 || most.key === key) return assigned;
  return assumeAtMost(assigned, key, most.key, most.plus) ?? assigned;
}

/** key := sum: a product is remembered; a sum keeps its distance from the products that are known. */
function assignSum(before: Numbers, assigned: Numbers, key: Key, sum: Sum): Numbers {
  const known = assumeSum(assigned, key, sum);
  return before.products.reduce((n, whole) => {
    const apart = whole.key === key ? -Infinity : leastAbove(before, whole, sum);
    return (Number.isFinite(apart) ? assumeAtMost(n, key, whole.key, -apart) : n) ?? n;
  }, known);
}
