// The engine `paths` on annotated programs: its own, and those of the paper.
// test/support/annotated.ts explains the annotations.

import { expect, test } from 'vitest';
import { paths } from '../../../src/engines/paths/engine.js';
import { checkAnnotated, programsIn } from '../../support/annotated.js';

const files = [...programsIn('test/programs/paths'), ...programsIn('examples/seeds/paths')];

for (const file of files) {
  test(file, { timeout: 120_000 }, async () => {
    expect(await checkAnnotated(file, paths)).toEqual([]);
  });
}
