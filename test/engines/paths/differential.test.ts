// The engine `paths` against what really happens: random programs, every heap covered, every error found.
// The long campaign is run by hand, in pieces: CAULK_PROGRAMS=2000 CAULK_SEED=1 npx vitest run test/engines/paths/differential.test.ts

import { expect, test } from 'vitest';
import { findCounterexample } from '../../support/differential/harness.js';
import { PathsUnderTest } from './under-test.js';

const programs = Number(process.env.CAULK_PROGRAMS ?? 60) / 4;
const seed = Number(process.env.CAULK_SEED ?? 1);
/** With recursion other programs are drawn, not the same ones again. */
const SHIFT = { off: 0, on: 1_000_000 };

for (const style of ['guarded', 'reckless'] as const) {
  for (const recursion of ['off', 'on'] as const) {
    test(`${style} programs, recursion ${recursion}`, { timeout: 3_600_000 }, () => {
      const paths = new PathsUnderTest();
      const failure = findCounterexample(paths, {
        style,
        recursion,
        programs,
        inputs: 8,
        seed: seed + SHIFT[recursion],
        statements: 7,
      });
      expect(failure && `${failure.program}\n${failure.why}`).toBeNull();
      const { followed, heaps, tooLarge, givenUp } = paths;
      if (process.env.CAULK_PROGRAMS)
        console.log(
          `${style}, ${recursion}: ${followed} of ${programs} programs followed, ${heaps} heaps, ${tooLarge} too large, ${givenUp} given up`,
        );
      expect(followed).toBeGreaterThan(programs / 3);
      expect(givenUp).toBeLessThan(heaps / 100);
    });
  }
}
