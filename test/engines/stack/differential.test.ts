// The engine against concrete executions: random recursive heap programs; every error is among its findings, and every
// heap at the beginning of a block is described by one of its structures.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ABSTRACTIONS, type Abstraction } from '../../../src/engines/stack/abstraction.js';
import { normalizeUnit } from '../../../src/ir/normalize.js';
import { heapPrograms } from '../../support/differential/generate.js';
import type { HeapProgram } from '../../support/differential/grammar.js';
import { findDiscrepancy, readProgram } from '../../support/differential/harness.js';
import { printProgram } from '../../support/differential/print.js';
import { noTally, stackUnderTest, type Tally } from './under-test.js';
import '../../support/fixed-seed.js';

/** `CAULK_PROGRAMS=20000 npx vitest run test/engines/stack/differential.test.ts` for the long run. */
const PROGRAMS = Number(process.env.CAULK_PROGRAMS ?? 120);
const INPUTS = 6;

/** The minimal share of programs without `&` that the engine must analyse to the end for a meaningful test. */
const FOLLOWED = 0.5;

/** The interpreter runs the three-address form too, so that both have the same program points. */
const verdict = (abstraction: Abstraction, program: HeapProgram, tally: Tally) =>
  findDiscrepancy(stackUnderTest(abstraction, tally), normalizeUnit(readProgram(program)), INPUTS);

/** The engine gives up on most programs with `&`; it must analyse most others to the end. */
const STYLES = [
  { style: 'reckless', addresses: 'none' },
  { style: 'guarded', addresses: 'none' },
  { style: 'reckless', addresses: 'taken' },
] as const;
const cases = ABSTRACTIONS.flatMap((a) => STYLES.map((style) => ({ ...a, ...style }))).map((c, i) => ({
  ...c,
  seed: i,
}));

it.each(cases)(
  '$style programs, addresses $addresses (calls $calls, memory $memory, names $names)',
  { timeout: 36_000_000 },
  (c) => {
    const { style, addresses } = c;
    const programs = heapPrograms({ style, addresses, recursion: 'on', statements: 5 });
    const tally = noTally();
    const property = fc.property(programs, (p) => verdict(c, p, tally) === null);
    const result = fc.check(property, { seed: c.seed, numRuns: Math.ceil(PROGRAMS / cases.length) });
    const [smallest] = (result.counterexample ?? []) as HeapProgram[];
    if (smallest) expect.fail(`${printProgram(smallest)}\n${verdict(c, smallest, tally)}`);
    const { followed, heaps, passed, givenUp } = tally;
    console.info(
      `${followed} of ${tally.programs} programs analysed to the end, ${heaps} heaps compared, ` +
        `${passed} too large, ${givenUp} given up`,
    );
    if (addresses === 'none') expect(followed).toBeGreaterThan(tally.programs * FOLLOWED);
  },
);
