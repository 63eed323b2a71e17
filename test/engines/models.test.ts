// The models of the C library, on programs that use it rightly and wrongly: each finding is one a model is needed for.
// The engine is `paths`; see test/support/annotated.ts for the comments.

import { expect, test } from 'vitest';
import { paths } from '../../src/engines/paths/engine.js';
import { checkAnnotated, programsIn } from '../support/annotated.js';

for (const file of programsIn('test/programs/models')) {
  test(file, { timeout: 120_000 }, async () => {
    expect(await checkAnnotated(file, paths)).toEqual([]);
  });
}
