// Causes of false alarms and of missed errors that real projects have shown: a folder for each, with programs that differ
// in data structure and control flow.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { modular } from '../../../src/engines/modular/engine.js';
import { checkAnnotated, programsIn } from '../../support/annotated.js';

const folder = fileURLToPath(new URL('../../programs/causes', import.meta.url));

test.each(programsIn(folder).map((path) => [path.slice(folder.length + 1), path]))('%s', async (_, path) => {
  expect(await checkAnnotated(path, modular)).toEqual([]);
});
