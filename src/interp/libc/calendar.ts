// Calendar time in fields, as in struct tm, and as text: strftime and strptime in the C locale, UTC.
// Pure functions; time-h.ts moves the fields from and to the program's memory.

/** The first nine members of struct tm, with the units of C: months and days of week and year from 0, years from 1900. */
export interface Calendar {
  second: number;
  minute: number;
  hour: number;
  day: number;
  month: number;
  year: number;
  weekDay: number;
  yearDay: number;
  summer: number;
}

const DAY = 86_400_000;
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function calendarOf(seconds: number): Calendar {
  const d = new Date(seconds * 1000);
  return {
    second: d.getUTCSeconds(),
    minute: d.getUTCMinutes(),
    hour: d.getUTCHours(),
    day: d.getUTCDate(),
    month: d.getUTCMonth(),
    year: d.getUTCFullYear() - 1900,
    weekDay: d.getUTCDay(),
    yearDay: Math.floor((d.getTime() - startOf(d.getUTCFullYear(), 0, 1)) / DAY),
    summer: 0,
  };
}

/** Members may be out of their ranges; NaN if the time is beyond what a Date holds. */
export function secondsOf(c: Calendar): number {
  const time = startOf(c.year + 1900, c.month, c.day);
  return Math.floor(time / 1000) + 3600 * c.hour + 60 * c.minute + c.second;
}

/** Date.UTC takes years below 100 for those of the 20th century. */
function startOf(year: number, month: number, day: number): number {
  const d = new Date(0);
  return d.setUTCFullYear(year, month, day);
}

const padded = (n: number, width: number, fill: string) => {
  const digits = String(Math.abs(n)).padStart(n < 0 ? width - 1 : width, fill);
  return n < 0 ? `-${digits}` : digits;
};
const two = (n: number) => padded(n, 2, '0');
const name = (names: readonly string[], at: number) => names[at] ?? '?';
const modulo = (n: number, by: number) => ((n % by) + by) % by;
const hour12 = (c: Calendar) => (c.hour > 12 ? c.hour - 12 : c.hour || 12);

/** The number of the week of ISO 8601, and the year that it belongs to. */
function isoWeek(c: Calendar): { year: number; week: number } {
  const weekDay = (c.weekDay + 6) % 7;
  const week = Math.floor((c.yearDay - weekDay + 10) / 7);
  const year = c.year + 1900;
  if (week < 1) return { year: year - 1, week: weeksIn(year - 1) };
  return week > weeksIn(year) ? { year: year + 1, week: 1 } : { year, week };
}

function weeksIn(year: number): number {
  const first = new Date(startOf(year, 0, 1)).getUTCDay();
  const isLeap = startOf(year, 2, 1) - startOf(year, 1, 1) === 29 * DAY;
  return first === 4 || (isLeap && first === 3) ? 53 : 52;
}

const directives: Record<string, (c: Calendar) => string> = {
  a: (c) => name(DAYS, c.weekDay).slice(0, 3),
  A: (c) => name(DAYS, c.weekDay),
  b: (c) => name(MONTHS, c.month).slice(0, 3),
  B: (c) => name(MONTHS, c.month),
  c: (c) => formatCalendar('%a %b %e %H:%M:%S %Y', c),
  C: (c) => two(Math.floor((c.year + 1900) / 100)),
  d: (c) => two(c.day),
  D: (c) => formatCalendar('%m/%d/%y', c),
  e: (c) => padded(c.day, 2, ' '),
  F: (c) => formatCalendar('%Y-%m-%d', c),
  g: (c) => two(modulo(isoWeek(c).year, 100)),
  G: (c) => String(isoWeek(c).year),
  h: (c) => formatCalendar('%b', c),
  H: (c) => two(c.hour),
  I: (c) => two(hour12(c)),
  j: (c) => padded(c.yearDay + 1, 3, '0'),
  k: (c) => padded(c.hour, 2, ' '),
  l: (c) => padded(hour12(c), 2, ' '),
  m: (c) => two(c.month + 1),
  M: (c) => two(c.minute),
  n: () => '\n',
  p: (c) => (c.hour > 11 ? 'PM' : 'AM'),
  P: (c) => (c.hour > 11 ? 'pm' : 'am'),
  r: (c) => formatCalendar('%I:%M:%S %p', c),
  R: (c) => formatCalendar('%H:%M', c),
  s: (c) => String(secondsOf(c)),
  S: (c) => two(c.second),
  t: () => '\t',
  T: (c) => formatCalendar('%H:%M:%S', c),
  u: (c) => String(modulo(c.weekDay - 1, 7) + 1),
  U: (c) => two(Math.floor((c.yearDay - c.weekDay + 7) / 7)),
  V: (c) => two(isoWeek(c).week),
  w: (c) => String(c.weekDay),
  W: (c) => two(Math.floor((c.yearDay - ((c.weekDay + 6) % 7) + 7) / 7)),
  x: (c) => formatCalendar('%m/%d/%y', c),
  X: (c) => formatCalendar('%H:%M:%S', c),
  y: (c) => two(modulo(c.year, 100)),
  Y: (c) => String(c.year + 1900),
  z: () => '+0000',
  Z: () => 'UTC',
  '%': () => '%',
};

