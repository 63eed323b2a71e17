// wchar.h: wide strings and arrays of wide characters, in the C locale.
// Natives; every character they touch is checked, as in string.h.

import type { NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { formatCalendar } from './calendar.js';
import { isPrinted, lowerOf } from './ctype-h.js';
import { floatParser, integerParser, TYPES, WIDE } from './number-parsers.js';
import { moveBytes } from './string-h.js';
import { readInt32, readPointer, writePointer } from './strings.js';
import { loadCalendar } from './time-h.js';
import { readWide, textOfWide, WIDTH, wideAt, wideOfText, writeWide } from './wide-strings.js';

const NO_LIMIT = Number.POSITIVE_INFINITY;
const lengthOf = (m: Machine, s: Value | undefined): number => readWide(m, s as Int).length;
const at = (s: Value | undefined, index: number): Value => wideAt(s as Int, index);
const found = (s: Value | undefined, index: number): Value => (index < 0 ? 0 : at(s, index));
const same = (unit: number) => unit;
const lower = (unit: number) => lowerOf(unit);

function copy(m: Machine, to: Value | undefined, units: readonly number[]): number {
  writeWide(m, to as Int, [...units, 0]);
  return units.length;
}

/** Exactly `n` characters: the rest is filled with zeros. */
function copyBounded(m: Machine, to: Value | undefined, from: Value | undefined, n: number): number {
  const units = readWide(m, from as Int, n);
  if (n > 0) writeWide(m, to as Int, [...units, ...new Array<number>(n - units.length).fill(0)]);
  return units.length;
}

/** Characters are compared as signed numbers. */
function compare(m: Machine, [a, b, n]: readonly Value[], fold: (unit: number) => number): number {
  const limit = n === undefined ? NO_LIMIT : Number(n);
  for (let i = 0; i < limit; i++) {
    const x = fold(readInt32(m, wideAt(a as Int, i)));
    const y = fold(readInt32(m, wideAt(b as Int, i)));
    if (x !== y) return x < y ? -1 : 1;
    if (x === 0) return 0;
  }
  return 0;
}

/** Both arrays must have `n` characters, wherever they first differ. */
function compareArrays(m: Machine, a: Value | undefined, b: Value | undefined, n: number): number {
  if (n > 0) for (const array of [a, b]) m.memory.at(array as Int, WIDTH * n);
  for (let i = 0; i < n; i++) {
    const difference = readInt32(m, wideAt(a as Int, i)) - readInt32(m, wideAt(b as Int, i));
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function search(m: Machine, s: Value | undefined, part: Value | undefined): number {
  const [hay, needle] = [readWide(m, s as Int), readWide(m, part as Int)];
  for (let i = 0; i + needle.length <= hay.length; i++) if (needle.every((unit, k) => hay[i + k] === unit)) return i;
  return -1;
}

/** The length of the longest beginning whose characters are all (or all not) in the set. */
function span(m: Machine, s: Value | undefined, set: Value | undefined, wanted: 'in' | 'out'): number {
  const members = new Set(readWide(m, set as Int));
  const units = readWide(m, s as Int);
  const end = units.findIndex((unit) => members.has(unit) !== (wanted === 'in'));
  return end < 0 ? units.length : end;
}

/** wcstok: behind the last token the place is null. */
function nextToken(m: Machine, s: Value, set: Value, place: Int): Value {
  const start = s === 0 ? readPointer(m, place) : (s as Int);
  if (start === 0) return 0;
  const begin = wideAt(start, span(m, start, set, 'in'));
  const length = span(m, begin, set, 'out');
  const end = wideAt(begin, length);
  const isLast = readInt32(m, end) === 0;
  if (!isLast) writeWide(m, end, [0]);
  writePointer(m, place, isLast ? 0 : wideAt(end, 1));
  return length === 0 ? 0 : begin;
}

const widthOf = (unit: number): number => (unit === 0 ? 0 : isPrinted(unit) ? 1 : -1);

const copies: NativeTable = {
  wcscpy: (m, [to, from]) => {
    copy(m, to, readWide(m, from as Int));
    return to!;
  },
  wcpcpy: (m, [to, from]) => at(to, copy(m, to, readWide(m, from as Int))),
  wcsncpy: (m, [to, from, n]) => {
    copyBounded(m, to, from, Number(n));
    return to!;
  },
  wcpncpy: (m, [to, from, n]) => at(to, copyBounded(m, to, from, Number(n))),
  wcscat: (m, [to, from]) => {
    copy(m, at(to, lengthOf(m, to)), readWide(m, from as Int));
    return to!;
  },
  wcsncat: (m, [to, from, n]) => {
    copy(m, at(to, lengthOf(m, to)), readWide(m, from as Int, Number(n)));
    return to!;
  },
  wcsxfrm: (m, [to, from, n]) => {
    const units = readWide(m, from as Int);
    if (Number(n) > units.length) copy(m, to, units);
    return units.length;
  },
  wcsdup: (m, [s], site) => {
    const units = readWide(m, s as Int);
    const pointer = m.allocator.allocate(WIDTH * (units.length + 1), site);
    if (pointer !== 0) copy(m, pointer, units);
    return pointer;
  },
  wmemcpy: (m, [to, from, n]) => moveBytes(m, to!, from!, WIDTH * Number(n)),
  wmemmove: (m, [to, from, n]) => moveBytes(m, to!, from!, WIDTH * Number(n)),
  wmempcpy: (m, [to, from, n]) => at(moveBytes(m, to!, from!, WIDTH * Number(n)), Number(n)),
  wmemset: (m, [to, c, n]) => {
    if (Number(n) > 0) writeWide(m, to as Int, new Array<number>(Number(n)).fill(Number(c)));
    return to!;
  },
};

const searches: NativeTable = {
  wcslen: (m, [s]) => lengthOf(m, s),
  wcsnlen: (m, [s, n]) => readWide(m, s as Int, Number(n)).length,
  wcscmp: (m, args) => compare(m, args.slice(0, 2), same),
  wcscoll: (m, args) => compare(m, args.slice(0, 2), same),
  wcsncmp: (m, args) => compare(m, args, same),
  wcscasecmp: (m, args) => compare(m, args.slice(0, 2), lower),
  wcsncasecmp: (m, args) => compare(m, args, lower),
  wcschr: (m, [s, c]) => found(s, [...readWide(m, s as Int), 0].indexOf(Number(c))),
  wcsrchr: (m, [s, c]) => found(s, [...readWide(m, s as Int), 0].lastIndexOf(Number(c))),
  wcschrnul: (m, [s, c]) => {
    const units = readWide(m, s as Int);
    const index = units.indexOf(Number(c));
    return at(s, index < 0 ? units.length : index);
  },
  wcsstr: (m, [s, part]) => found(s, search(m, s, part)),
  wcspbrk: (m, [s, set]) => {
    const index = span(m, s, set, 'out');
    return index === lengthOf(m, s) ? 0 : at(s, index);
  },
  wcsspn: (m, [s, set]) => span(m, s, set, 'in'),
  wcscspn: (m, [s, set]) => span(m, s, set, 'out'),
  wcstok: (m, [s, set, place]) => nextToken(m, s!, set!, place as Int),
  wmemchr: (m, [s, c, n]) => {
    for (let i = 0; i < Number(n); i++) if (readInt32(m, wideAt(s as Int, i)) === Number(c)) return at(s, i);
    return 0;
  },
  wmemcmp: (m, [a, b, n]) => compareArrays(m, a, b, Number(n)),
  wcwidth: (_m, [c]) => widthOf(Number(c)),
  wcswidth: (m, [s, n]) => {
    const units = readWide(m, s as Int, Number(n));
    return units.every(isPrinted) ? units.length : -1;
  },
};

export const wideCharacters: NativeTable = {
  ...copies,
  ...searches,
  wcstol: integerParser(0, 'signed', WIDE),
  wcstoul: integerParser(0, 'unsigned', WIDE),
  wcstoll: integerParser(64, 'signed', WIDE),
  wcstoull: integerParser(64, 'unsigned', WIDE),
  wcstoq: integerParser(64, 'signed', WIDE),
  wcstouq: integerParser(64, 'unsigned', WIDE),
  wcstoimax: integerParser(64, 'signed', WIDE),
  wcstoumax: integerParser(64, 'unsigned', WIDE),
  wcstod: floatParser(TYPES.double, WIDE),
  wcstof: floatParser(TYPES.float, WIDE),
  wcstold: floatParser(TYPES.longDouble, WIDE),
  wcsftime: (m, [to, n, format, fields]) => {
    const text = formatCalendar(textOfWide(readWide(m, format as Int)), loadCalendar(m, fields!));
    if (text.length + 1 > Number(n)) return 0;
    return copy(m, to, wideOfText(text));
  },
};
