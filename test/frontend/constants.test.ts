// Constant expressions have gcc's values and types: thousands of random ones, compared with the data that gcc emits.
// The type is observed by sizeof and the sign of (T)-1, which also checks promotions and conversions.

import { describe, expect, it } from 'vitest';
import { readUnit } from '../../src/ir/unit.js';
import { ILP32, LLP64, LP64, type Target } from '../../src/types/types.js';
import { compileToData } from '../support/assembly.js';
import { Random } from '../support/random.js';

const SEED = 4_711;
const COUNT = 1_500;

const TYPES = ['char', 'signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'long'].concat([
  'unsigned long',
  'long long',
  'unsigned long long',
  '_Bool',
  'enum small',
  'enum wide',
]);
const LITERALS = [
  '0',
  '1',
  '2',
  '7',
  '31',
  '127',
  '128',
  '255',
  '0x7fffffff',
  '0x80000000',
  '4294967295',
  '2147483648',
];
const SUFFIXED = [
  '1u',
  '3l',
  '9ul',
  '5ll',
  '6ull',
  '0xffffffffffffffffull',
  "'a'",
  "'\\377'",
  "L'x'",
  'red',
  'deep',
  '077',
];
const PRELUDE = 'enum small { red, green = 5 }; enum wide { deep = -1, far = 1 };\n';

/** An expression with defined behaviour: shifts are masked, divisors are odd positive constants. */
function expression(random: Random, depth: number): string {
  if (depth === 0) return random.pick(random.oneIn(2) ? LITERALS : SUFFIXED);
  const sub = (): string => expression(random, depth - 1);
  switch (random.below(9)) {
    case 0:
      return `((${random.pick(TYPES)})${sub()})`;
    case 1:
      return `(${random.pick(['-', '~', '!', '+'])}${sub()})`;
    case 2:
      return `(${sub()} ${random.pick(['+', '-', '*', '&', '|', '^'])} ${sub()})`;
    case 3:
      return `(${sub()} ${random.pick(['<', '>', '<=', '>=', '==', '!=', '&&', '||'])} ${sub()})`;
    case 4:
      return `(${sub()} ${random.pick(['/', '%'])} ${random.pick(['3', '5u', '7l', '11ull'])})`;
    case 5:
      return `((unsigned)(${sub()}) ${random.pick(['<<', '>>'])} ${random.below(31)})`;
    case 6:
      return `((${sub()}) >> ${random.below(31)})`;
    case 7:
      return `(${sub()} ? ${sub()} : ${sub()})`;
    default:
      return `sizeof(${random.oneIn(2) ? random.pick(TYPES) : sub()})`;
  }
}

/** Three constants per expression: value, size, signedness of the type. One is added to avoid runs of zeros. */
function questions(expressions: readonly string[]): string {
  const value = expressions.map((e, i) => `unsigned long long v${i} = (unsigned long long)(${e});`);
  const size = expressions.map((e, i) => `int s${i} = 1 + sizeof(${e});`);
  const sign = expressions.map((e, i) => `int u${i} = 1 + ((__typeof__(1 ? (${e}) : (${e})))-1 > 0);`);
  return [PRELUDE, ...value, ...size, ...sign, ''].join('\n');
}

const little = (bytes: readonly number[]): bigint => bytes.reduceRight((n, byte) => n * 256n + BigInt(byte), 0n);

function ourConstants(text: string, target: Target): Map<string, bigint> {
  const unit = readUnit('constants.c', Buffer.from(text), target);
  expect(unit.diagnostics).toEqual([]);
  return new Map(
    unit.globals.map((g) => {
      const value = g.initializer?.[0]?.value;
      if (value?.kind !== 'int') throw new Error(`${g.name} is not a constant: ${value?.kind}`);
      return [g.name, BigInt.asUintN(g.type.size * 8, value.value)];
    }),
  );
}

describe('constant expressions', () => {
  it.each([
    ['LP64', LP64, 'gcc -m64'],
    ['ILP32', ILP32, 'gcc -m32'],
    ['LLP64', LLP64, 'x86_64-w64-mingw32-gcc'],
  ] as const)('have the values and types of gcc on %s', (_, target, command) => {
    const [compiler, ...flags] = command.split(' ');
    const random = new Random(SEED);
    const expressions = Array.from({ length: COUNT }, () => expression(random, 1 + random.below(4)));
    const text = questions(expressions);
    const theirs = compileToData(text, flags, compiler);
    const ours = ourConstants(text, target);
    const different = [...ours].flatMap(([name, value]) => {
      const expected = little(theirs.get(name)!);
      return value === expected ? [] : [`${name}: ${value}, not ${expected}: ${expressions[Number(name.slice(1))]}`];
    });
    expect(different.slice(0, 10)).toEqual([]);
  });
});
