// The engine against what really happens: random recursive heap programs, every error among its claims, every heap at
// the beginning of a block described by one of its structures.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ABSTRACTIONS, type Abstraction } from '../../../src/engines/stack/abstraction.js';
import { normalizeUnit } from '../../../src/ir/normalize.js';
import { heapPrograms } from '../../support/differential/generate.js';
import type { HeapProgram } from '../../support/differential/grammar.js';
import { complain, readProgram } from '../../support/differential/harness.js';
import { printProgram } from '../../support/differential/print.js';
import { noTally, stackUnderTest, type Tally } from './under-test.js';
import '../../support/fixed-seed.js';

/** `CAULK_PROGRAMS=20000 npx vitest run test/engines/stack/differential.test.ts` for the long run. */
const PROGRAMS = Number(process.env.CAULK_PROGRAMS ?? 120);
const INPUTS = 6;

/** The least part of programs without `&` that the engine must follow to the end, for the test to mean something. */
const FOLLOWED = 0.5;

/** The interpreter runs the three-address form too, so that points mean the same to both. */
const verdict = (abstraction: Abstraction, program: HeapProgram, tally: Tally) =>
  complain(stackUnderTest(abstraction, tally), normalizeUnit(readProgram(program)), INPUTS);

/** Programs with `&` are mostly given up; without, the engine must follow most of them to the end. */
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
      `${followed} of ${tally.programs} programs followed to the end, ${heaps} heaps compared, ` +
        `${passed} too large, ${givenUp} given up`,
    );
    if (addresses === 'none') expect(followed).toBeGreaterThan(tally.programs * FOLLOWED);
  },
);
