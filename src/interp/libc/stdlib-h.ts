// stdlib.h apart from the heap and the environment: numbers from text, random numbers, arithmetic.
// Natives; sorting, searching and exit, which run the program's own functions, are in callbacks.ts.

import { fail } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import { type Int, normalize } from '../wide.js';
import { floatParser, integerParser, TYPES } from './number-parsers.js';
import { parseInteger } from './numbers.js';
import { readText } from './strings.js';

const textToInt: NativeRun = (m, [s]) => {
  const { value } = parseInteger(readText(m, s as Int), 10);
  return normalize(BigInt.asIntN(64, value));
};

const long = integerParser(0, 'signed');
const unsignedLong = integerParser(0, 'unsigned');
const longLong = integerParser(64, 'signed');
const unsignedLongLong = integerParser(64, 'unsigned');
const double = floatParser(TYPES.double);

/** div, ldiv, lldiv return a record of two integers. */
const divide =
  (width: number): NativeRun =>
  (m, [a, b]) => {
    const size = width === 0 ? m.target.longSize : width;
    if (b === 0) fail('division-by-zero', 'division by zero');
    const x = BigInt(a as Int);
    const y = BigInt(b as Int);
    const bytes = new Uint8Array(2 * size);
    const view = new DataView(bytes.buffer);
    [x / y, x % y].forEach((v, i) => {
      if (size === 8) view.setBigInt64(8 * i, v, true);
      else view.setInt32(4 * i, Number(BigInt.asIntN(32, v)), true);
    });
    return bytes;
  };

/** The least number stays what it is; bits 0 means those of `long`. */
const absolute =
  (width: number): NativeRun =>
  (m, [n]) =>
    (n as Int) < 0 ? normalize(BigInt.asIntN(width === 0 ? m.target.longSize * 8 : width, -BigInt(n as Int))) : n!;

export const stdlib: NativeTable = {
  strtol: long,
  strtoul: unsignedLong,
  strtoll: longLong,
  strtoull: unsignedLongLong,
  strtoq: longLong,
  strtouq: unsignedLongLong,
  strtoimax: longLong,
  strtoumax: unsignedLongLong,
  __isoc23_strtol: long,
  __isoc23_strtoul: unsignedLong,
  __isoc23_strtoll: longLong,
  __isoc23_strtoull: unsignedLongLong,
  __isoc23_strtoimax: longLong,
  __isoc23_strtoumax: unsignedLongLong,
  strtod: double,
  strtold: floatParser(TYPES.longDouble),
  strtof: floatParser(TYPES.float),
  atoi: textToInt,
  atol: textToInt,
  atoll: textToInt,
  atof: (m, [s], site, f) => double(m, [s!], site, f),
  abs: absolute(32),
  labs: absolute(0),
  llabs: absolute(64),
  imaxabs: absolute(64),
  div: divide(4),
  ldiv: divide(0),
  lldiv: divide(8),
  rand: (m) => (m.options.surroundings === 'searched' ? Number(m.inputs.next()) & 0x7fffffff : m.process.random.next()),
  random: (m) => m.process.random.next(),
  srand: (m, [seed]) => {
    m.process.random.seed(Number(seed));
    return 0;
  },
  srandom: (m, [seed]) => {
    m.process.random.seed(Number(seed));
    return 0;
  },
  rand_r: (m, [place]) => {
    const a = m.memory.atWrite(place as Int, 4);
    let next = m.memory.view.getUint32(a, true);
    let result = 0;
    for (const [bits, shift] of [
      [2048, 0],
      [1024, 10],
      [1024, 10],
    ] as const) {
      next = (Math.imul(next, 1103515245) + 12345) >>> 0;
      result = ((result << shift) ^ ((next >>> 16) % bits)) >>> 0;
    }
    m.memory.view.setUint32(a, next, true);
    return result;
  },
  drand48: (m) => m.process.random.next() / 2147483648,
  lrand48: (m) => m.process.random.next(),
  srand48: (m, [seed]) => {
    m.process.random.seed(Number(seed));
    return 0;
  },
  /** There is no shell. */
  system: (m, [command]) => {
    if (command === 0) return 0;
    readText(m, command as Int);
    return -1;
  },
};
