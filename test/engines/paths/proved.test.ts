// Proofs of the engine `paths`: correct programs, most of them variants of faulty ones in test/programs/paths.
// The variant with the error must not be proved.

import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import type { Property } from '../../../src/engines/engine.js';
import { paths } from '../../../src/engines/paths/engine.js';
import { programsIn } from '../../support/annotated.js';

const PROPERTIES: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack'];

async function openIn(file: string): Promise<string[]> {
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  const options = { mallocMayFail: false, leakAtExit: false, budget: 4_000 };
  const { obligations } = paths.analyse({
    program: loaded.program,
    entry: loaded.program.functionNamed('main')!,
    options,
  });
  return obligations
    .filter((o) => PROPERTIES.includes(o.property) && o.status !== 'proved')
    .map((o) => `line ${o.site.source.locate(o.site.at).line}: ${o.property}: ${o.reason?.text}`);
}

for (const file of programsIn('test/programs/paths/proved')) {
  test(basename(file), { timeout: 120_000 }, async () => {
    expect(await openIn(file)).toEqual([]);
  });
}

const proved = new Set(programsIn('test/programs/paths/proved').map((f) => basename(f)));
for (const name of proved) {
  const twin = join('test/programs/paths', name);
  if (!programsIn('test/programs/paths').includes(twin)) continue;
  test(`the correct variant of ${name}`, { timeout: 120_000 }, async () => {
    expect(await openIn(twin)).not.toEqual([]);
  });
}
