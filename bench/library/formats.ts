// Calls of the printf and scanf families: every directive with values at the borders, matching and not matching input.
// One group of calls for each directive, beside those of single functions.

import { hash } from './arguments.js';
import type { Call, ResultKind } from './call.js';
import { literal, textBytes } from './call.js';
import { Maker, Random } from './maker.js';

type Values = readonly string[];

const INTS: Values = ['0', '7', '-42', '2147483647', '(-2147483647 - 1)'];
const UNSIGNED: Values = ['0u', '255u', '0xffffffffu'];
const LONGS: Values = ['0l', '-1l', '9223372036854775807l'];
const DOUBLES: Values = [
  '0.0',
  '-1.5',
  '3.14159',
  '1e100',
  '1e-5',
  '123456789.0',
  '__builtin_inf()',
  '__builtin_nan("")',
  '2.5',
];
const STRINGS: Values = ['"hello"', '""', '"a\\tb"'];

/** Directives of printf with the arguments of each. */
const PRINTED: Readonly<Record<string, Values>> = {
  '%d': INTS,
  '%i': INTS,
  '%u': UNSIGNED,
  '%x': UNSIGNED,
  '%X': UNSIGNED,
  '%o': UNSIGNED,
  '%#x': UNSIGNED,
  '%#o': UNSIGNED,
  '%c': ["'a'", '0', '255'],
  '%s': STRINGS,
  '%p': ['(void *)0'],
  '%f': DOUBLES,
  '%F': DOUBLES,
  '%e': DOUBLES,
  '%g': DOUBLES,
  '%G': DOUBLES,
  '%a': ['1.0', '0.5', '0.0', '-3.75'],
  '%.0f': DOUBLES,
  '%.2f': DOUBLES,
  '%10.3e': DOUBLES,
  '%#g': ['1.0'],
  '%Lf': ['1.5L', '0.0L'],
  '%ld': LONGS,
  '%lld': ['0ll', '-9223372036854775807ll'],
  '%lu': ['0ul', '18446744073709551615ul'],
  '%hd': ['70000', '-1', '32768'],
  '%hu': ['70000', '-1'],
  '%hhd': ['300', '-1', '128'],
  '%hhx': ['511'],
  '%zu': ['(size_t)5', '(size_t)-1'],
  '%jd': ['(intmax_t)-5'],
  '%td': ['(ptrdiff_t)-5'],
  '%5d': INTS,
  '%-5d|': INTS,
  '%05d': INTS,
  '%+d': INTS,
  '% d': INTS,
  '%.3d': INTS,
  '%8.3d': INTS,
  '%.0d': ['0', '1'],
  '%.3s': STRINGS,
  '%8s': STRINGS,
  '%-8s|': STRINGS,
  '%.0s': STRINGS,
  '%*d': ['5, 42', '-5, 42', '0, 1'],
  '%.*s': ['2, "hello"', '-1, "hello"', '0, "hello"'],
  '%*.*f': ['8, 2, 3.14159'],
  '%2$s %1$s': ['"a", "b"'],
  '%1$d %1$d': ['5'],
  '%ls': ['L"wide"', 'L""'],
  '%lc': ["L'w'"],
  '%S': ['L"wide"'],
  '%%': [''],
  '%m': [''],
  plain: [''],
  '': [''],
  '%d %s %c': ['1, "x", 99'],
  "%'d": ['1234567'],
};

/** Directives of scanf: the type of the argument, and inputs. */
const SCANNED: Readonly<Record<string, readonly [string, Values]>> = {
  '%d': ['int', ['12', ' -7x', 'x', '', '99999999999', '+5']],
  '%i': ['int', ['0x1f', '077', '12', 'x']],
  '%u': ['unsigned', ['12', '-1', 'x']],
  '%x': ['unsigned', ['ff', '0xFF', 'g']],
  '%o': ['unsigned', ['17', '8']],
  '%hd': ['short', ['12', '70000']],
  '%hhd': ['signed char', ['12', '300']],
  '%ld': ['long', ['12', '9223372036854775808']],
  '%lld': ['long long', ['-5']],
  '%zu': ['size_t', ['5']],
  '%jd': ['intmax_t', ['5']],
  '%f': ['float', ['1.5', 'x', '1e3', '.', 'inf']],
  '%lf': ['double', ['1.5', '-.5e2', 'nan', '0x1p3']],
  '%Lf': ['long double', ['1.5']],
  '%p': ['void *', ['0x10', 'x']],
  '%3d': ['int', ['12345', '1']],
  '%2d%*d': ['int', ['123456']],
  '%*d': ['int', ['12', 'x']],
  'a%db': ['int', ['a5b', 'a5c', 'b5']],
  '%d%n': ['int', ['12 3']],
  ' %d': ['int', ['  5']],
  '%%%d': ['int', ['%5', '5']],
};

