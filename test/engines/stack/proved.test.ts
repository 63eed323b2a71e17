// Correct programs on which the engine must not only have no findings, but prove everything within the default budget.

import { expect, it } from 'vitest';
import { loadUnits } from '../../../src/driver/load/load-units.js';
import { stackEngine } from '../../../src/engines/stack/engine.js';
import { singleFileJob } from '../../../src/frontend/compile-job.js';
import { linkWithModels } from '../../../src/models/load.js';

const PROVED = ['dll', 'dll-recursive', 'dll-circular', 'dll-data', 'through-pointer', 'list-on-stack', 'own-malloc'];

it.each(PROVED)('%s', { timeout: 120_000 }, async (name) => {
  const job = singleFileJob(`test/programs/stack/${name}.c`, process.cwd(), []);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  for await (const { unit } of loadUnits([job], 1)) {
    const program = linkWithModels([unit!], job.target);
    const { findings, obligations } = stackEngine.analyse({ program, entry: program.functionNamed('main')!, options });
    expect(findings).toEqual([]);
    expect(obligations.length).toBeGreaterThan(0);
    expect(obligations.filter((o) => o.status !== 'proved').map((o) => `${o.property}: ${o.reason?.text}`)).toEqual([]);
  }
});
