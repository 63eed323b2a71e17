// What a path learns from comparisons.

import { expect, test } from 'vitest';
import { assumeComparison, rangeOf } from '../../../src/engines/modular/facts.js';
import { State } from '../../../src/engines/modular/state.js';
import { addressOf, Symbols } from '../../../src/engines/modular/symbols.js';

test('the largest number of 64 bits can be excluded', () => {
  const state = new State(new Symbols());
  const v = addressOf(2);
  state.facts.set(2, { low: 0, high: 2 ** 64, nonzero: false });
  expect(assumeComparison(state, 'ne', v, 2 ** 64)).toBe(true);
  expect(rangeOf(state, v)).toMatchObject({ low: 0, high: 2 ** 64 });
});

test('a bound that is excluded moves', () => {
  const state = new State(new Symbols());
  const v = addressOf(2);
  state.facts.set(2, { low: 0, high: 7, nonzero: false });
  expect(assumeComparison(state, 'ne', v, 6) && assumeComparison(state, 'ne', v, 7)).toBe(true);
  expect(rangeOf(state, v)).toMatchObject({ low: 0, high: 5 });
});
