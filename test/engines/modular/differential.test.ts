// The engine `modular` against all runs, on programs that it follows completely: errors of runs are reported, and reported
// errors are shown by a run. More: CAULK_PROGRAMS=20000 CAULK_SEED=1 npx vitest run test/engines/modular/differential.test.ts

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { complainAbout, type Tally } from './random/compare.js';
import { type Program, printProgram, programs } from './random/programs.js';
import '../../support/fixed-seed.js';

const PROGRAMS = Number(process.env.CAULK_PROGRAMS ?? 200);
const SEED = Number(process.env.CAULK_SEED ?? 1);

test('what runs show is reported, and what is reported is shown by a run', { timeout: 36_000_000 }, () => {
  const tally: Tally = { found: new Map(), shown: new Map() };
  const property = fc.property(programs, (program) => complainAbout(program, tally) === null);
  const result = fc.check(property, { numRuns: PROGRAMS, seed: SEED });
  if (process.env.CAULK_PROGRAMS) console.log(tally);
  const smallest = result.counterexample?.[0] as Program | undefined;
  expect(smallest && `${printProgram(smallest)}\n${complainAbout(smallest, tally)}`).toBeUndefined();
  for (const rule of ['leak', 'null-dereference', 'use-after-free', 'double-free'])
    expect([rule, tally.found.has(rule), tally.shown.has(rule)]).toEqual([rule, true, true]);
});
