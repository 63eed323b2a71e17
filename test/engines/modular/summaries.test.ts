// Summaries stay small: they hold what a caller can use, however long the chain of calls below.
// Counts what could make them grow: elements, string literals, reads of the caller's memory.

import { describe, expect, test } from 'vitest';
import { analyseBySummaries } from '../../../src/driver/project/ask-engine.js';
import { groupByShape } from '../../../src/engines/modular/domain/shape.js';
import { makeCell, makeField, State } from '../../../src/engines/modular/domain/state.js';
import { addressOf, isOpaque, Symbols } from '../../../src/engines/modular/domain/symbols.js';
import { modular } from '../../../src/engines/modular/engine.js';
import type { Summary } from '../../../src/engines/modular/summary/summary.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';
import { summaryOf } from './summary-of.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;

/** The summary of the last function. */
function lastSummary(text: string): Summary {
  const unit = readUnit('a.c', new TextEncoder().encode(text), LP64);
  const analysis = analyseBySummaries(modular, linkWithModels([unit], LP64, []), OPTIONS);
  return summaryOf(analysis, unit.functions.at(-1)!.name);
}

const fieldsIn = ({ outcomes }: Summary): number[] =>
  outcomes.map(({ state }) => [...state.cells.values()].reduce((sum, { fields }) => sum + fields.size, 0));

test('elements at indices that a caller does not know are one, through any number of calls', () => {
  const calls = Array.from({ length: 6 }, (_, i) => {
    const below = i === 0 ? 'b[n] = 1; b[m] = 2;' : `f${i - 1}(b, n, m); f${i - 1}(b, m, n);`;
    return `static void f${i}(char *b, int n, int m) { ${below} }`;
  });
  expect(fieldsIn(lastSummary(`${calls.join('\n')}\nvoid g(char *b) { f5(b, 1, 2); }\n`))).toEqual([1]);
});

test('one of several texts is a text', () => {
  const cases = Array.from({ length: 9 }, (_, i) => `case ${i}: return "text ${i}";`).join(' ');
  const summary = lastSummary(`const char *name(int n) { switch (n) { ${cases} } return "other"; }\n`);
  expect(summary.outcomes).toHaveLength(1);
});

test('a text or none are two outcomes', () => {
  expect(lastSummary('const char *name(int n) { return n ? "text" : 0; }\n').outcomes).toHaveLength(2);
});

test('facts that say no more than the type are left out', () => {
  const summary = lastSummary('int g; void f(int n) { if (n > 3) g = 1; else g = 2; }\n');
  expect(summary.outcomes.map(({ state }) => state.facts.size)).toEqual([1]); // of the number in g
});

describe('two states', () => {
  const symbols = new Symbols();
  const pointer = symbols.parameter(0, readUnit('b.c', new Uint8Array(), LP64).types.int);
  const input = symbols.input(pointer.symbol, 8, readUnit('b.c', new Uint8Array(), LP64).types.int);
  const plain = (): State => new State(symbols);
  const seen = (): State => {
    const state = plain();
    const fields = new Map([[8, makeField(input, 4, null)]]);
    state.cells.set(pointer.symbol, makeCell(pointer.symbol, 'input', 'input', { fields, before: fields }));
    return state;
  };
  const written = (value: number): State => {
    const state = seen();
    state.setField(pointer.symbol, 8, makeField(value, 4, null));
    return state;
  };
  const groupsOf = (...states: State[]): number => groupByShape(states, (group, state) => group.push(state)).length;

  test('that differ in what was looked at have one shape', () => {
    expect(groupsOf(plain(), seen())).toBe(1);
  });

  test('that differ in what was written do not', () => {
    expect(groupsOf(seen(), written(1))).toBe(2);
    expect(groupsOf(written(1), written(2))).toBe(2);
    expect(groupsOf(written(1), written(1))).toBe(1);
  });

  test('that differ in what is freed or held do not', () => {
    const freed = seen();
    freed.update(freed.cells.get(pointer.symbol)!, { status: 'freed' });
    const holding = plain();
    holding.registers[0] = addressOf(pointer.symbol);
    expect(groupsOf(plain(), seen(), freed, holding)).toBe(3);
  });
});

test('what lies deep behind a parameter is left unknown where there is too much of it', () => {
  const fields = Array.from({ length: 60 }, (_, i) => `struct s *f${i};`).join(' ');
  const writes = Array.from({ length: 60 }, (_, i) => `p->next->f${i}->n = ${i};`).join(' ');
  const text = `struct s { int n; struct s *next; ${fields} };\nvoid f(struct s *p) { p->n = 1; p->next->n = 2; ${writes} }\n`;
  const [outcome] = lastSummary(text).outcomes;
  const cells = [...outcome!.state.cells.values()];
  expect(cells.length).toBeLessThanOrEqual(40);
  const next = cells.find(({ fields }) => [...fields.values()].some(({ value }) => value === 2))!;
  const unknown = [...next.fields.values()].filter(({ value }) => isOpaque(value));
  expect(unknown).toHaveLength(60 - (cells.length - 2));
  expect(unknown.every(({ written }) => written !== null)).toBe(true);
});
