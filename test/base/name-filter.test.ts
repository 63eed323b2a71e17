// The filter has no false negatives and few false positives.

import { expect, test } from 'vitest';
import { filterOf, mayContain, NO_NAMES, unionOf } from '../../src/base/name-filter.js';

const named = (word: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${word}_${i}`);

test('there are no false negatives and few false positives', () => {
  const filter = filterOf(named('global', 300));
  expect(named('global', 300).every((name) => mayContain(filter, name))).toBe(true);
  expect(named('other', 1000).filter((name) => mayContain(filter, name)).length).toBeLessThan(20);
  expect(named('global', 300).some((name) => mayContain(NO_NAMES, name))).toBe(false);
});

test('the union has the names of both', () => {
  const [a, b] = [filterOf(named('a', 20)), filterOf(named('b', 20))];
  const both = unionOf(a, b);
  expect([...named('a', 20), ...named('b', 20)].every((name) => mayContain(both, name))).toBe(true);
  expect(unionOf(both, a)).toBe(both);
  expect(mayContain(a, 'b_7')).toBe(false);
});
