// Hints for wide and multibyte characters.
// Part of hints.ts.

import type { Hint, Hints } from './hints.js';
import { numeral } from './hints-strings.js';
import type { Maker } from './maker.js';

const W = (p: string): string => `(wchar_t *)${p}`;

const copying: Hint = (m) => {
  const text = m.text();
  return [W(m.room(text.length + 1, 4)), W(m.wide(text))];
};

const bounded: Hint = (m) => {
  const size = m.size();
  return [W(m.room(size, 4)), W(m.wide()), String(size)];
};

const appended = (m: Maker, more: number): string =>
  W(m.block([97, 0, 0, 0, 0, 0, 0, 0, ...Array.from({ length: 4 * more }, () => 0xaa)]));

const searching: Hint = (m) => {
  const text = m.text(6);
  return [W(m.wide(text)), W(m.wide(m.pick(text.slice(2, 4), 'b', '')))];
};

const one: Hint = (m) => [W(m.wide()), m.pick('97', '0', '98')];

const twice =
  (limit: readonly string[]): Hint =>
  (m) => {
    const text = m.text(4);
    return [
      W(m.wide(text)),
      W(m.wide(m.pick(text, text.toUpperCase(), m.text(3)))),
      ...(limit.length > 0 ? [m.pick(...limit)] : []),
    ];
  };

const integer: Hint = (m) => [W(m.wide(numeral(m))), m.pick('0', `(void *)${m.cell('7')}`), m.pick('0', '10', '16')];

const state: Hint = (m) => m.pick(['0'], [`(void *)${m.block([0, 0, 0, 0, 0, 0, 0, 0])}`]);
const stateOf = (m: Maker): string => (state(m) as readonly string[])[0]!;

const convert =
  (first: (m: Maker) => string): Hint =>
  (m) => [first(m), m.pick('0', m.string('abc')), m.pick('0', '1', '3'), stateOf(m)];

export const WIDE_HINTS: Hints = {
  wcsnlen: (m) => [W(m.wide()), m.pick('0', '2', '100')],
  wcscpy: copying,
  wcpcpy: copying,
  wcsncpy: bounded,
  wcscat: (m) => [appended(m, 3), W(m.wide('abc'))],
  wcsncat: (m) => [appended(m, 3), W(m.wide('abc')), m.pick('0', '1', '3', '100')],
  wcscmp: twice([]),
  wcscoll: twice([]),
  wcscasecmp: twice([]),
  wcsncmp: twice(['0', '1', '9']),
  wcsncasecmp: twice(['0', '1', '9']),
  wcsxfrm: (m) => [W(m.room(8, 4)), W(m.wide('ab')), m.pick('0', '8')],
  wcschr: one,
  wcsrchr: one,
  wcsstr: searching,
  wcspbrk: searching,
  wcsspn: searching,
  wcscspn: searching,
  wcstok: (m) => {
    const text = W(m.wide('ab,cd'));
    return [m.pick(text, '0'), W(m.wide(',')), `(wchar_t **)${m.cell(m.pick(text, '0'))}`];
  },
  wmemset: (m) => {
    const size = m.size();
    return [W(m.room(size, 4)), m.pick('0', '97', '0x20ac'), String(size)];
  },
  wmemchr: (m) => {
    const size = m.pick(0, 1, 4);
    return [W(m.data(size, 4)), '0', String(size)];
  },
  wmemcmp: (m) => {
    const size = m.pick(0, 1, 4);
    return [W(m.data(size, 4)), W(m.data(size, 4)), String(size)];
  },
  wcstol: integer,
  wcstoul: integer,
  wcstoll: integer,
  wcstod: (m) => [W(m.wide(numeral(m))), m.pick('0', `(void *)${m.cell('7')}`)],
  wcswidth: (m) => [W(m.wide()), m.pick('0', '2', '100')],
  wcsftime: (m) => {
    m.before.push('struct tm t = { .tm_year = 100, .tm_mday = 1 };');
    return [W(m.room(16, 4)), m.pick('16', '3'), 'L"%Y-%m"', '&t'];
  },
  mblen: (m) => [m.pick('0', m.string('abc'), m.string('')), m.pick('0', '1', '3')],
  mbtowc: (m) => [m.pick('0', W(m.room(1, 4))), m.pick('0', m.string('abc'), m.string('')), m.pick('0', '1', '3')],
  wctomb: (m) => [m.pick('0', m.room(6)), m.pick('0', '97', '0x20ac')],
  mbstowcs: (m) => [m.pick('0', W(m.room(8, 4))), m.string(m.pick('abc', '', 'abcdefghij')), '8'],
  wcstombs: (m) => [m.pick('0', m.room(8)), W(m.wide(m.pick('abc', '', 'abcdefghij'))), '8'],
  mbsinit: (m) => [stateOf(m)],
  mbrlen: (m) => [m.pick('0', m.string('abc'), m.string('')), m.pick('0', '1', '3'), stateOf(m)],
  mbrtowc: convert((m) => m.pick('0', W(m.room(1, 4)))),
  mbrtoc32: convert((m) => m.pick('0', `(void *)${m.room(1, 4)}`)),
  wcrtomb: (m) => [m.pick('0', m.room(6)), m.pick('0', '97', '0x20ac'), stateOf(m)],
  c32rtomb: (m) => [m.pick('0', m.room(6)), m.pick('0', '97', '0x20ac'), stateOf(m)],
  mbsrtowcs: (m) => [
    m.pick('0', W(m.room(8, 4))),
    `(const char **)${m.cell(m.string(m.pick('abc', '', 'abcdefghij')))}`,
    '8',
    stateOf(m),
  ],
  mbsnrtowcs: (m) => [
    m.pick('0', W(m.room(8, 4))),
    `(const char **)${m.cell(m.string(m.pick('abc', '', 'abcdefghij')))}`,
    m.pick('2', '20'),
    '8',
    stateOf(m),
  ],
  wcsnrtombs: (m) => [
    m.pick('0', m.room(8)),
    `(const wchar_t **)${m.cell(m.wide(m.pick('abc', '', 'abcdefghij')))}`,
    m.pick('2', '20'),
    '8',
    stateOf(m),
  ],
  wcsrtombs: (m) => [
    m.pick('0', m.room(8)),
    `(const wchar_t **)${m.cell(m.wide(m.pick('abc', '', 'abcdefghij')))}`,
    '8',
    stateOf(m),
  ],
};
