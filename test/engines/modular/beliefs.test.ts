// Every belief is right in one program and wrong in another (test/programs/beliefs/NAME): with it and without it, reports differ.
// A belief that makes no difference in its own programs is dead.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modular } from '../../../src/engines/modular/engine.js';
import { readAnnotations } from '../../../src/findings/annotations.js';
import { findingsOf } from '../../support/annotated.js';

/** The comments that say what a belief does: on lines with them it decides whether there is a report. */
const SAYS = {
  silences: { right: 'NOWARN', costs: 'MISSED' },
  finds: { right: 'WARN', costs: 'FALSE-ALARM' },
} as const;

const cases = modular.beliefs.flatMap((belief) =>
  (['right', 'costs'] as const).map((which) => ({
    ...belief,
    which,
    file: `test/programs/beliefs/${belief.name}/${which}.c`,
  })),
);

test.each(cases)('$name: $which', async ({ name, effect, which, file }) => {
  expect(existsSync(file), `${file} is missing`).toBe(true);
  const linesWithout = async (withoutBeliefs: readonly string[]) =>
    (await findingsOf(file, modular, { withoutBeliefs })).map(({ site }) => site.source.locate(site.at).line);
  const marked = readAnnotations(readFileSync(file, 'utf8')).filter(({ kind }) => kind === SAYS[effect][which]);
  const lines = [...new Set(marked.map(({ line }) => line))];
  expect(lines).not.toEqual([]);
  const [silent, telling] = effect === 'silences' ? [[], [name]] : [[name], []];
  expect(new Set(await linesWithout(silent))).toEqual(new Set());
  expect(await linesWithout(telling)).toEqual(expect.arrayContaining(lines));
});
