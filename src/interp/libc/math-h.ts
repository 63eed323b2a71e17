// math.h: each function in its double, float and long double version.
// Natives; JavaScript's Math is within an ulp of glibc, and exact where C demands it (sqrt, floor, fmod, fma).

import type { NativeRun, NativeTable } from '../library.js';
import { writeExtended } from '../long-double.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import { type Int, normalize } from '../wide.js';
import { stringLength, writeFloat, writeInt32 } from './strings.js';

type Unary = (x: number) => number;
type Binary = (x: number, y: number) => number;

function roundEven(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x;
  const floor = Math.floor(x);
  const rest = x - floor;
  const r = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  return r === 0 && (x < 0 || Object.is(x, -0)) ? -0 : r;
}

function roundAway(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x;
  const r = Math.floor(Math.abs(x));
  const up = Math.abs(x) - r >= 0.5 ? r + 1 : r;
  return x < 0 || Object.is(x, -0) ? -up : up;
}

const copysign: Binary = (x, y) => {
  const negative = y < 0 || Object.is(y, -0);
  return negative ? -Math.abs(x) : Math.abs(x);
};

function exponentOf(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return 0;
  let e = Math.floor(Math.log2(Math.abs(x)));
  while (2 ** e > Math.abs(x)) e--;
  while (2 ** (e + 1) <= Math.abs(x)) e++;
  return e;
}

/** ilogb: FP_ILOGB0 and FP_ILOGBNAN are the least integer. */
function integerExponent(x: number): number {
  if (x === 0 || Number.isNaN(x)) return -(2 ** 31);
  return Number.isFinite(x) ? exponentOf(x) : 2 ** 31 - 1;
}

/** x - n * y for the integer n nearest to x / y, even if it is halfway; exact, because each step is. */
function remainder(x: number, y: number): number {
  if (!Number.isFinite(x) || Number.isNaN(y) || y === 0) return Number.NaN;
  const size = Math.abs(y);
  if (size === Number.POSITIVE_INFINITY) return x;
  // Modulo 2 * |y|, so that the rest still tells whether the quotient is even; then subtract |y| at most twice.
  let rest = Math.abs(size <= Number.MAX_VALUE / 2 ? x % (2 * size) : x);
  // Halves of tiny numbers and doubles of huge ones are not exact.
  const isPastHalf = (r: number) => (size < 2 ** -1000 ? 2 * r > size : r > size / 2);
  const isHalf = (r: number) => (size < 2 ** -1000 ? 2 * r === size : r === size / 2);
  if (isPastHalf(rest)) {
    rest -= size;
    if (isPastHalf(rest) || isHalf(rest)) rest -= size;
  }
  return isNegative(x) ? -rest : rest;
}

function scale(x: number, n: number): number {
  let r = x;
  let left = Math.max(-5000, Math.min(5000, n));
  for (; left > 1000; left -= 1000) r *= 2 ** 1000;
  for (; left < -1000; left += 1000) r *= 2 ** -1000;
  return r * 2 ** left;
}

function gamma(x: number): number {
  if (x === 0) return 1 / x;
  if (x === Number.NEGATIVE_INFINITY || (x < 0 && Number.isInteger(x))) return Number.NaN;
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x));
  if (Number.isInteger(x) && x < 24) {
    let r = 1;
    for (let i = 2; i < x; i++) r *= i;
    return r;
  }
  return Math.exp(logGamma(x));
}

