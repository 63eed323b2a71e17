// All reachable code is analysed: callees that the engine knows little about do not end the path of their callers.
// The leak follows a call that was once thought never to return; states are independent of each other.

import { expect, test } from 'vitest';
import { analyseBySummaries } from '../../../src/driver/project/ask-engine.js';
import { makeCell, makeField, State } from '../../../src/engines/modular/domain/state.js';
import { Symbols } from '../../../src/engines/modular/domain/symbols.js';
import { modular } from '../../../src/engines/modular/engine.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 2_500 } as const;

function rulesIn(text: string): string[] {
  const head = 'typedef unsigned long size_t;';
  const unit = readUnit('a.c', new TextEncoder().encode(`${head}\nvoid *malloc(size_t);\n${text}`), LP64);
  const program = linkWithModels([unit], LP64, []);
  return analyseBySummaries(modular, program, OPTIONS).result.findings.map(({ rule }) => rule);
}

test('behind a test for overflow with the largest number', () => {
  const text = `void abort(void);
static void check(size_t count, size_t size) { if (size && count > (size_t)-1 / size) abort(); }
int f(void) { char *p = malloc(4); check(3, 32); return p != 0; }\n`;
  expect(rulesIn(text)).toEqual(['leak']);
});

test('a cell that takes the name of an earlier one does not share its fields with all others', () => {
  const state = new State(new Symbols());
  const field = makeField(1, 4, null);
  state.cells.set(7, makeCell(7, 'heap', 'zero'));
  state.setField(7, 0, field);
  state.cells.delete(7);
  state.cells.set(7, makeCell(7, 'heap', 'zero'));
  state.setField(7, 8, field);
  expect(makeCell(8, 'heap', 'zero').fields.size).toBe(0);
});
