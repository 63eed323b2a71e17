// No wrong proof: if an annotation of a test program states an error, the property is not proved.
// Uses the fastest abstractions, with pending records and on local heaps: a run of the engine with any finding is not a
// proof.

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

/** The properties that the program violates according to its annotations. */
const broken = (file: string) =>
  readAnnotations(readFileSync(file, 'utf8'))
    .filter((a) => (a.kind === 'WARN' || a.kind === 'MISSED') && (!a.engines || a.engines.includes('stack')))
    .map((a) => PROPERTY_OF[a.rule as Rule]);

// A project of several files may have errors that no single file shows.
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
