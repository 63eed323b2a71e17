// Integer expressions against their values in C: random trees over a few variables, with conversions between types.
// Mirrors src/numeric/expressions.ts.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Expr, Place } from '../../src/ir/instr.js';
import type { LocalVariable } from '../../src/ir/program.js';
import { assumeNumbers, numberOf } from '../../src/numeric/expressions.js';
import { NOTHING_KNOWN } from '../../src/numeric/numbers.js';
import { Types } from '../../src/types/basic-types.js';
import { type BinaryOp, isComparison } from '../../src/types/operators.js';
import { type IntType, LP64, VOLATILE } from '../../src/types/types.js';
import { elements, KEYS, satisfies, type Valuation, valuation } from './valuations.js';
import '../support/fixed-seed.js';

const types = new Types(LP64);
const at = { at: 0, end: 0 };
const CHOICE = [types.schar, types.uchar, types.int, types.uint];

const variableOf = (id: number, type: IntType): LocalVariable => ({
  kind: 'local',
  name: `v${id}`,
  id,
  type,
  addressTaken: false,
  ownsBlock: false,
  at: 0,
});

const load = (key: number, type: IntType): Expr => {
  const place: Place = { kind: 'var', variable: variableOf(key, type), type, ...at };
  return { kind: 'load', place, type, ...at };
};

const keyOf = (p: Place): number | null => (p.kind === 'var' && p.variable.kind !== 'global' ? p.variable.id : null);

const cast = (operand: Expr, type: IntType): Expr => ({ kind: 'cast', operand, type, ...at });

const OPERATORS: readonly BinaryOp[] = ['add', 'sub', 'mul', 'and', 'eq', 'ne', 'lt', 'le', 'gt', 'ge'];

/** Variables are ints; operands of an operator are converted to its type. */
const { tree } = fc.letrec<{ tree: Expr }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...KEYS).map((key) => load(key, types.int)),
    fc.integer({ min: -9, max: 9 }).map((x): Expr => ({ kind: 'int', value: BigInt(x), type: types.int, ...at })),
    fc
      .tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...CHOICE), tie('tree'), tie('tree'))
      .map(([op, type, left, right]): Expr => {
        const result = isComparison(op) ? types.int : type;
        return { kind: 'binary', op, left: cast(left, type), right: cast(right, type), type: result, ...at };
      }),
    tie('tree').map((operand): Expr => ({ kind: 'unary', op: 'not', operand, type: types.int, ...at })),
    fc.tuple(fc.constantFrom(...CHOICE), tie('tree')).map(([type, operand]) => cast(operand, type)),
  ),
}));

const wrap = (x: bigint, type: IntType): bigint =>
  type.signed ? BigInt.asIntN(type.bits, x) : BigInt.asUintN(type.bits, x);

/** What C computes; null where a signed number overflows. */
function run(e: Expr, v: Valuation): bigint | null {
  switch (e.kind) {
    case 'int':
      return e.value;
    case 'load':
      return BigInt(v.get(keyOf(e.place)!)!);
    case 'cast': {
      const x = run(e.operand, v);
      return x === null ? null : wrap(x, e.type as IntType);
    }
    case 'unary': {
      const x = run(e.operand, v);
      return x === null ? null : BigInt(x === 0n);
    }
    case 'binary': {
      const [a, b] = [run(e.left, v), run(e.right, v)];
      return a === null || b === null ? null : operate(e.op, a, b, e.type as IntType);
    }
    default:
      return null;
  }
}

function operate(op: BinaryOp, a: bigint, b: bigint, type: IntType): bigint | null {
  const tests: Partial<Record<BinaryOp, boolean>> = {
    eq: a === b,
    ne: a !== b,
    lt: a < b,
    le: a <= b,
    gt: a > b,
    ge: a >= b,
  };
  if (tests[op] !== undefined) return BigInt(tests[op]);
  const exact = op === 'add' ? a + b : op === 'sub' ? a - b : op === 'mul' ? a * b : a & b;
  return type.signed && wrap(exact, type) !== exact ? null : wrap(exact, type);
}

const situations = fc.tuple(elements, valuation).filter(([n, v]) => satisfies(v, n));

test('the value of an expression is among those that are said', () => {
  fc.assert(
    fc.property(situations, tree, ([n, v], e) => {
      const x = run(e, v);
      fc.pre(x !== null);
      const { range, form } = numberOf(n, e, keyOf);
      if (Number(x) < range.low || Number(x) > range.high) return false;
      return !form || form.times * v.get(form.key)! + form.plus === Number(x);
    }),
    { numRuns: 4000 },
  );
});

test('where a condition holds, what is assumed is true', () => {
  fc.assert(
    fc.property(situations, tree, ([n, v], e) => {
      const x = run(e, v);
      fc.pre(x !== null);
      const after = assumeNumbers(n, e, x !== 0n, keyOf);
      return after !== null && satisfies(v, after);
    }),
    { numRuns: 4000 },
  );
});

test('a comparison of a variable with a number is remembered, unless the variable is volatile', () => {
  const isThree = (type: IntType): Expr => {
    const three: Expr = { kind: 'int', value: 3n, type, ...at };
    return { kind: 'binary', op: 'eq', left: load(10, type), right: three, type: types.int, ...at };
  };
  const plain = assumeNumbers(NOTHING_KNOWN, isThree(types.int), true, keyOf)!;
  expect(numberOf(plain, load(10, types.int), keyOf).range).toEqual({ low: 3, high: 3 });
  const changing = types.int.qualify(VOLATILE);
  expect(assumeNumbers(NOTHING_KNOWN, isThree(changing), true, keyOf)).toEqual(NOTHING_KNOWN);
});
