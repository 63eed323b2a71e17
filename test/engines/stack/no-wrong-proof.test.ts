// No wrong proof: where a program of the collection says that something goes wrong, the property is not proved.
// The quickest abstractions are tried, with pending records and on local heaps: a run that complains about anything is not
// the one that proves.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyseUnit } from '../../../src/driver/check/analyse-unit.js';
import { loadUnits } from '../../../src/driver/load/load-units.js';
import type { EntryEngine, Rule } from '../../../src/engines/engine.js';
import { PROPERTY_OF } from '../../../src/engines/shared/ledger.js';
import { type Abstraction, LOCAL, STACKED } from '../../../src/engines/stack/abstraction.js';
import { resultOf, run } from '../../../src/engines/stack/engine.js';
import { readAnnotations } from '../../../src/findings/annotations.js';
import { singleFileJob } from '../../../src/frontend/compile-job.js';
import { programsIn } from '../../support/annotated.js';

const engineWith = (abstraction: Abstraction): EntryEngine => ({
  kind: 'entry',
  name: 'stack',
  analyse: (request) => resultOf(run(request, abstraction, 'first finding')),
});
const ENGINES = [STACKED[0]!, LOCAL.prove].map(engineWith);

const OPTIONS = { mallocMayFail: true, leakAtExit: false, budget: 8_000 } as const;

/** The properties that the program breaks by its own words. */
const broken = (file: string) =>
  readAnnotations(readFileSync(file, 'utf8'))
    .filter((a) => a.kind === 'WARN' || a.kind === 'MISSED')
    .map((a) => PROPERTY_OF[a.rule as Rule]);

// A project of several files breaks things that none of its files shows alone.
const files = [...programsIn('test/programs'), ...programsIn('examples')].filter(
  (f) => !f.includes('/projects/') && broken(f).length > 0,
);

test.each(files)('%s', { timeout: 60_000 }, async (file) => {
  const job = singleFileJob(file, process.cwd(), []);
  for await (const { unit } of loadUnits([job], 1)) {
    for (const engine of ENGINES) {
      const { results, problems } = analyseUnit(unit!, job.target, {
        engine,
        options: OPTIONS,
        entries: [],
        models: [],
      });
      expect(problems).toEqual([]);
      const obligations = results.flatMap((r) => r.obligations);
      for (const property of broken(file)) {
        expect(obligations.some((o) => o.property === property && o.status !== 'proved')).toBe(true);
      }
    }
  }
});
