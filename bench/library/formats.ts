// Calls of the printf and scanf families: every directive with values at the borders, matching and not matching input.
// One group of calls for each directive, beside those of single functions.

import { hash } from './arguments.js';
import type { Call, ResultKind } from './call.js';
import { literal, textBytes } from './call.js';
import { PRINTED, SCANNED, SCANNED_NEW, SCANNED_TEXT, type Values } from './format-tables.js';
import { Maker, Random } from './maker.js';
import { isSystemDependent } from './specified.js';

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
    '__vswprintf_chk',
    'vwarn',
    'vwarnx',
  ].map(listed),
  ['warn', (m) => finish(m, 'warn', m.pick('warn("%d", 5)', 'warn(0)'))],
  ['warnx', (m) => finish(m, 'warnx', 'warnx("%d", 5)')],
  ['wprintf', (m) => finish(m, 'wprintf', 'wprintf(L"%d", 5)')],
  ['fwprintf', (m) => finish(m, 'fwprintf', `fwprintf(${m.stream('r+')}, L"%d", 5)`)],
  ['__wprintf_chk', (m) => finish(m, '__wprintf_chk', '__wprintf_chk(1, L"%d", 5)')],
  ['__fwprintf_chk', (m) => finish(m, '__fwprintf_chk', `__fwprintf_chk(${m.stream('r+')}, 1, L"%d", 5)`)],
  [
    '__swprintf_chk',
    (m) => finish(m, '__swprintf_chk', `__swprintf_chk((wchar_t *)${m.room(8, 4)}, 8, 1, 8, L"%d", 5)`),
  ],
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
    __vswprintf_chk: (m) => `(wchar_t *)${m.room(16, 4)}, 16, 1, 16, L"%d %s"`,
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
    specified: isSystemDependent(name) ? 'nothing' : 'exactly',
    memory: isSystemDependent(name) ? 'unspecified' : 'specified',
    errno: 'unspecified',
    allocations: 'owned',
    after: m.after,
    faulty: sort === 'faulty',
  };
}
