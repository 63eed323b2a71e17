// Offsets of accesses: sums up fields and indices along a place, with ranges from the numeric part.
// From places to bytes; resolve (access.ts) checks the offsets against the bounds and enumerates them.

import type { Expr, Place } from '../../ir/instr.js';
import type { Range } from '../../numeric/range.js';
import { add, constant, multiply } from '../../numeric/range.js';
import type { Frame } from './analysis.js';
import { indexOf, numberOf } from './numbers.js';
import type { State } from './paper/state.js';
import { ANYWHERE } from './value.js';

/** Bytes in the range, `rest` more than a multiple of `stride`; a stride of zero: exactly one offset. */
export interface Offsets {
  readonly range: Range;
  readonly stride: number;
  readonly rest: number;
}

const START: Offsets = { range: constant(0), stride: 0, rest: 0 };

/** The offset of a place from its base variable or pointer. */
export function spanOf(f: Frame, s: State, place: Place): Offsets {
  if (place.kind === 'var' || place.kind === 'deref') return START;
  const base = spanOf(f, s, place.base);
  if (place.kind === 'field') return movedBy(base, place.field.offset);
  return steppedBy(base, numberOf(f, s, place.index).range, place.type.size);
}

/** The same, from the target of the pointer: `offset` if its edge has one, else the pointer's index. */
export function spanFrom(f: Frame, s: State, span: Offsets, pointer: Expr, offset: number): Offsets {
  if (offset !== ANYWHERE) return movedBy(span, offset);
  const size = pointer.type.kind === 'pointer' ? pointer.type.target.size : 0;
  const index = indexOf(f, s, pointer);
  if (index && size > 0) return steppedBy(span, index.range, size);
  return { range: { low: -Infinity, high: Infinity }, stride: 1, rest: 0 };
}

export const movedBy = (span: Offsets, bytes: number): Offsets => ({
  range: add(span.range, constant(bytes)),
  stride: span.stride,
  rest: span.rest + bytes,
});

function steppedBy(span: Offsets, index: Range, size: number): Offsets {
  if (index.low === index.high) return movedBy(span, index.low * size);
  return {
    range: add(span.range, multiply(index, constant(size))),
    stride: divisor(span.stride, size),
    rest: span.rest,
  };
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** All offsets of the span at which `size` bytes are within `total` bytes; null if they are too many. */
export function offsetsIn(
  { range, stride, rest }: Offsets,
  size: number,
  total: number,
  most: number,
): number[] | null {
  if (stride === 0) return [range.low];
  const first = Math.max(0, range.low);
  const last = Math.min(total - size, range.high);
  const start = first + ((((rest - first) % stride) + stride) % stride);
  if ((last - start) / stride >= most) return null;
  const offsets: number[] = [];
  for (let at = start; at <= last; at += stride) offsets.push(at);
  return offsets;
}
