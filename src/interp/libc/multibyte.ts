// Conversions between bytes and wide characters: stdlib.h, wchar.h and uchar.h in the C locale, where characters are ASCII.
// Natives; no character has more than one byte, so that the state of a conversion never changes.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import { type Int, normalize } from '../wide.js';
import { EILSEQ, setErrno } from './errno.js';
import { SIZE_MAX } from './heap.js';
import { readByte, readInt32, readPointer, writeBytes, writePointer } from './strings.js';
import { wideAt, writeWide } from './wide-strings.js';

export const isAscii = (c: number): boolean => c >= 0 && c < 128;

/** `(size_t)-1` and `(size_t)-2`. */
const minus = (m: Machine, n: 1 | 2): Int => normalize(SIZE_MAX(m) + 1n - BigInt(n));

function illegal(m: Machine, result: Int): Int {
  setErrno(m, EILSEQ);
  return result;
}

/** A state is not used, but must be there. */
function checkState(m: Machine, state: Value | undefined): void {
  if (state !== undefined && state !== 0) m.memory.atWrite(state as Int, 8);
}

/** One character: its length, 0 for the terminator; stores it if there is a place. */
function convert(m: Machine, out: Value, s: Value, wrong: Int): Int {
  const c = readByte(m, s as Int);
  if (!isAscii(c)) return illegal(m, wrong);
  if (out !== 0) writeWide(m, out as Int, [c]);
  return c === 0 ? 0 : 1;
}

/** glibc looks at the first byte even if there are none to convert. */
const toWide: NativeRun = (m, [out, s, n]) => {
  if (s === 0) return 0;
  return Number(n) === 0 && readByte(m, s as Int) !== 0 ? -1 : convert(m, out!, s!, -1);
};

const toWideWithState: NativeRun = (m, [out, s, n, state]) => {
  checkState(m, state);
  if (s === 0) return 0;
  return Number(n) === 0 ? minus(m, 2) : convert(m, out!, s!, minus(m, 1));
};

const toByteWithState: NativeRun = (m, [out, c, state]) => {
  checkState(m, state);
  if (out === 0) return 1;
  if (!isAscii(Number(c))) return illegal(m, minus(m, 1));
  writeBytes(m, out as Int, Uint8Array.of(Number(c)));
  return 1;
};

/** A kind of string to convert from: its characters by index, and how to store one of the other kind. */
interface Direction {
  readonly read: (m: Machine, s: Int, i: number) => number;
  readonly write: (m: Machine, out: Int, i: number, c: number) => void;
  readonly advance: (s: Int, i: number) => Int;
}

const byteIndex = (s: Int, i: number): Int => (typeof s === 'number' ? s + i : s);

const widening: Direction = {
  read: (m, s, i) => readByte(m, byteIndex(s, i)),
  write: (m, out, i, c) => writeWide(m, wideAt(out, i), [c]),
  advance: byteIndex,
};

const narrowing: Direction = {
  read: (m, s, i) => readInt32(m, wideAt(s, i)),
  write: (m, out, i, c) => writeBytes(m, byteIndex(out, i), Uint8Array.of(c)),
  advance: wideAt,
};

/** What a conversion came to: how many characters, and why it stopped there. */
interface Conversion {
  readonly count: number;
  readonly end: 'terminator' | 'limit' | 'illegal';
}

function convertString(m: Machine, d: Direction, out: Value, s: Int, most: number, room: number): Conversion {
  for (let count = 0; ; count++) {
    if (count >= most || (out !== 0 && count >= room)) return { count, end: 'limit' };
    const c = d.read(m, s, count);
    if (!isAscii(c)) return { count, end: 'illegal' };
    if (out !== 0) d.write(m, out as Int, count, c);
    if (c === 0) return { count, end: 'terminator' };
  }
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** mbstowcs and wcstombs. */
const stringConverter =
  (d: Direction): NativeRun =>
  (m, [out, s, room]) => {
    const { count, end } = convertString(m, d, out!, s as Int, NO_LIMIT, Number(room));
    return end === 'illegal' ? illegal(m, minus(m, 1)) : count;
  };

/** mbsrtowcs and wcsrtombs: the pointer to the string moves to what is left of it, if there is an array to write to. */
function convertFrom(m: Machine, d: Direction, [out, place, room, state]: readonly Value[], most: number): Int {
  checkState(m, state);
  const s = readPointer(m, place as Int);
  const { count, end } = convertString(m, d, out!, s, most, Number(room));
  if (out !== 0) writePointer(m, place as Int, end === 'terminator' ? 0 : d.advance(s, count));
  return end === 'illegal' ? illegal(m, minus(m, 1)) : count;
}

const restConverter =
  (d: Direction): NativeRun =>
  (m, args) =>
    convertFrom(m, d, args, NO_LIMIT);

const boundedConverter =
  (d: Direction): NativeRun =>
  (m, [out, place, most, room, state]) =>
    convertFrom(m, d, [out!, place!, room!, state!], Number(most));

export const multibyte: NativeTable = {
  mblen: (m, [s, n], site, f) => toWide(m, [0, s!, n!], site, f),
  mbtowc: toWide,
  wctomb: (m, [out, c]) => {
    if (out === 0) return 0;
    if (!isAscii(Number(c))) return illegal(m, -1);
    writeBytes(m, out as Int, Uint8Array.of(Number(c)));
    return 1;
  },
  mbrlen: (m, [s, n, state], site, f) => toWideWithState(m, [0, s!, n!, state!], site, f),
  mbrtowc: toWideWithState,
  mbrtoc32: toWideWithState,
  wcrtomb: toByteWithState,
  c32rtomb: toByteWithState,
  mbsinit: (m, [state]) => {
    if (state !== 0) m.memory.at(state as Int, 8);
    return 1;
  },
  mbstowcs: stringConverter(widening),
  wcstombs: stringConverter(narrowing),
  mbsrtowcs: restConverter(widening),
  wcsrtombs: restConverter(narrowing),
  mbsnrtowcs: boundedConverter(widening),
  wcsnrtombs: boundedConverter(narrowing),
  btowc: (_m, [c]) => (isAscii(Number(c)) ? Number(c) : 0xffffffff),
  wctob: (_m, [c]) => (isAscii(Number(c)) ? Number(c) : -1),
};
