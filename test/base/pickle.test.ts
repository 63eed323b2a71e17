// Object graphs survive serialisation; damaged bytes are rejected.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PickleError, pickle } from '../../src/base/pickle.js';
import { unpickle } from '../../src/base/unpickle.js';
import '../support/fixed-seed.js';

const WORDS = ['kind', 'value', 'at', 'kind'];
const again = (value: unknown): unknown => unpickle(pickle(value, WORDS), WORDS);

test('values of all kinds survive', () => {
  const leaf = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.string(),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, Number.POSITIVE_INFINITY, 'kind', 2 ** 52, -(2 ** 52)),
    fc.uint8Array(),
  );
  const { graph } = fc.letrec((tie) => ({
    graph: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('graph'), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        tie('graph'),
        { maxKeys: 4, noNullPrototype: true },
      ),
      fc.array(fc.tuple(leaf, tie('graph')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
      fc.array(leaf, { maxLength: 4 }).map((values) => new Set(values)),
    ),
  }));
  fc.assert(fc.property(graph, (value) => void expect(again(value)).toStrictEqual(value)));
});

test('sharing and cycles are preserved', () => {
  const shared = { value: 1 };
  const ring: { to?: unknown } = {};
  ring.to = ring;
  const [a, b, c] = again([shared, new Map([[1, shared]]), ring]) as [object, Map<number, object>, { to: unknown }];
  expect(b.get(1)).toBe(a);
  expect(c.to).toBe(c);
});

test('many shapes', () => {
  const value = Array.from({ length: 600 }, (_, i) => ({ [`k${i % 300}`]: i }));
  expect(again(value)).toEqual(value);
});

test('positions are relative to a base, so that moved code has the same bytes', () => {
  const bytes = (base: number) => pickle([{ at: base + 3, end: -1 }], WORDS, undefined, { base });
  expect(bytes(10)).toEqual(bytes(99));
  expect(unpickle(bytes(10), WORDS, undefined, 50)).toEqual([{ at: 53, end: -1 }]);
});

test('damaged bytes are rejected or decode to another value, and never crash', () => {
  const bytes = pickle([{ kind: 'a', value: [1n, 2.5, new Map([['x', { at: 3 }]])] }, 'text'], WORDS);
  for (let i = 0; i < bytes.length; i++)
    for (const change of [0x01, 0x80, 0xff]) {
      const damaged = bytes.slice();
      damaged[i]! ^= change;
      try {
        unpickle(damaged, WORDS);
      } catch (error) {
        expect(error).toBeInstanceOf(PickleError);
      }
    }
  for (let length = 0; length < bytes.length; length++)
    expect(() => unpickle(bytes.subarray(0, length), WORDS)).toThrow();
});
