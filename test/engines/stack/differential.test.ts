// The engine against what really happens: random recursive heap programs, every error among its claims, every heap at
// the beginning of a block described by one of its structures.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeUnit } from '../../../src/ir/normalize.js';
import { heapPrograms } from '../../differential/generate.js';
import type { HeapProgram } from '../../differential/grammar.js';
import { complain, readProgram } from '../../differential/harness.js';
import { printProgram } from '../../differential/print.js';
import { stackUnderTest } from './under-test.js';

const PROGRAMS = Number(process.env.CAULK_PROGRAMS ?? 40);
const INPUTS = 6;

/** The interpreter runs the three-address form too, so that points mean the same to both. */
const verdict = (program: HeapProgram) => complain(stackUnderTest, normalizeUnit(readProgram(program)), INPUTS);

describe.each(['reckless', 'guarded'] as const)('random %s programs', (style) => {
  it('are covered', { timeout: 600_000 }, () => {
    const property = fc.property(heapPrograms({ style, recursion: 'on', statements: 5 }), (p) => verdict(p) === null);
    const result = fc.check(property, { seed: 11, numRuns: PROGRAMS });
    const [smallest] = (result.counterexample ?? []) as HeapProgram[];
    if (smallest) expect.fail(`${printProgram(smallest)}\n${verdict(smallest)}`);
  });
});
