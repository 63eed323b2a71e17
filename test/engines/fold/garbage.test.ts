// Constant garbage collection changes nothing: every state that is still needed is known to be live.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { analyse } from '../../../src/engines/fold/engine.js';
import { ALL_INSTRUMENTATION } from '../../../src/engines/fold/kernel.js';

for (const name of ['list-delete', 'list-delete-bug', 'queue-tail', 'list-of-lists']) {
  test(name, async () => {
    const loaded = await loadProgram(fileURLToPath(new URL(`../../programs/fold/${name}.c`, import.meta.url)), []);
    if ('problems' in loaded) throw new Error(loaded.problems[0]?.message);
    const { program } = loaded;
    const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
    const request = { program, entry: program.functionNamed('main')!, options };
    const kept = analyse(request, ALL_INSTRUMENTATION);
    const collected = analyse(request, ALL_INSTRUMENTATION, 0);
    expect(collected.run.k.bdd.garbageCollections).toBeGreaterThan(10);
    expect(collected.result.obligations.map((o) => o.status)).toEqual(kept.result.obligations.map((o) => o.status));
    expect(collected.result.findings.map((f) => f.rule)).toEqual(kept.result.findings.map((f) => f.rule));
    expect(collected.run.stats.steps).toBe(kept.run.stats.steps);
  });
}
