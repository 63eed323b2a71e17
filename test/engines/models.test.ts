// The models of the C library, on correct and incorrect programs: each finding needs a model.
// The engine is `paths`; test/support/annotated.ts explains the annotations.

import { expect, test } from 'vitest';
import { paths } from '../../src/engines/paths/engine.js';
import { checkAnnotated, programsIn } from '../support/annotated.js';

for (const file of programsIn('test/programs/models')) {
  test(file, { timeout: 120_000 }, async () => {
    expect(await checkAnnotated(file, paths)).toEqual([]);
  });
}
