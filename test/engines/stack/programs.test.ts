// The engine `stack` on annotated programs: its own, and those of the paper.
// test/support/annotated.ts explains the annotations.

import { expect, test } from 'vitest';
import { stackEngine } from '../../../src/engines/stack/engine.js';
import { checkAnnotated, programsIn } from '../../support/annotated.js';

// The merge of two lists takes seconds; it is in the bench.
const seeds = programsIn('examples/seeds/stack').filter((file) => !file.endsWith('merge.c'));

for (const file of [...programsIn('test/programs/stack'), ...seeds]) {
  test(file, { timeout: 120_000 }, async () => {
    expect(await checkAnnotated(file, stackEngine)).toEqual([]);
  });
}
