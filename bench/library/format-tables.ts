// Directives of printf and scanf, with arguments and inputs for each.
// The tables behind formats.ts.

export type Values = readonly string[];

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
export const PRINTED: Readonly<Record<string, Values>> = {
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
export const SCANNED: Readonly<Record<string, readonly [string, Values]>> = {
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
export const SCANNED_TEXT: Readonly<Record<string, readonly [number, Values]>> = {
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
export const SCANNED_NEW: Readonly<Record<string, Values>> = {
  '%ms': ['hello', ''],
  '%m[a-z]': ['abcD', 'X'],
  '%mc': ['x', ''],
  '%3ms': ['hello'],
};
