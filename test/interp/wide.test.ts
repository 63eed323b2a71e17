// Integers of 64 and 128 bits agree with bigint arithmetic in every representation.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Int, makeWideOps, normalize, wrapBig } from '../../src/interp/wide.js';
import '../support/fixed-seed.js';

const OPERATORS = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0n ? 0n : a / b),
  rem: (a, b) => (b === 0n ? 0n : a % b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
} satisfies Record<string, (a: bigint, b: bigint) => bigint>;

/** Values near zero, near the limits of safe integers and near those of the type. */
const interesting = fc.oneof(
  fc.bigInt({ min: -100n, max: 100n }),
  fc.bigInt({ min: 2n ** 53n - 50n, max: 2n ** 53n + 50n }),
  fc.bigInt({ min: -(2n ** 53n) - 50n, max: -(2n ** 53n) + 50n }),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  fc.bigInt({ min: 2n ** 31n - 5n, max: 2n ** 32n + 5n }),
);

describe.each([
  [64, true],
  [64, false],
  [128, true],
] as const)('%i bits, signed: %s', (bits, signed) => {
  const ops = makeWideOps(bits, signed);
  const fit = (v: bigint): Int => wrapBig(v, bits, signed);

  test.each(Object.entries(OPERATORS))('%s', (name, exact) => {
    fc.assert(
      fc.property(interesting, interesting, (x, y) => {
        const [a, b] = [fit(x), fit(y)];
        if ((name === 'div' || name === 'rem') && b === 0) return;
        expect(ops[name as 'add'](a, b)).toBe(fit(exact(BigInt(a), BigInt(b))));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('shifts, negation and complement', () => {
    fc.assert(
      fc.property(interesting, fc.nat({ max: bits - 1 }), (x, n) => {
        const a = fit(x);
        expect(ops.shl(a, n)).toBe(fit(BigInt(a) << BigInt(n)));
        expect(ops.shr(a, n)).toBe(normalize(BigInt(a) >> BigInt(n)));
        expect(ops.neg(a)).toBe(fit(-BigInt(a)));
        expect(ops.bitnot(a)).toBe(fit(~BigInt(a)));
      }),
      { seed: 2, numRuns: 500 },
    );
  });
});
