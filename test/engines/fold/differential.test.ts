// The fold engine against what really happens: random programs, run on many inputs.
// Every error that happens must be among its findings; programs it does not follow to the end do not count.

import { expect, test } from 'vitest';
import { analyse } from '../../../src/engines/fold/engine.js';
import { ALL_INSTRUMENTATION } from '../../../src/engines/fold/kernel.js';
import { Program } from '../../../src/ir/link.js';
import type { Unit } from '../../../src/ir/program.js';
import type { ClaimedFinding, EngineUnderTest } from '../../differential/engine.js';
import { challenge } from '../../differential/harness.js';

let followed = 0;
let asked = 0;

const fold: EngineUnderTest = {
  name: 'fold',
  analyse: (unit) => {
    const program = new Program([unit]);
    const options = { mallocMayFail: false, leakAtExit: false, budget: 1_500 };
    const { result, ledger } = analyse(
      { program, entry: program.functionNamed('main')!, options },
      ALL_INSTRUMENTATION,
    );
    asked++;
    if (ledger.incomplete) return null;
    followed++;
    const findings = result.findings.map(({ rule, site }) => ({ rule, line: site.source.locate(site.at).line }));
    return { covers: () => true, findings: [...findings, ...leaksAtReturns(unit, findings)], soundness: 'sound' };
  },
};

/** What the result of a call overwrites is lost at the call for us, at the callee's return for the interpreter. */
function leaksAtReturns(unit: Unit, findings: readonly ClaimedFinding[]): ClaimedFinding[] {
  if (!findings.some((f) => f.rule === 'leak')) return [];
  return unit.functions.flatMap(({ body }) =>
    (body?.blocks ?? [])
      .filter((b) => b.terminator.kind === 'return')
      .map((b) => ({ rule: 'leak', line: unit.source.locate(b.terminator.at).line })),
  );
}

/** More with CAULK_PROGRAMS, for an evening. */
const programs = Number(process.env.CAULK_PROGRAMS ?? 30);
const seed = Number(process.env.CAULK_SEED ?? 1);

for (const style of ['reckless', 'guarded'] as const) {
  test(`finds every error of ${style} programs`, () => {
    followed = 0;
    asked = 0;
    const failure = challenge(fold, { style, recursion: 'off', programs, inputs: 6, seed });
    expect(failure && `${failure.why}\n${failure.program}`).toBeNull();
    expect(followed).toBeGreaterThan(asked / 3);
  });
}
