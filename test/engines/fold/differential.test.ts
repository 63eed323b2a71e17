// The fold engine against what really happens: random programs, run on many inputs.
// Every error that happens must be among its findings, every heap at the beginning of a block must belong to its state.

import { expect, test } from 'vitest';
import { challenge } from '../../differential/harness.js';
import { FoldUnderTest } from './under-test.js';

/** Many more with CAULK_PROGRAMS, other ones with CAULK_SEED: 10000 of each style take half an hour. */
const programs = Number(process.env.CAULK_PROGRAMS ?? 15);
const seed = Number(process.env.CAULK_SEED ?? 1);

for (const style of ['reckless', 'guarded'] as const) {
  test(`finds every error of ${style} programs`, () => {
    const fold = new FoldUnderTest();
    const failure = challenge(fold, { style, recursion: 'off', programs, inputs: 6, seed });
    expect(failure && `${failure.why}\n${failure.program}`).toBeNull();
    if (process.env.CAULK_PROGRAMS)
      console.log(
        `${style}: ${fold.followed} of ${fold.programs} programs followed to the end, ${fold.heaps} heaps asked`,
      );
    expect(fold.followed).toBeGreaterThan(fold.programs / 3);
    expect(fold.heaps).toBeGreaterThan(programs);
  }, 36_000_000);
}
