// Idioms of real programs, each with a buggy variant: no findings on the correct ones; on the buggy ones the annotated
// findings, except for the gaps that the annotations name.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { modular } from '../../../src/engines/modular/engine.js';
import { checkAnnotated, programsIn } from '../../support/annotated.js';

const folder = fileURLToPath(new URL('../../programs/idioms', import.meta.url));
const programs = programsIn(folder).filter((path) => !path.includes('/projects/'));

test.each(programs.map((path) => [path.slice(folder.length + 1), path]))('%s', async (_, path) => {
  expect(await checkAnnotated(path, modular)).toEqual([]);
});
