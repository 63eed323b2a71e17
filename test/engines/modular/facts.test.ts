// What a path learns from comparisons, and forgets when others get hold of memory.

import { expect, test } from 'vitest';
import { assumeComparison, rangeOf } from '../../../src/engines/modular/facts.js';
import { letGo } from '../../../src/engines/modular/memory.js';
import { makeCell, makeField, State } from '../../../src/engines/modular/state.js';
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

test('what was put since into memory that others have hold of is theirs when they get hold of it again', () => {
  const state = new State(new Symbols());
  const fields = new Map([[0, makeField(addressOf(3), 8, null, true)]]);
  state.cells.set(2, makeCell(2, 'heap', 'uninitialized', { escaped: true, fields }));
  state.cells.set(3, makeCell(3, 'heap', 'uninitialized'));
  letGo(state, addressOf(2));
  expect(state.cells.get(3)!.escaped).toBe(true);
});
