// Content hashes: lists count as their elements, however many there are.

import { expect, test } from 'vitest';
import { hashOf } from '../../src/ir/pack/format.js';

test('a list counts as its elements', () => {
  expect(hashOf('a', ['b', 'c'], 'd')).toBe(hashOf('a', 'b', 'c', 'd'));
  expect(hashOf(['ab'])).not.toBe(hashOf(['a', 'b']));
});

test('a list may be longer than a list of arguments can be', () => {
  const names = Array.from({ length: 300_000 }, (_, i) => `function ${i}`);
  expect(hashOf(names)).toHaveLength(27);
  expect(hashOf(names)).not.toBe(hashOf(names.slice(1)));
});
