// time.h on a calendar without time zones: everything is UTC.
// Natives; the clock itself is in system.ts, what calendars are as text in calendar.ts.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { type Calendar, calendarOf, describeCalendar, formatCalendar, parseCalendar, secondsOf } from './calendar.js';
import { EOVERFLOW, libraryObject, refuse } from './errno.js';
import { bytesOf, readText, writePointer, writeText } from './strings.js';

/** The members of struct tm that are ints; glibc has an offset and the name of a zone behind them. */
const MEMBERS = [
  'second',
  'minute',
  'hour',
  'day',
  'month',
  'year',
  'weekDay',
  'yearDay',
  'summer',
] as const satisfies readonly (keyof Calendar)[];

const sizeOfCalendar = (m: Machine): number => (m.pointerSize === 8 ? 56 : 44);

function readTime(m: Machine, where: Value): number {
  const a = m.memory.at(where as Int, m.pointerSize);
  return m.pointerSize === 8 ? Number(m.memory.view.getBigInt64(a, true)) : m.memory.view.getInt32(a, true);
}

/** Null if the year is not an int. */
function storeCalendar(m: Machine, where: Int, c: Calendar, zone: 'GMT' | 'UTC'): Int {
  if (Number.isNaN(c.year)) return refuse(m, EOVERFLOW, 0);
  const size = sizeOfCalendar(m);
  const a = m.memory.atWrite(where, size);
  m.memory.u8.fill(0, a, a + size);
  for (const [i, member] of MEMBERS.entries()) m.memory.view.setInt32(a + 4 * i, c[member], true);
  const text = libraryObject(m, `zone ${zone}`, 4);
  writeText(m, text, bytesOf(zone));
  writePointer(m, (where as number) + size - m.pointerSize, text);
  return where;
}

export function loadCalendar(m: Machine, where: Value): Calendar {
  const a = m.memory.at(where as Int, 4 * MEMBERS.length);
  const values = MEMBERS.map((member, i) => [member, m.memory.view.getInt32(a + 4 * i, true)] as const);
  return Object.fromEntries(values) as unknown as Calendar;
}

/** Text in static memory of the library, or in that of the program. */
function putText(m: Machine, where: Value | undefined, text: string): Value {
  const target = (where as Int) ?? libraryObject(m, 'asctime', 64);
  writeText(m, target, bytesOf(text));
  return target;
}

const breakDown =
  (zone: 'GMT' | 'UTC'): NativeRun =>
  (m, [time, into]) => {
    const c = calendarOf(readTime(m, time!));
    return storeCalendar(m, (into as Int) ?? libraryObject(m, 'tm', sizeOfCalendar(m)), c, zone);
  };

const makeTime =
  (zone: 'GMT' | 'UTC'): NativeRun =>
  (m, [where]) => {
    const seconds = secondsOf(loadCalendar(m, where!));
    if (Number.isNaN(seconds)) return refuse(m, EOVERFLOW, -1);
    storeCalendar(m, where as Int, calendarOf(seconds), zone);
    return seconds;
  };

const describe: NativeRun = (m, [fields, into]) => putText(m, into, describeCalendar(loadCalendar(m, fields!)));
const describeTime: NativeRun = (m, [time, into]) => putText(m, into, describeCalendar(calendarOf(readTime(m, time!))));

export const calendar: NativeTable = {
  gmtime: breakDown('GMT'),
  localtime: breakDown('UTC'),
  gmtime_r: breakDown('GMT'),
  localtime_r: breakDown('UTC'),
  mktime: makeTime('UTC'),
  timelocal: makeTime('UTC'),
  timegm: makeTime('GMT'),
  tzset: () => 0,
  strftime: (m, [buffer, size, format, fields]) => {
    const text = formatCalendar(readText(m, format as Int), loadCalendar(m, fields!));
    if (text.length + 1 > Number(size)) return 0;
    writeText(m, buffer as Int, bytesOf(text));
    return text.length;
  },
  strptime: (m, [text, format, fields]) => {
    const c = loadCalendar(m, fields!);
    const used = parseCalendar(readText(m, text as Int), readText(m, format as Int), c);
    const a = m.memory.atWrite(fields as Int, sizeOfCalendar(m));
    for (const [i, member] of MEMBERS.entries()) m.memory.view.setInt32(a + 4 * i, c[member], true);
    return used < 0 ? 0 : (text as number) + used;
  },
  asctime: describe,
  asctime_r: describe,
  ctime: describeTime,
  ctime_r: describeTime,
};
