// ctype.h, as functions and as the tables that glibc's macros look into.
// Natives; only the C locale.

import { fail } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { libraryObject } from './errno.js';
import { readText, writePointer } from './strings.js';

const upper = (c: number) => c >= 65 && c <= 90;
const lower = (c: number) => c >= 97 && c <= 122;
const digit = (c: number) => c >= 48 && c <= 57;
const alpha = (c: number) => upper(c) || lower(c);
const space = (c: number) => c === 32 || (c >= 9 && c <= 13);
const xdigit = (c: number) => digit(c) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102);
const print = (c: number) => c >= 32 && c < 127;
const graph = (c: number) => c > 32 && c < 127;
const blank = (c: number) => c === 32 || c === 9;
const control = (c: number) => (c >= 0 && c < 32) || c === 127;
const punct = (c: number) => graph(c) && !alpha(c) && !digit(c);
const alnum = (c: number) => alpha(c) || digit(c);

/** The bits of glibc's table on a little-endian machine. */
const classes: readonly [(c: number) => boolean, number][] = [
  [upper, 1 << 8],
  [lower, 1 << 9],
  [alpha, 1 << 10],
  [digit, 1 << 11],
  [xdigit, 1 << 12],
  [space, 1 << 13],
  [print, 1 << 14],
  [graph, 1 << 15],
  [blank, 1 << 0],
  [control, 1 << 1],
  [punct, 1 << 2],
  [alnum, 1 << 3],
];

/** In the C locale the only wide characters with a class are those of ASCII. */
export const isPrinted = print;

const toLower = (c: number) => (upper(c) ? c + 32 : c);
const toUpper = (c: number) => (lower(c) ? c - 32 : c);
export const lowerOf = toLower;

/** Tables have entries for -128 to 255; the pointer points to the one for 0. */
function tablePointer(m: Machine, name: string, width: 2 | 4, entry: (c: number) => number): number {
  const known = m.process.objects.get(`${name} place`);
  if (known !== undefined) return known;
  const table = libraryObject(m, name, 384 * width);
  for (let c = -128; c < 256; c++) {
    const a = m.memory.atWrite(table + (c + 128) * width, width);
    if (width === 2) m.memory.view.setUint16(a, entry(c), true);
    else m.memory.view.setInt32(a, entry(c), true);
  }
  const place = libraryObject(m, `${name} place`, 8);
  writePointer(m, place, table + 128 * width);
  return place;
}

/** The argument of a function is EOF or an unsigned char. */
function checked(c: Value | undefined): number {
  const n = c as number;
  if (n < -1 || n > 255) fail('out-of-bounds', `a character is EOF or from 0 to 255, not ${n}`);
  return n;
}

const test =
  (is: (c: number) => boolean): NativeRun =>
  (_m, [c]) =>
    is(checked(c)) ? 1 : 0;

const bits = (c: number) => classes.reduce((all, [is, bit]) => (is(c) ? all | bit : all), 0);

const CLASSES: Readonly<Record<string, (c: number) => boolean>> = {
  upper,
  lower,
  digit,
  alpha,
  alnum,
  space,
  xdigit,
  print,
  graph,
  blank,
  cntrl: control,
  punct,
};

/** What `wctype` gives for the name of a class: its number, from 1. */
const NAMES = Object.keys(CLASSES);

const mapped =
  (map: (c: number) => number): NativeRun =>
  (_m, [c]) =>
    map(checked(c));

const mappedWide =
  (map: (c: number) => number): NativeRun =>
  (_m, [c]) =>
    map(Number(c));

/** Each class as a function of bytes and of wide characters, with and without a locale. */
function makeClasses(): Record<string, NativeRun> {
  const table: Record<string, NativeRun> = {};
  for (const [name, is] of Object.entries(CLASSES)) {
    const wide: NativeRun = (_m, [c]) => (is(Number(c)) ? 1 : 0);
    Object.assign(table, { [`is${name}`]: test(is), [`is${name}_l`]: test(is) });
    Object.assign(table, { [`isw${name}`]: wide, [`isw${name}_l`]: wide });
  }
  for (const [name, map] of [
    ['lower', toLower],
    ['upper', toUpper],
  ] as const) {
    Object.assign(table, { [`to${name}`]: mapped(map), [`to${name}_l`]: mapped(map) });
    Object.assign(table, { [`tow${name}`]: mappedWide(map), [`tow${name}_l`]: mappedWide(map) });
  }
  return table;
}

export const characters: NativeTable = {
  ...makeClasses(),
  wctype: (m, [name]) => NAMES.indexOf(readText(m, name as Int)) + 1,
  iswctype: (_m, [c, type]) => (CLASSES[NAMES[Number(type) - 1] ?? '']?.(Number(c)) ? 1 : 0),
  isascii: (_m, [c]) => ((c as number) >= 0 && (c as number) < 128 ? 1 : 0),
  toascii: (_m, [c]) => (c as number) & 127,
  __ctype_b_loc: (m) => tablePointer(m, 'ctype classes', 2, bits),
  __ctype_tolower_loc: (m) => tablePointer(m, 'ctype lower', 4, toLower),
  __ctype_toupper_loc: (m) => tablePointer(m, 'ctype upper', 4, toUpper),
};