/** strftime: members are printed as they are, in their ranges or not. */
export function formatCalendar(format: string, c: Calendar): string {
  return format.replace(/%[EO]?(.)/gs, (all, letter: string) => directives[letter]?.(c) ?? all);
}

/** asctime. */
export function describeCalendar(c: Calendar): string {
  const known = (names: readonly string[], at: number) => (names[at] ?? '???').slice(0, 3);
  return `${known(DAYS, c.weekDay)} ${known(MONTHS, c.month)}${formatCalendar(' %e %T %Y', c)}\n`;
}

// ---- strptime --------------------------------------------------------------------------------------------------

/** A number of so many digits, its range, and the members that follow from it. */
type Reader = readonly [digits: number, from: number, to: number, (n: number) => Partial<Calendar>];

const numbers: Record<string, Reader> = {
  d: [2, 1, 31, (day) => ({ day })],
  e: [2, 1, 31, (day) => ({ day })],
  H: [2, 0, 23, (hour) => ({ hour })],
  I: [2, 1, 12, (n) => ({ hour: n % 12 })],
  j: [3, 1, 366, (n) => ({ yearDay: n - 1 })],
  m: [2, 1, 12, (n) => ({ month: n - 1 })],
  M: [2, 0, 59, (minute) => ({ minute })],
  S: [2, 0, 61, (second) => ({ second })],
  w: [1, 0, 6, (weekDay) => ({ weekDay })],
  y: [2, 0, 99, (n) => ({ year: n < 69 ? n + 100 : n })],
  Y: [4, 0, 9999, (n) => ({ year: n - 1900 })],
};

const composed: Record<string, string> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

/** Names, and the members that follow from the index of one. */
type Names = readonly [readonly string[], (n: number, c: Calendar) => Partial<Calendar>];
const WEEKDAY: Names = [DAYS, (weekDay) => ({ weekDay })];
const MONTH: Names = [MONTHS, (month) => ({ month })];
const HALF: Names = [['AM', 'PM'], (n, c) => ({ hour: (c.hour % 12) + 12 * n })];
const named: Record<string, Names> = { a: WEEKDAY, A: WEEKDAY, b: MONTH, B: MONTH, h: MONTH, p: HALF };

/** strptime: the characters used, or -1; `c` gets the members that were read, and days that follow from these. */
export function parseCalendar(text: string, format: string, c: Calendar): number {
  const used = readFormat(text, format.replace(/%[EO]/g, '%'), c);
  const weekDay = /%[aAwc]/.test(format) ? { weekDay: c.weekDay } : {};
  if (/%[dejFDcx]/.test(format)) completeDays(c, /%j/.test(format) ? 'year' : 'month');
  Object.assign(c, weekDay);
  return used;
}

/** The other days, from that of the month or of the year. */
function completeDays(c: Calendar, from: 'month' | 'year'): void {
  const byYear = from === 'year';
  const known = calendarOf(secondsOf(byYear ? { ...c, month: 0, day: c.yearDay + 1 } : c));
  Object.assign(c, byYear ? { month: known.month, day: known.day } : { yearDay: known.yearDay });
  c.weekDay = known.weekDay;
}

function readFormat(text: string, format: string, c: Calendar): number {
  let at = 0;
  for (let i = 0; i < format.length; i++) {
    const letter = format[i]!;
    if (/\s/.test(letter)) at += /^\s*/.exec(text.slice(at))![0].length;
    else if (letter !== '%') {
      if (text[at] !== letter) return -1;
      at++;
    } else {
      const used = readDirective(text.slice(at), format[++i] ?? '', c);
      if (used < 0) return -1;
      at += used;
    }
  }
  return at;
}

function readDirective(text: string, letter: string, c: Calendar): number {
  const inner = composed[letter];
  if (inner) return readFormat(text, inner, c);
  const space = /^\s*/.exec(text)![0].length;
  if (letter === 'n' || letter === 't') return space;
  if (letter === '%') return text.startsWith('%') ? 1 : -1;
  const words = named[letter];
  if (words) return readName(text, words, c);
  return numbers[letter] ? readNumber(text, space, numbers[letter], c) : -1;
}

function readNumber(text: string, start: number, [most, from, to, members]: Reader, c: Calendar): number {
  const digits = new RegExp(`^\\d{1,${most}}`).exec(text.slice(start))?.[0] ?? '';
  if (digits === '' || Number(digits) < from || Number(digits) > to) return -1;
  Object.assign(c, members(Number(digits)));
  return start + digits.length;
}

/** The whole name or its first three letters. */
function readName(text: string, [all, members]: Names, c: Calendar): number {
  const lower = text.toLowerCase();
  for (const length of [Number.POSITIVE_INFINITY, 3]) {
    const n = all.findIndex((word) => lower.startsWith(word.slice(0, length).toLowerCase()));
    if (n < 0) continue;
    Object.assign(c, members(n, c));
    return all[n]!.slice(0, length).length;
  }
  return -1;
}
