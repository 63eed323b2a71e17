// The engine against concrete executions of random programs; CAULK_PROGRAMS=10000 makes it a campaign.
// Open obligations are not compared; the tally counts them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';
import { heapPrograms } from '../../support/differential/generate.js';
import { readProgram } from '../../support/differential/harness.js';
import { printProgram } from '../../support/differential/print.js';
import { complainAbout, type Tally } from './campaign.js';
import { inputProgram } from './input-programs.js';
import '../../support/fixed-seed.js';

const PROGRAMS = Number(process.env.CAULK_PROGRAMS ?? 16);
const FIRST = Number(process.env.CAULK_FIRST ?? 1);
const INPUTS = 12;

describe('no run contradicts the engine', () => {
  it('for programs that depend on their input', { timeout: 10_000_000 }, () => {
    const tally: Tally = { claimed: 0, open: 0, explained: 0 };
    const wrong: string[] = [];
    for (let seed = FIRST; seed < FIRST + PROGRAMS && wrong.length < 3; seed++) {
      const text = inputProgram(seed);
      const why = complainAbout(readUnit('random.c', new TextEncoder().encode(text), LP64), INPUTS, tally);
      if (why) wrong.push(`${seed}: ${why}\n${text}`);
    }
    if (process.env.CAULK_PROGRAMS) console.log('input programs', PROGRAMS, JSON.stringify(tally));
    expect(wrong.join('\n')).toBe('');
    expect(tally.claimed).toBeGreaterThan(tally.open);
  });

  it('for heap programs', { timeout: 10_000_000 }, () => {
    const tally: Tally = { claimed: 0, open: 0, explained: 0 };
    const shape = { style: 'reckless', recursion: 'off', statements: 6 } as const;
    const verdict = (p: Parameters<typeof readProgram>[0]) => complainAbout(readProgram(p), INPUTS, tally);
    const count = Math.ceil(PROGRAMS / 4);
    const result = fc.check(
      fc.property(heapPrograms(shape), (p) => verdict(p) === null),
      { seed: FIRST, numRuns: count },
    );
    if (process.env.CAULK_PROGRAMS) console.log('heap programs', count, JSON.stringify(tally));
    if (result.failed) {
      const [p] = result.counterexample as [Parameters<typeof readProgram>[0]];
      expect(`${verdict(p)}\n${printProgram(p)}`).toBe('');
    }
  });
});
