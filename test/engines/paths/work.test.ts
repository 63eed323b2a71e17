// Steps that make many or large states count as several: a small budget is spent in little time, whatever the program is.
// Tests of the budget in src/engines/paths/fixpoint.ts.

import { expect, test } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { paths } from '../../../src/engines/paths/engine.js';

/** Exchanges elements of an array of twenty pointers: every exchange doubles the states. */
const FILE = 'test/programs/competition/pointer-array.c';

test('a program with states that double ends early', async () => {
  const loaded = await loadProgram(FILE, []);
  if ('problems' in loaded) throw new Error('the program cannot be read');
  const { program } = loaded;
  const options = { mallocMayFail: false, leakAtExit: false, budget: 500 };
  const { stats, functions } = paths.analyse({ program, entry: program.functionNamed('main')!, options });
  expect(functions.find((f) => f.function.name === 'main')!.status).toBe('timeout');
  expect(stats.instructions).toBeLessThan(500);
});