const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  if (Math.abs(x) === Number.POSITIVE_INFINITY || (x <= 0 && Number.isInteger(x))) return Number.POSITIVE_INFINITY;
  if (x < 0.5) return Math.log(Math.PI) - Math.log(Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
  const t = x + 6.5;
  const sum = lanczos.reduce((a, c, i) => (i === 0 ? c : a + c / (x - 1 + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Abramowitz and Stegun 7.1.26 is too coarse; this is the series, then the continued fraction. */
function erf(x: number): number {
  const a = Math.abs(x);
  if (a > 6) return Math.sign(x);
  let sum = a;
  let term = a;
  for (let n = 1; n < 200; n++) {
    term *= -(a * a) / n;
    sum += term / (2 * n + 1);
  }
  return (Math.sign(x) * 2 * sum) / Math.sqrt(Math.PI);
}

/** nextafter of a type of `size` bytes: the number whose bits, read as an integer, are next. */
function nextIn(size: 4 | 8, x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y) || x === y) return x === y ? y : Number.NaN;
  const view = new DataView(new ArrayBuffer(8));
  const step = x === 0 || x < y === x > 0 ? 1 : -1;
  if (size === 4) {
    view.setFloat32(0, x === 0 ? copysign(0, y) : x);
    view.setInt32(0, view.getInt32(0) + step);
    return view.getFloat32(0);
  }
  view.setFloat64(0, x === 0 ? copysign(0, y) : x);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(step));
  return view.getFloat64(0);
}

/** Between the largest double and infinity there are numbers of 80 bits, of which a double shows one end. */
function nextLong(x: number, y: number): number {
  const next = nextIn(8, x, y);
  return Number.isNaN(next) || Number.isFinite(x) === Number.isFinite(next) ? next : x;
}

const unary: Record<string, Unary> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  fabs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  round: roundAway,
  rint: roundEven,
  nearbyint: roundEven,
  roundeven: roundEven,
  logb: (x) => (x === 0 ? Number.NEGATIVE_INFINITY : Number.isFinite(x) ? exponentOf(x) : Math.abs(x)),
  tgamma: gamma,
  lgamma: logGamma,
  gamma: logGamma,
  significand: (x) => (x === 0 || !Number.isFinite(x) ? x : scale(x, -exponentOf(x))),
  erf,
  erfc: (x) => 1 - erf(x),
};

const binary: Record<string, Binary> = {
  pow: (x, y) => (x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) ? 1 : x ** y),
  atan2: Math.atan2,
  fmod: (x, y) => x % y,
  hypot: Math.hypot,
  fmin: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmax: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  fdim: (x, y) => (x <= y ? 0 : x - y),
  copysign,
  remainder,
  drem: remainder,
  ldexp: scale,
  scalbn: scale,
  scalbln: scale,
};

/** The neighbour of a number in its own type. */
const neighbours: Record<string, Binary> = {
  nextafter: (x, y) => nextIn(8, x, y),
  nextafterf: (x, y) => nextIn(4, x, y),
  nextafterl: nextLong,
};

/** The least integer stands for all that do not fit, as in the instructions of the processor. */
function toInteger(x: number, size: number): Int {
  const bits = BigInt(8 * size);
  const least = -(1n << (bits - 1n));
  const exact = Number.isFinite(x) ? BigInt(x) : least;
  return normalize(exact >= least && exact < -least ? exact : least);
}

const suffixes: readonly [string, Unary][] = [
  ['', (x) => x],
  ['l', (x) => x],
  ['f', Math.fround],
];

const num = (v: Value | undefined): number => Number(v as number);
const flag = (b: boolean): number => (b ? 1 : 0);
const test =
  (is: (x: number) => boolean): NativeRun =>
  (_m, [x]) =>
    flag(is(num(x)));

const isNegative = (x: number) => x < 0 || Object.is(x, -0);
const isNormal = (x: number) => Number.isFinite(x) && Math.abs(x) >= 2.2250738585072014e-308;

/** Stores a number of the type that a suffix stands for. */
function storeFloating(m: Machine, where: Value, value: number, suffix: string): void {
  if (suffix !== 'l') return writeFloat(m, where as Int, suffix === 'f' ? 4 : 8, value);
  const a = m.memory.atWrite(where as Int, 10);
  writeExtended(m.memory.view, a, value);
}

/** The three lowest bits of the quotient that a remainder leaves, with its sign. */
function lowQuotient(x: number, y: number, rest: number): number {
  if (Number.isNaN(rest)) return 0;
  const bits = Math.abs(Math.round(((x % (8 * Math.abs(y))) - rest) / Math.abs(y))) % 8;
  return isNegative(x) === isNegative(y) ? bits : -bits;
}

/** The text selects bits of the result that nothing here distinguishes, but it must be there. */
const notANumber: NativeRun = (m, [text]) => {
  stringLength(m, text as Int);
  return Number.NaN;
};