/** Directives of scanf that write text: the room they need. */
const SCANNED_TEXT: Readonly<Record<string, readonly [number, Values]>> = {
  '%c': [1, ['abc', '']],
  '%5c': [5, ['abcdefg', 'abc']],
  '%s': [8, ['hello x', '  a', '']],
  '%4s': [5, ['hello', 'ab']],
  '%[a-z]': [8, ['abcD', 'X', '']],
  '%[^,]': [8, ['ab,c', ',']],
  '%3[0-9]': [4, ['12345', 'x']],
  '%*s %s': [8, ['one two', 'one']],
  '%[]x]': [8, ['x]a']],
};

/** Directives that allocate. */
const SCANNED_NEW: Readonly<Record<string, Values>> = {
  '%ms': ['hello', ''],
  '%m[a-z]': ['abcD', 'X'],
  '%mc': ['x', ''],
  '%3ms': ['hello'],
};

export interface FormatGroup {
  /** `printf %d`. */
  readonly name: string;
  readonly calls: readonly Call[];
}

export function formatGroups(seed: number, serial: () => number): FormatGroup[] {
  const make = (name: string, value: string) =>
    new Maker(new Random(seed ^ hash(`${name} ${value}`)), serial(), 'sound');
  const group = (name: string, values: Values, call: (m: Maker, value: string) => Call): FormatGroup => ({
    name,
    calls: values.flatMap((value) => [call(make(name, value), value)]),
  });
  return [
    ...Object.entries(PRINTED).map(([format, values]) =>
      group(`printf ${format}`, values, (m, v) => printing(m, format, v)),
    ),
    ...Object.entries(PRINTED).map(([format, values]) =>
      group(`snprintf ${format}`, values, (m, v) => printingInto(m, format, v)),
    ),
    ...Object.entries(PRINTED).map(([format, values]) =>
      group(`asprintf ${format}`, values.slice(0, 2), (m, v) => printingNew(m, format, v)),
    ),
    group('printf %n', ['0'], (m) => printingCount(m)),
    ...Object.entries(SCANNED).map(([format, [type, inputs]]) =>
      group(`sscanf ${format}`, inputs, (m, v) => scanning(m, format, type, v)),
    ),
    ...Object.entries(SCANNED_TEXT).map(([format, [size, inputs]]) =>
      group(`sscanf ${format}`, inputs, (m, v) => scanningText(m, format, size, v)),
    ),
    ...Object.entries(SCANNED_NEW).map(([format, inputs]) =>
      group(`sscanf ${format}`, inputs, (m, v) => scanningNew(m, format, v)),
    ),
    ...FAULTS.map(([name, call]) => group(name, ['0'], call)),
  ];
}

const comma = (value: string): string => (value === '' ? '' : `, ${value}`);
const quote = (format: string): string => literal(textBytes(format));

const printing = (m: Maker, format: string, value: string): Call =>
  finish(m, 'printf', `printf(${quote(format)}${comma(value)})`);

/** Into too little room, half of the time. */
function printingInto(m: Maker, format: string, value: string): Call {
  const size = m.pick(0, 1, 4, 32);
  return finish(m, 'snprintf', `snprintf((char *)${m.room(size)}, ${size}, ${quote(format)}${comma(value)})`);
}

function printingNew(m: Maker, format: string, value: string): Call {
  const cell = m.cell('7');
  m.after.push('say_text(c0);');
  return finish(m, 'asprintf', `asprintf((char **)${cell}, ${quote(format)}${comma(value)})`);
}

function printingCount(m: Maker): Call {
  return finish(m, 'printf', `printf("abc%n\\n", (int *)${m.room(4)})`);
}

function scanning(m: Maker, format: string, type: string, input: string): Call {
  m.before.push(`union { unsigned char bytes[16]; ${type} value; } to; memset(&to, 170, sizeof to); int n = 77;`);
  const size = /Lf/.test(format) ? 10 : `sizeof(${type})`;
  m.after.push(`say_bytes(9, to.bytes, ${size}); say_number("n", n);`);
  return finish(
    m,
    'sscanf',
    `sscanf((char *)${m.string(input)}, ${quote(format)}, &to.value${/%n/.test(format) ? ', &n' : ''})`,
  );
}

