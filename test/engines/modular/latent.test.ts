// Latent findings in annotated programs: with callers that establish what is needed, with callers that do not, with strangers.
// The rules of the mechanism one by one are in callers.test.ts.

import { expect, test } from 'vitest';
import { modular } from '../../../src/engines/modular/engine.js';
import { checkAnnotated, findingsOf, programsIn } from '../../support/annotated.js';

const FOLDER = 'test/programs/latent';

test.each(programsIn(FOLDER))('%s', async (file) => {
  expect(await checkAnnotated(file, modular)).toEqual([]);
});

test('what is excluded is latent, and says what it needs', async () => {
  const latent = await findingsOf(`${FOLDER}/excluded.c`, modular, { latent: true });
  expect(latent.every((f) => f.latent && f.certainty === 'possible')).toBe(true);
  expect(latent.map(({ function: name, condition }) => `${name}: ${condition}`).sort()).toEqual([
    'both: from is null and n >= 1',
    'by_pointer: mode == 2',
    'copy: part->kind == 3 and part->text is not null',
    'found: buffer is null and name is not null',
    'in_loop: (mode & 4) != 0 and mode != 0',
    'keep: mode >= 9',
    'tested: base is null',
  ]);
});

test('what is established is not', async () => {
  const found = await findingsOf(`${FOLDER}/established.c`, modular, { latent: true });
  expect(found.filter((f) => f.latent)).toEqual([]);
});