/** One version per floating type. */
function makeFamilies(): Record<string, NativeRun> {
  const table: Record<string, NativeRun> = {};
  for (const [suffix, round] of suffixes) {
    for (const [name, f] of Object.entries(unary)) table[name + suffix] = (_m, [x]) => round(f(num(x)));
    for (const [name, f] of Object.entries(binary)) table[name + suffix] = (_m, [x, y]) => round(f(num(x), num(y)));
    const neighbour = neighbours[`nextafter${suffix}`]!;
    table[`nextafter${suffix}`] = (_m, [x, y]) => neighbour(num(x), num(y));
    table[`lrint${suffix}`] = (m, [x]) => toInteger(roundEven(num(x)), m.target.longSize);
    table[`llrint${suffix}`] = (_m, [x]) => toInteger(roundEven(num(x)), 8);
    table[`lround${suffix}`] = (m, [x]) => toInteger(roundAway(num(x)), m.target.longSize);
    table[`llround${suffix}`] = (_m, [x]) => toInteger(roundAway(num(x)), 8);
    table[`ilogb${suffix}`] = (_m, [x]) => integerExponent(num(x));
    table[`fma${suffix}`] = (_m, [x, y, z]) => round(num(x) * num(y) + num(z));
    table[`frexp${suffix}`] = (m, [x, where]) => {
      const e = num(x) === 0 || !Number.isFinite(num(x)) ? 0 : exponentOf(num(x)) + 1;
      writeInt32(m, where as Int, e);
      return scale(num(x), -e);
    };
    table[`modf${suffix}`] = (m, [x, where]) => {
      const whole = Math.trunc(num(x));
      storeFloating(m, where!, whole, suffix);
      return Math.abs(num(x)) === Number.POSITIVE_INFINITY ? copysign(0, num(x)) : copysign(num(x) - whole, num(x));
    };
    table[`sincos${suffix}`] = (m, [x, sine, cosine]) => {
      storeFloating(m, sine!, Math.sin(num(x)), suffix);
      storeFloating(m, cosine!, Math.cos(num(x)), suffix);
      return 0;
    };
    table[`remquo${suffix}`] = (m, [x, y, where]) => {
      const rest = remainder(num(x), num(y));
      writeInt32(m, where as Int, lowQuotient(num(x), num(y), rest));
      return rest;
    };
    table[`lgamma${suffix}_r`] = (m, [x, sign]) => {
      const isOdd = num(x) < 0 && Math.floor(num(x)) % 2 !== 0 && !Number.isInteger(num(x));
      writeInt32(m, sign as Int, isOdd || Object.is(num(x), -0) ? -1 : 1);
      return round(logGamma(num(x)));
    };
    table[`__fpclassify${suffix}`] = (_m, [x]) => classify(num(x), suffix);
    table[`__signbit${suffix}`] = test(isNegative);
    table[`__isnan${suffix}`] = test(Number.isNaN);
    table[`__isinf${suffix}`] = table[`isinf${suffix}`] = (_m, [x]) => infinite(num(x));
    table[`__finite${suffix}`] = test(Number.isFinite);
    table[`nan${suffix}`] = notANumber;
    table[`nans${suffix}`] = notANumber;
    table[`inf${suffix}`] = () => Number.POSITIVE_INFINITY;
    table[`huge_val${suffix}`] = () => Number.POSITIVE_INFINITY;
    table[`signbit${suffix}`] = test(isNegative);
    table[`isnan${suffix}`] = test(Number.isNaN);
    table[`finite${suffix}`] = test(Number.isFinite);
  }
  return table;
}

/** 1 or -1 for the two infinities. */
const infinite = (x: number): number => (Math.abs(x) === Number.POSITIVE_INFINITY ? Math.sign(x) : 0);

/** What is subnormal as a double is a normal long double. */
const LEAST: Readonly<Record<string, number>> = { f: 1.1754943508222875e-38, l: 0 };

function classify(x: number, suffix = ''): number {
  if (Number.isNaN(x)) return 0;
  if (!Number.isFinite(x)) return 1;
  return x === 0 ? 2 : Math.abs(x) >= (LEAST[suffix] ?? 2.2250738585072014e-308) ? 4 : 3;
}

export const math: NativeTable = {
  ...makeFamilies(),
  isfinite: test(Number.isFinite),
  isnormal: test(isNormal),
  isinf_sign: (_m, [x]) => infinite(num(x)),
  isgreater: (_m, [x, y]) => flag(num(x) > num(y)),
  isgreaterequal: (_m, [x, y]) => flag(num(x) >= num(y)),
  isless: (_m, [x, y]) => flag(num(x) < num(y)),
  islessequal: (_m, [x, y]) => flag(num(x) <= num(y)),
  islessgreater: (_m, [x, y]) => flag(num(x) < num(y) || num(x) > num(y)),
  isunordered: (_m, [x, y]) => flag(Number.isNaN(num(x)) || Number.isNaN(num(y))),
  /** The first five arguments are the results for NaN, infinite, normal, subnormal and zero. */
  fpclassify: (_m, args) => args[[0, 1, 4, 3, 2][classify(num(args[5]))]!]!,
  fesetround: (_m, [mode]) => flag((Number(mode) & ~0xc00) !== 0),
  fegetround: () => 0,
  feclearexcept: () => 0,
  fetestexcept: () => 0,
  feraiseexcept: () => 0,
};
