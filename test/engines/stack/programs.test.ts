// The engine `stack` on programs that say in comments what is expected: its own, and those of the paper.
// See test/support/annotated.ts for the comments.

import { expect, test } from 'vitest';
import { stackEngine } from '../../../src/engines/stack/engine.js';
import { checkAnnotated, programsIn } from '../../support/annotated.js';

// The merge of two lists takes seconds; the bench has it.
const seeds = programsIn('examples/seeds/stack').filter((file) => !file.endsWith('merge.c'));

for (const file of [...programsIn('test/programs/stack'), ...seeds]) {
  test(file, { timeout: 120_000 }, async () => {
    expect(await checkAnnotated(file, stackEngine)).toEqual([]);
  });
}
