// locale.h, langinfo.h and libintl.h: only the C locale, without translations.
// Natives; every string that they are given must be there, even where nothing depends on it.

import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { EINVAL, ENOENT, libraryObject, libraryText, refuse } from './errno.js';
import { readText, stringLength, writePointer } from './strings.js';

/** LC_CTYPE to LC_IDENTIFICATION. */
const CATEGORIES = 13;
const FOLDER = '/usr/share/locale';

function optionalText(m: Machine, text: Value | undefined): string | null {
  return text === 0 ? null : readText(m, text as Int);
}

/** A text is its own translation; those of one and of many things differ. */
const translate =
  (index: number): NativeRun =>
  (m, args) => {
    for (const text of args.slice(0, index + 1)) if (text !== 0) stringLength(m, text as Int);
    return args[index]!;
  };

const choose =
  (index: number): NativeRun =>
  (m, args) => {
    for (const text of args.slice(0, index + 2)) if (text !== 0) stringLength(m, text as Int);
    return args[index] === 0 || Number(args[index + 2]) === 1 ? args[index]! : args[index + 1]!;
  };

/** What the library remembers under a name until it is given another text. */
function remember(m: Machine, name: string, text: string | null, initially: string): Value {
  const known = m.process.objects.get(name);
  if (text === null && known !== undefined) return known;
  const kept = libraryText(m, text ?? initially);
  m.process.objects.set(name, kept);
  return kept;
}

const SUNDAY = 0x20007;
const ABBREVIATED_SUNDAY = 0x20000;
const JANUARY = 0x2001a;
const ABBREVIATED_JANUARY = 0x2000e;

function names(first: number, text: string): [number, string][] {
  return text.split(' ').map((word, i) => [first + i, word]);
}

const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday';
const MONTHS = 'January February March April May June July August September October November December';
const short = (text: string) =>
  text
    .split(' ')
    .map((word) => word.slice(0, 3))
    .join(' ');

/** nl_langinfo by glibc's numbers: the category, shifted, and the index in it. */
const INFORMATION: ReadonlyMap<number, string> = new Map([
  [14, 'ANSI_X3.4-1968'],
  [0x10000, '.'],
  ...names(ABBREVIATED_SUNDAY, short(DAYS)),
  ...names(SUNDAY, DAYS),
  ...names(ABBREVIATED_JANUARY, short(MONTHS)),
  ...names(JANUARY, MONTHS),
  ...names(0x20026, 'AM PM'),
  [0x20028, '%a %b %e %H:%M:%S %Y'],
  [0x20029, '%m/%d/%y'],
  [0x2002a, '%H:%M:%S'],
  [0x2002b, '%I:%M:%S %p'],
  [0x50000, '^[yY]'],
  [0x50001, '^[nN]'],
]);

/** struct lconv: ten strings, of which only the decimal point is not empty, then numbers that are not available. */
const conventions: NativeRun = (m) => {
  const strings = 10 * m.pointerSize;
  const record = libraryObject(m, 'lconv', strings + 16);
  for (let i = 0; i < 10; i++) writePointer(m, record + i * m.pointerSize, libraryText(m, i === 0 ? '.' : ''));
  const a = m.memory.atWrite(record + strings, 14);
  m.memory.u8.fill(127, a, a + 14);
  return record;
};

export const locale: NativeTable = {
  setlocale: (m, [category, name]) => {
    const wanted = optionalText(m, name);
    if (Number(category) < 0 || Number(category) >= CATEGORIES) return refuse(m, EINVAL, 0);
    if (wanted !== null && !['', 'C', 'POSIX'].includes(wanted)) return refuse(m, ENOENT, 0);
    return libraryText(m, 'C');
  },
  localeconv: conventions,
  nl_langinfo: (m, [item]) => libraryText(m, INFORMATION.get(Number(item)) ?? ''),
  __ctype_get_mb_cur_max: () => 1,
  textdomain: (m, [domain]) => remember(m, 'text domain', optionalText(m, domain) || null, 'messages'),
  bindtextdomain: (m, [domain, folder]) => {
    const name = optionalText(m, domain);
    return name ? remember(m, `folder of ${name}`, optionalText(m, folder), FOLDER) : 0;
  },
  bind_textdomain_codeset: (m, [domain, codeset]) => {
    const name = optionalText(m, domain);
    const wanted = optionalText(m, codeset);
    const known = `code set of ${name}`;
    if (!name || (wanted === null && !m.process.objects.has(known))) return 0;
    return remember(m, known, wanted, '');
  },
  gettext: translate(0),
  dgettext: translate(1),
  dcgettext: translate(1),
  ngettext: choose(0),
  dngettext: choose(1),
  dcngettext: choose(1),
};