function scanningText(m: Maker, format: string, size: number, input: string): Call {
  return finish(m, 'sscanf', `sscanf((char *)${m.string(input)}, ${quote(format)}, (char *)${m.room(size)})`);
}

function scanningNew(m: Maker, format: string, input: string): Call {
  const cell = m.cell('0');
  return finish(m, 'sscanf', `sscanf((char *)${m.string(input)}, ${quote(format)}, (char **)${cell})`);
}

/** Formats that read or write where they must not. */
const FAULTS: readonly (readonly [string, (m: Maker) => Call])[] = [
  [
    'printf %s without terminator',
    (m) => finish(m, 'printf', `printf("%s", (char *)${m.block(textBytes('abc'))})`, 'faulty'),
  ],
  [
    'printf %.3s without terminator',
    (m) => finish(m, 'printf', `printf("%.3s", (char *)${m.block(textBytes('abc'))})`),
  ],
  [
    'printf %.9s without terminator',
    (m) => finish(m, 'printf', `printf("%.9s", (char *)${m.block(textBytes('abc'))})`, 'faulty'),
  ],
  ['printf %s of null', (m) => finish(m, 'printf', 'printf("<%s>", (char *)0)', 'faulty')],
  ['sprintf too long', (m) => finish(m, 'sprintf', `sprintf((char *)${m.block([1, 2, 3])}, "%d", 12345)`, 'faulty')],
  ['sprintf fits', (m) => finish(m, 'sprintf', `sprintf((char *)${m.block([1, 2, 3, 4, 5, 6])}, "%d", 12345)`)],
  [
    'sprintf %s too long',
    (m) => finish(m, 'sprintf', `sprintf((char *)${m.block([1, 2, 3])}, "%s", "hello")`, 'faulty'),
  ],
  ['sprintf text too long', (m) => finish(m, 'sprintf', `sprintf((char *)${m.block([1, 2, 3])}, "hello")`, 'faulty')],
  [
    'snprintf size too large',
    (m) => finish(m, 'snprintf', `snprintf((char *)${m.block([1, 2, 3])}, 8, "%s", "hello")`, 'faulty'),
  ],
  ['sscanf %s too long', (m) => finish(m, 'sscanf', `sscanf("hello", "%s", (char *)${m.block([1, 2, 3])})`, 'faulty')],
  [
    'sscanf %5c too long',
    (m) => finish(m, 'sscanf', `sscanf("hello", "%5c", (char *)${m.block([1, 2, 3])})`, 'faulty'),
  ],
  [
    'sscanf %[ too long',
    (m) => finish(m, 'sscanf', `sscanf("hello", "%[a-z]", (char *)${m.block([1, 2, 3])})`, 'faulty'),
  ],
  ['sscanf %d into null', (m) => finish(m, 'sscanf', 'sscanf("5", "%d", (int *)0)', 'faulty')],
  ['sscanf %ld into int', (m) => finish(m, 'sscanf', `sscanf("5", "%ld", (void *)${m.block([1, 2, 3, 4])})`, 'faulty')],
  [
    'sscanf unterminated',
    (m) =>
      finish(
        m,
        'sscanf',
        `sscanf((char *)${m.block(textBytes('123'))}, "%d", (void *)${m.block([1, 2, 3, 4])})`,
        'faulty',
      ),
  ],
  ['printf %n into null', (m) => finish(m, 'printf', 'printf("%n", (int *)0)', 'faulty')],
  [
    'printf format without terminator',
    (m) => finish(m, 'printf', `printf((char *)${m.block(textBytes('abc'))})`, 'faulty'),
  ],
  ['fprintf %d', (m) => finish(m, 'fprintf', `fprintf(${m.stream('r+')}, "%d", 5)`)],
  ['fscanf %d', (m) => finish(m, 'fscanf', `fscanf(${m.stream('r', '12 x')}, "%d", (int *)${m.room(4)})`)],
  ['dprintf %d', (m) => finish(m, 'dprintf', `dprintf(${m.descriptor('')}, "%d", 5)`)],
  ['__printf_chk', (m) => finish(m, '__printf_chk', '__printf_chk(1, "%d", 5)')],
  ['__fprintf_chk', (m) => finish(m, '__fprintf_chk', `__fprintf_chk(${m.stream('r+')}, 1, "%d", 5)`)],
  ['__dprintf_chk', (m) => finish(m, '__dprintf_chk', `__dprintf_chk(${m.descriptor('')}, 1, "%d", 5)`)],
  ['__sprintf_chk', (m) => finish(m, '__sprintf_chk', `__sprintf_chk((char *)${m.room(8)}, 1, 8, "%d", 5)`)],
  ['__snprintf_chk', (m) => finish(m, '__snprintf_chk', `__snprintf_chk((char *)${m.room(8)}, 8, 1, 8, "%d", 5)`)],
  ['__asprintf_chk', (m) => finish(m, '__asprintf_chk', `__asprintf_chk((char **)${m.cell('7')}, 1, "%d", 5)`)],
  ...[
    'vprintf',
    'vfprintf',
    'vdprintf',
    'vsprintf',
    'vsnprintf',
    'vasprintf',
    'vsscanf',
    'vfscanf',
    'vswprintf',
    '__vprintf_chk',
    '__vfprintf_chk',
    '__vdprintf_chk',
    '__vsprintf_chk',
    '__vsnprintf_chk',
    '__vasprintf_chk',
    'vwarn',
    'vwarnx',
  ].map(listed),
  ['warn', (m) => finish(m, 'warn', m.pick('warn("%d", 5)', 'warn(0)'))],
  ['warnx', (m) => finish(m, 'warnx', 'warnx("%d", 5)')],
  ['wprintf', (m) => finish(m, 'wprintf', 'wprintf(L"%d", 5)')],
  ['fwprintf', (m) => finish(m, 'fwprintf', `fwprintf(${m.stream('r+')}, L"%d", 5)`)],
  ['swprintf', (m) => finish(m, 'swprintf', `swprintf((wchar_t *)${m.room(8, 4)}, 8, L"%d", 5)`)],
];

