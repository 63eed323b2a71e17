// The fold engine against concrete executions: random programs, run on many inputs.
// Every error of a run must be among its findings; every heap at the beginning of a block must be covered by its state.

import { expect, test } from 'vitest';
import { findCounterexample } from '../../support/differential/harness.js';
import { FoldUnderTest } from './under-test.js';

/** More with CAULK_PROGRAMS, others with CAULK_SEED; 10000 of each style take half an hour. */
const all = Number(process.env.CAULK_PROGRAMS ?? 15);
const seed = Number(process.env.CAULK_SEED ?? 1);

/** Allocations of two sizes need two summary nodes instead of one, so there are fewer of these programs. */
const STYLES = [
  ['reckless', 'alike', all],
  ['guarded', 'alike', all],
  ['reckless', 'of-two-sizes', Math.ceil(all / 3)],
  ['guarded', 'of-two-sizes', Math.ceil(all / 3)],
] as const;

for (const [style, blocks, programs] of STYLES) {
  test(`finds every error of ${style} programs with allocations ${blocks}`, () => {
    const fold = new FoldUnderTest();
    const failure = findCounterexample(fold, { style, recursion: 'off', blocks, programs, inputs: 6, seed });
    expect(failure && `${failure.why}\n${failure.program}`).toBeNull();
    if (process.env.CAULK_PROGRAMS)
      console.log(
        `${style}, ${blocks}: ${fold.followed} of ${fold.programs} programs analysed to the end, ${fold.heaps} heaps compared`,
      );
    expect(fold.followed).toBeGreaterThan(fold.programs / 3);
    expect(fold.heaps).toBeGreaterThan(programs);
  }, 36_000_000);
}
