// Idioms of real programs, each with a buggy twin: nothing is reported on the correct ones, and the annotated errors of the
// buggy ones are found, except for the known gaps.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { modular } from '../../../src/engines/modular/engine.js';
import { checkAnnotated, programsIn } from '../../support/annotated.js';

const folder = fileURLToPath(new URL('../../programs/idioms', import.meta.url));
const programs = programsIn(folder).filter((path) => !path.includes('/projects/'));

test.each(programs.map((path) => [path.slice(folder.length + 1), path]))('%s', async (_, path) => {
  expect(await checkAnnotated(path, modular)).toEqual([]);
});
