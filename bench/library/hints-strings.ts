// Hints for string.h, ctype.h, stdlib.h and math.h: strings that share memory, numbers in strings, tokens, options.
// Part of hints.ts.

import { textBytes } from './call.js';
import type { Hint, Hints } from './hints.js';
import type { Maker } from './maker.js';

const NUMBERS = [
  '0',
  '12',
  '-7',
  '+5',
  '  42',
  '0x1f',
  '077',
  '1e3',
  '3.25',
  '-',
  '',
  'abc',
  '12abc',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999',
  '-99999999999999999999',
  '2147483648',
  'inf',
  'nan',
  '0x',
  '1e400',
  '.5',
  '1.5e',
  '\t-0x7f',
  'zz',
];
export const numeral = (m: Maker): string => m.pick(...NUMBERS);

const BASES = ['0', '2', '8', '10', '16', '36', '1', '37'];
const integer: Hint = (m) => [m.string(numeral(m)), m.pick('0', `(void *)${m.cell('7')}`), m.pick(...BASES)];

/** The sanitizer does not pass on what these do to the end if the base is invalid. */
const valid: Hint = (m) => [m.string(numeral(m)), m.pick('0', `(void *)${m.cell('7')}`), m.pick(...BASES.slice(0, 6))];
const floating: Hint = (m) => [m.string(numeral(m)), m.pick('0', `(void *)${m.cell('7')}`)];
const simple: Hint = (m) => [m.string(numeral(m))];

/** Room for the copy of a string, and the string. */
const copying: Hint = (m) => {
  const text = m.text();
  return [m.room(text.length + 1 + m.pick(0, 0, 3)), m.string(text)];
};

const bounded: Hint = (m) => {
  const size = m.size();
  return [m.room(size), m.pick(m.string(), m.data(Math.max(size, 1))), String(size)];
};

/** A buffer that has a string already, with room for more. */
const target = (m: Maker, more: number): string => {
  const text = m.text(m.pick(0, 2, 4));
  const room = m.wanted === 'faulty' && m.err() ? Math.max(0, more - 1) : more + m.pick(0, 2);
  return m.block([...textBytes(text), 0, ...Array.from({ length: room }, () => 0xaa)]);
};

const searching = (m: Maker): string[] => {
  const text = m.text();
  const at = m.below(text.length + 1);
  return [m.string(text), m.string(m.pick(text.slice(at, at + 2), m.text(2), ''))];
};

const twice =
  (limit: string[]): Hint =>
  (m) => {
    const text = m.text();
    const other = m.pick(text, text.toUpperCase(), `${text.slice(0, 2)}b`, m.text());
    return [m.string(text), m.string(other), ...(limit.length > 0 ? [m.pick(...limit)] : [])];
  };

const memory: Hint = (m) => {
  const size = m.size();
  const a = m.data(size);
  const same = Array.from({ length: size }, (_, i) => m.blocks.at(-1)?.bytes?.[i] ?? 0);
  return [a, m.pick(m.block(same), m.data(size)), String(size)];
};

const tokens =
  (name: string): Hint =>
  (m) => {
    const text = m.text(8);
    const block = m.block([...textBytes(text), 0]);
    const set = m.string(m.pick(',', ' ,', 'ab', ''));
    const rest = m.cell(name === 'strsep' ? m.pick(block, block, '0') : block);
    if (name === 'strsep') return [`(char **)${rest}`, set];
    if (name === 'strtok') return [block, set];
    return m.wanted === 'faulty' && m.err()
      ? ['0', set, `(char **)${m.cell()}`]
      : [m.pick(block, '0'), set, `(char **)${rest}`];
  };