/** A function that takes a list of arguments, through a variadic function of the harness. */
function listed(name: string): readonly [string, (m: Maker) => Call] {
  const places: Readonly<Record<string, (m: Maker) => string>> = {
    vprintf: () => '"%d %s"',
    vwarn: () => '"%d %s"',
    vwarnx: () => '"%d %s"',
    vfprintf: (m) => `${m.stream('r+')}, "%d %s"`,
    vdprintf: (m) => `${m.descriptor('')}, "%d %s"`,
    vsprintf: (m) => `(char *)${m.room(16)}, "%d %s"`,
    vsnprintf: (m) => `(char *)${m.room(16)}, 16, "%d %s"`,
    vasprintf: (m) => `(char **)${m.cell('7')}, "%d %s"`,
    vsscanf: () => '"12", "%*d"',
    vfscanf: (m) => `${m.stream('r', '12')}, "%*d"`,
    vswprintf: (m) => `(wchar_t *)${m.room(16, 4)}, 16, L"%d %s"`,
    __vprintf_chk: () => '1, "%d %s"',
    __vfprintf_chk: (m) => `${m.stream('r+')}, 1, "%d %s"`,
    __vdprintf_chk: (m) => `${m.descriptor('')}, 1, "%d %s"`,
    __vsprintf_chk: (m) => `(char *)${m.room(16)}, 1, 16, "%d %s"`,
    __vsnprintf_chk: (m) => `(char *)${m.room(16)}, 16, 1, 16, "%d %s"`,
    __vasprintf_chk: (m) => `(char **)${m.cell('7')}, 1, "%d %s"`,
  };
  return [name, (m) => listing(m, name, places[name]!(m))];
}

function listing(m: Maker, name: string, given: string): Call {
  const body = `va_list list; va_start(list, none); ${/^vwarn/.test(name) ? 'int n = 0; ' : 'int n = '}${name}(${given.replace('&c0', 'c0')}, list); va_end(list); return n;`;
  const definition = `static int listed_${m.serial}(unsigned char *b0, void **c0, FILE *f, int d, int none, ...) { ${body} }\n`;
  const given0 = [
    m.blocks.length > 0 ? 'b0' : '0',
    m.cells.length > 0 ? '&c0' : '0',
    m.before.some((s) => s.startsWith('FILE')) ? 'f' : '0',
    m.before.some((s) => s.startsWith('int d')) ? 'd' : '0',
  ];
  return { ...finish(m, name, `listed_${m.serial}(${given0.join(', ')}, 0, 5, "x")`), definition };
}

function finish(m: Maker, name: string, expression: string, sort: 'sound' | 'faulty' = 'sound'): Call {
  const result: ResultKind = /^v?warnx?$/.test(name) ? 'nothing' : 'signed';
  return {
    function: name,
    blocks: m.blocks,
    cells: m.cells,
    definition: '',
    before: m.before,
    expression,
    result,
    specified: 'exactly',
    memory: 'specified',
    errno: 'unspecified',
    allocations: 'owned',
    after: m.after,
    faulty: sort === 'faulty',
  };
}
