// Wide strings of the program: arrays of four-byte characters with a zero behind them.
// Shared by wchar.h, the conversions to and from bytes, and wide printing.

import type { Machine } from '../machine.js';
import type { Int } from '../wide.js';
import { readInt32 } from './strings.js';

export const WIDTH = 4;

/** The address of the wide character at an index; a wild pointer stays one. */
export const wideAt = (pointer: Int, index: number): Int =>
  typeof pointer === 'number' ? pointer + WIDTH * index : pointer;

/** The characters of at most `limit`, without the final zero; running past the object is a fault. */
export function readWide(m: Machine, pointer: Int, limit = Number.POSITIVE_INFINITY): number[] {
  const units: number[] = [];
  while (units.length < limit) {
    const unit = readInt32(m, wideAt(pointer, units.length));
    if (unit === 0) break;
    units.push(unit);
  }
  return units;
}

export function writeWide(m: Machine, pointer: Int, units: readonly number[]): void {
  const a = m.memory.atWrite(pointer, WIDTH * units.length);
  for (const [i, unit] of units.entries()) m.memory.view.setInt32(a + WIDTH * i, unit, true);
}

/** One character of text for each wide one, so that positions are the same. */
export const textOfWide = (units: readonly number[]): string =>
  String.fromCharCode(...units.map((unit) => (unit >= 0 && unit < 0xffff ? unit : 0xffff)));

export const wideOfText = (text: string): number[] => [...text].map((c) => c.codePointAt(0)!);
