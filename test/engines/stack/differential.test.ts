// The engine against what really happens: random recursive heap programs, every error among its claims, every heap at
// the beginning of a block described by one of its structures.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ABSTRACTIONS, type Abstraction } from '../../../src/engines/stack/abstraction.js';
import { normalizeUnit } from '../../../src/ir/normalize.js';
import { heapPrograms } from '../../differential/generate.js';
import type { HeapProgram } from '../../differential/grammar.js';
import { complain, readProgram } from '../../differential/harness.js';
import { printProgram } from '../../differential/print.js';
import { stackUnderTest } from './under-test.js';

/** `CAULK_PROGRAMS=20000 npx vitest run test/engines/stack/differential.test.ts` for the long run. */
const PROGRAMS = Number(process.env.CAULK_PROGRAMS ?? 120);
const INPUTS = 6;

/** The interpreter runs the three-address form too, so that points mean the same to both. */
const verdict = (abstraction: Abstraction, program: HeapProgram) =>
  complain(stackUnderTest(abstraction), normalizeUnit(readProgram(program)), INPUTS);

const STYLES = ['reckless', 'guarded'] as const;
const cases = ABSTRACTIONS.flatMap((a) => STYLES.map((style) => ({ ...a, style })));

it.each(cases)('random $style programs are covered (memory $memory, names $names)', { timeout: 36_000_000 }, (c) => {
  const programs = heapPrograms({ style: c.style, recursion: 'on', statements: 5 });
  const property = fc.property(programs, (p) => verdict(c, p) === null);
  const result = fc.check(property, { seed: 11, numRuns: Math.ceil(PROGRAMS / cases.length) });
  const [smallest] = (result.counterexample ?? []) as HeapProgram[];
  if (smallest) expect.fail(`${printProgram(smallest)}\n${verdict(c, smallest)}`);
});
