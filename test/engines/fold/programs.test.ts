// The annotated programs of the fold engine: each is proved without hints, and each has a variant with one bug, found.
// Annotations `// WARN(rule)` state the expected findings by line; any other finding fails the test.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { fold } from '../../../src/engines/fold/engine.js';

const folder = fileURLToPath(new URL('../../programs/fold', import.meta.url));

/** `line rule` for every annotation. */
function expectedOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) => [...line.matchAll(/\b(?:WARN|FALSE-ALARM)\(([a-z-]+)\)/g)].map((m) => `${at + 1} ${m[1]}`));
}

for (const name of readdirSync(folder).filter((n) => n.endsWith('.c'))) {
  test(name, async () => {
    const path = join(folder, name);
    const loaded = await loadProgram(path, []);
    if ('problems' in loaded) throw new Error(loaded.problems[0]?.message);
    const { program } = loaded;
    const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
    const result = fold.analyse({ program, entry: program.functionNamed('main')!, options });
    const found = result.findings.map((f) => `${f.site.source.locate(f.site.at).line} ${f.rule}`);
    expect(found.sort()).toEqual(expectedOf(readFileSync(path, 'utf8')).sort());
    const claimed = new Set(['valid-deref', 'valid-free', 'valid-memtrack']);
    const open = result.obligations.filter((o) => o.status !== 'proved' && claimed.has(o.property));
    if (found.length === 0) expect(open.map((o) => o.reason)).toEqual([]);
  });
}
