// time.h on a calendar without time zones: everything is UTC.
// Natives; the clock itself is in system.ts.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { libraryObject } from './errno.js';
import { bytesOf, readText, writeText } from './strings.js';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
].concat(['November', 'December']);

/** struct tm: nine ints, then (glibc) an offset and a zone name. */
const TM_SIZE = 56;

function readTime(m: Machine, where: Value): Date {
  const a = m.memory.at(where as Int, m.pointerSize);
  const seconds = m.pointerSize === 8 ? Number(m.memory.view.getBigInt64(a, true)) : m.memory.view.getInt32(a, true);
  return new Date(seconds * 1000);
}

function dayOfYear(d: Date): number {
  return Math.floor((d.getTime() - Date.UTC(d.getUTCFullYear(), 0, 1)) / 86_400_000);
}

function storeFields(m: Machine, where: Int, d: Date): Int {
  const a = m.memory.atWrite(where, 36);
  const fields = [d.getUTCSeconds(), d.getUTCMinutes(), d.getUTCHours(), d.getUTCDate(), d.getUTCMonth()].concat([
    d.getUTCFullYear() - 1900,
    d.getUTCDay(),
    dayOfYear(d),
    0,
  ]);
  for (const [i, v] of fields.entries()) m.memory.view.setInt32(a + 4 * i, v, true);
  return where;
}

function loadFields(m: Machine, where: Value): Date {
  const a = m.memory.at(where as Int, 36);
  const field = (i: number) => m.memory.view.getInt32(a + 4 * i, true);
  return new Date(Date.UTC(field(5) + 1900, field(4), field(3), field(2), field(1), field(0)));
}

const two = (n: number) => String(n).padStart(2, '0');

const directives: Record<string, (d: Date) => string> = {
  Y: (d) => String(d.getUTCFullYear()),
  y: (d) => two(d.getUTCFullYear() % 100),
  m: (d) => two(d.getUTCMonth() + 1),
  d: (d) => two(d.getUTCDate()),
  e: (d) => String(d.getUTCDate()).padStart(2),
  H: (d) => two(d.getUTCHours()),
  I: (d) => two(d.getUTCHours() % 12 || 12),
  M: (d) => two(d.getUTCMinutes()),
  S: (d) => two(d.getUTCSeconds()),
  p: (d) => (d.getUTCHours() < 12 ? 'AM' : 'PM'),
  j: (d) => String(dayOfYear(d) + 1).padStart(3, '0'),
  a: (d) => DAYS[d.getUTCDay()]!.slice(0, 3),
  A: (d) => DAYS[d.getUTCDay()]!,
  b: (d) => MONTHS[d.getUTCMonth()]!.slice(0, 3),
  B: (d) => MONTHS[d.getUTCMonth()]!,
  s: (d) => String(Math.floor(d.getTime() / 1000)),
  Z: () => 'UTC',
  z: () => '+0000',
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
  F: (d) => formatTime('%Y-%m-%d', d),
  T: (d) => formatTime('%H:%M:%S', d),
  R: (d) => formatTime('%H:%M', d),
  D: (d) => formatTime('%m/%d/%y', d),
  c: (d) => formatTime('%a %b %e %H:%M:%S %Y', d),
  x: (d) => formatTime('%m/%d/%y', d),
  X: (d) => formatTime('%H:%M:%S', d),
};

function formatTime(format: string, d: Date): string {
  return format.replace(/%[EO]?(.)/g, (all, letter: string) => directives[letter]?.(d) ?? all);
}

/** The result of asctime and ctime lives in static memory of the library. */
function keepText(m: Machine, text: string): number {
  const pointer = libraryObject(m, 'asctime', 64);
  writeText(m, pointer, bytesOf(text));
  return pointer;
}

const breakDown: NativeRun = (m, [time]) => storeFields(m, libraryObject(m, 'tm', TM_SIZE), readTime(m, time!));
const breakDownInto: NativeRun = (m, [time, into]) => storeFields(m, into as Int, readTime(m, time!));
const makeTime: NativeRun = (m, [fields]) => {
  const d = loadFields(m, fields!);
  storeFields(m, fields as Int, d);
  return Math.floor(d.getTime() / 1000);
};

export const calendar: NativeTable = {
  gmtime: breakDown,
  localtime: breakDown,
  gmtime_r: breakDownInto,
  localtime_r: breakDownInto,
  mktime: makeTime,
  timegm: makeTime,
  tzset: () => 0,
  strftime: (m, [buffer, size, format, fields]) => {
    const text = formatTime(readText(m, format as Int), loadFields(m, fields!));
    if (text.length + 1 > Number(size)) return 0;
    writeText(m, buffer as Int, bytesOf(text));
    return text.length;
  },
  asctime: (m, [fields]) => keepText(m, `${formatTime('%c', loadFields(m, fields!))}\n`),
  ctime: (m, [time]) => keepText(m, `${formatTime('%c', readTime(m, time!))}\n`),
};