export const STRING_HINTS: Hints = {
  strcpy: copying,
  stpcpy: copying,
  strncpy: bounded,
  stpncpy: bounded,
  strlcpy: bounded,
  strlcat: (m) => [target(m, 5), m.string(m.text(5)), m.pick('0', '3', '10')],
  strxfrm: (m) => [m.pick(m.room(20), m.room(3)), m.string('ab'), m.pick('3', '0')],
  strcat: (m) => {
    const text = m.text(3);
    return [target(m, 3), m.string(text)];
  },
  strncat: (m) => {
    const text = m.text(5);
    return [target(m, 5), m.string(text), m.pick('0', '1', '3', '5', '100', '(size_t)-1')];
  },
  strstr: searching,
  strcasestr: searching,
  strpbrk: searching,
  strspn: searching,
  strcspn: searching,
  strcmp: twice([]),
  strcoll: twice([]),
  strcasecmp: twice([]),
  strverscmp: twice([]),
  strncmp: twice(['0', '1', '3', '100']),
  strncasecmp: twice(['0', '1', '3', '100']),
  memcmp: memory,
  bcmp: memory,
  memchr: (m) => {
    const size = m.size();
    return [m.data(size), m.pick('97', '0', '255', '353'), String(size)];
  },
  memrchr: (m) => {
    const size = m.size();
    return [m.data(size), m.pick('97', '0', '255'), String(size)];
  },
  rawmemchr: (m) => [m.string(`${m.text()}a`), m.pick('97', '0')],
  memmem: (m) => {
    const n = m.size();
    const k = m.pick(0, 1, 2);
    return [m.data(n), String(n), m.data(k), String(k)];
  },
  strtok: tokens('strtok'),
  strtok_r: tokens('strtok_r'),
  strsep: tokens('strsep'),
  strerror: (m) => [m.pick('0', '2', '12', '9999', '-1')],
  strsignal: (m) => [m.pick('1', '9', '11', '9999')],
  strerrorname_np: (m) => [m.pick('0', '2', '9999')],
  strerror_r: (m) => [m.pick('0', '2', '9999'), m.room(64), '64'],
  strfry: (m) => [m.block([...textBytes(m.text()), 0])],
  basename: (m) => [m.pick('0', m.block([...textBytes(m.pick('', '/', 'a/b', 'a/b/', 'abc', '/a', '//')), 0]))],
  dirname: (m) => [m.pick('0', m.block([...textBytes(m.pick('', '/', 'a/b', 'a/b/', 'abc', '/a', '//')), 0]))],
  atoi: (m) => [m.string(m.pick('0', '12', '-7', '  42', 'abc', '12abc', '', '2147483647'))],
  atol: (m) => [m.string(m.pick('0', '12', '-7', '  42', 'abc', '12abc', ''))],
  atoll: (m) => [m.string(m.pick('0', '12', '-7', '  42', 'abc', '12abc', ''))],
  atof: simple,
  strtol: valid,
  strtoul: integer,
  strtoll: valid,
  strtoull: integer,
  strtoq: integer,
  strtoimax: valid,
  strtoumax: valid,
  strtod: floating,
  strtof: floating,
  strtold: floating,
  rpmatch: (m) => [m.string(m.pick('y', 'n', 'x', 'yes', ''))],
  abs: (m) => [m.pick('0', '1', '-1', '-2147483647')],
  labs: (m) => [m.pick('0', '1', '-1', '-2147483648')],
  llabs: (m) => [m.pick('0', '1', '-1', '-2147483648')],
  isascii: (m) => [m.pick('0', '127', '128', '-1')],
  toascii: (m) => [m.pick('0', '127', '128', '200')],
  iswctype: (m) => [m.pick('65', '48'), 'wctype("alpha")'],
  wctype: (m) => [m.string(m.pick('alpha', 'digit', 'none'))],
  getsubopt: (m) => {
    m.before.push('char *tokens[] = { "a", "bc", 0 };');
    const text = m.block([...textBytes(m.pick('a,bc=1', 'bc=,x', 'x', '')), 0]);
    return [`(char **)${m.cell(text)}`, 'tokens', `(char **)${m.cell('7')}`];
  },
  getenv: (m) => [m.string(m.pick('HOME', 'NO_SUCH_VARIABLE', ''))],
  secure_getenv: (m) => [m.string(m.pick('HOME', 'NO_SUCH_VARIABLE'))],
  setenv: (m) => {
    m.after.push('say_number("set", getenv("caulk") != 0);');
    return [m.string(m.pick('caulk', '', 'a=b')), m.string('value'), m.pick('0', '1')];
  },
  unsetenv: (m) => [m.string(m.pick('caulk', 'HOME', '', 'a=b'))],
  putenv: (m) => {
    m.after.push('say_pointer("environment", getenv("caulk"));');
    return [m.string(m.pick('caulk=1', 'caulk'))];
  },
  rand_r: (m) => [`(void *)${m.block([1, 2, 3, 4])}`],
  jrand48: (m) => [`(void *)${m.block([1, 2, 3, 4, 5, 6])}`],
  nrand48: (m) => [`(void *)${m.block([1, 2, 3, 4, 5, 6])}`],
  erand48: (m) => [`(void *)${m.block([1, 2, 3, 4, 5, 6])}`],
  initstate: (m) => ['1', m.room(64), '64'],
  setstate: (m) => {
    m.before.push('static char state[64]; initstate(1, state, 64);');
    return ['state'];
  },
  getloadavg: (m) => [`(void *)${m.room(24)}`, '3'],
  arc4random_buf: (m) => [m.room(8), '8'],
  getrandom: (m) => [m.room(8), '8', '0'],
  getentropy: (m) => [m.room(8), '8'],
  exit: () => 'exit(0)',
  nan: (m) => [m.string(m.pick('', '1', 'x'))],
  nanf: (m) => [m.string(m.pick('', '1'))],
  nanl: (m) => [m.string(m.pick('', '1'))],
  fegetenv: (m) => [m.opaque('sizeof(fenv_t)')],
  fesetenv: () => ['FE_DFL_ENV'],
  feholdexcept: (m) => [m.opaque('sizeof(fenv_t)')],
  feupdateenv: () => ['FE_DFL_ENV'],
  feenableexcept: () => ['0'],
  fedisableexcept: () => ['0'],
  feraiseexcept: () => ['0'],
  fesetround: (m) => [m.pick('FE_TONEAREST', '77')],
  __builtin_clz: (m) => [m.pick('1', '2', '255', '0xffffffffu')],
  __builtin_ctz: (m) => [m.pick('1', '2', '256', '0x80000000u')],
  __builtin_clzl: (m) => [m.pick('1', '255', '1ul << 63')],
  __builtin_ctzl: (m) => [m.pick('1', '256', '1ul << 63')],
  __builtin_clzll: (m) => [m.pick('1', '255', '1ull << 63')],
  __builtin_ctzll: (m) => [m.pick('1', '256', '1ull << 63')],
  __builtin_cpu_supports: () => ['"sse2"'],
  __builtin_cpu_is: () => ['"intel"'],
  __builtin_nan: () => ['""'],
  __builtin_nanf: () => ['""'],
  __builtin_return_address: () => ['0'],
  __builtin_frame_address: () => ['0'],
  __builtin_extract_return_addr: () => ['__builtin_return_address(0)'],
  __builtin_expect: (m) => [m.pick('0', '1', '-5'), '1'],
  __builtin_expect_with_probability: (m) => [m.pick('0', '1'), '1', '0.5'],
  __builtin_assume_aligned: (m) => [m.block([1, 2, 3, 4, 5, 6, 7, 8]), '1'],
  __builtin_prefetch: (m) => [m.block([1])],
  __builtin___clear_cache: (m) => {
    const block = m.block([1, 2, 3]);
    return [`(char *)${block}`, `(char *)${block} + 3`];
  },
};
