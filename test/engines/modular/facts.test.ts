// Facts that a path learns from comparisons, and forgets when memory escapes.

import { expect, test } from 'vitest';
import { agreeOnCases } from '../../../src/engines/modular/calls/cases.js';
import { assumeComparison, rangeOf } from '../../../src/engines/modular/domain/facts.js';
import { markEscaped } from '../../../src/engines/modular/domain/memory.js';
import { makeCell, makeFact, makeField, State } from '../../../src/engines/modular/domain/state.js';
import { addressOf, isDoubtful, isOpaque, Symbols } from '../../../src/engines/modular/domain/symbols.js';
import { dropEscapedInputs } from '../../../src/engines/modular/summary/summary.js';
import { Types } from '../../../src/types/basic-types.js';
import { LP64 } from '../../../src/types/types.js';
import { rulesIn } from './rules-in.js';

test('the largest 64-bit number can be excluded', () => {
  const state = new State(new Symbols());
  const v = addressOf(2);
  state.facts.set(2, makeFact({ low: 0, high: 2 ** 64 }, false));
  expect(assumeComparison(state, 'ne', v, 2 ** 64)).toBe(true);
  expect(rangeOf(state, v)).toMatchObject({ low: 0, high: 2 ** 64 });
});

test('excluding a bound moves it', () => {
  const state = new State(new Symbols());
  const v = addressOf(2);
  state.facts.set(2, makeFact({ low: 0, high: 7 }, false));
  expect(assumeComparison(state, 'ne', v, 6) && assumeComparison(state, 'ne', v, 7)).toBe(true);
  expect(rangeOf(state, v)).toMatchObject({ low: 0, high: 5 });
});

test('memory stored into escaped memory escapes with it at the next unknown call', () => {
  const state = new State(new Symbols());
  const fields = new Map([[0, makeField(addressOf(3), 8, null, true)]]);
  state.cells.set(2, makeCell(2, 'heap', 'uninitialized', { escaped: true, fields }));
  state.cells.set(3, makeCell(3, 'heap', 'uninitialized'));
  markEscaped(state, addressOf(2));
  expect(state.cells.get(3)!.escaped).toBe(true);
});

test('a value stored over an escaped one is still known', () => {
  for (const isReplaced of [true, false]) {
    const symbols = new Symbols();
    const state = new State(symbols);
    const types = new Types(LP64);
    const pointer = types.pointer(types.int);
    const [record, data] = [symbols.parameter(0, pointer), symbols.parameter(1, pointer)];
    const old = makeField(symbols.input(record.symbol, 0, pointer), 8, null, true);
    const before = new Map([[0, old]]);
    const fields = isReplaced ? new Map([[0, makeField(data, 8, null, true)]]) : before;
    state.cells.set(record.symbol, makeCell(record.symbol, 'input', 'input', { escaped: true, fields, before }));
    const inner = symbols.input(record.symbol, 0, pointer).symbol;
    const written = new Map([[0, makeField(1, 4, null)]]);
    state.cells.set(inner, makeCell(inner, 'input', 'input', { escaped: true, fields: written }));
    dropEscapedInputs(state);
    const { value } = state.cells.get(record.symbol)!.fields.get(0)!;
    expect(isOpaque(value)).toBe(!isReplaced);
    expect(state.cells.has(inner)).toBe(false);
  }
});

test('a null that is one case of a callee is only possible, even if it is the last case left', () => {
  const symbols = new Symbols();
  const state = new State(symbols);
  const { int } = new Types(LP64);
  const [pointer, status] = [symbols.parameter(0, int), symbols.parameter(1, int)];
  for (const { symbol } of [pointer, status]) state.facts.set(symbol, makeFact({ low: 0, high: 9 }, false));
  const cases = [
    new Map([
      [pointer.symbol, makeFact({ low: 0, high: 0 }, false)],
      [status.symbol, makeFact({ low: 5, high: 5 }, true)],
    ]),
    new Map([
      [pointer.symbol, makeFact({ low: 1, high: 9 }, true)],
      [status.symbol, makeFact({ low: 6, high: 6 }, true)],
    ]),
  ];
  expect(agreeOnCases(state, cases, (symbol) => addressOf(symbol))).toBe(true);
  expect(assumeComparison(state, 'eq', status, 5)).toBe(true);
  expect(isDoubtful(state.resolve(pointer))).toBe(true);
});

const FOUND = `void *look(void);
int add(void) {
  char *s = malloc(4);
  if (!s) return 0;
  char *found = look();
  if (found == s) return 1;
  free(s);
  return 0;
}\n`;

test('memory that has not escaped is not the result of a call', () => {
  expect(rulesIn(FOUND)).toEqual([]);
  expect(rulesIn(FOUND.replace('  free(s);\n', ''))).toEqual(['leak']);
});
