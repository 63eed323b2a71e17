// Every belief is right in one program and wrong in another (test/programs/beliefs/NAME): it changes the findings.
// A belief that changes nothing in its own programs is dead.

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modular } from '../../../src/engines/modular/engine.js';
import { type Annotation, readAnnotations } from '../../../src/findings/annotations.js';
import { findingsOf } from '../../support/annotated.js';

/**
 * The annotations that state the effect of a belief: on these lines it decides whether there is a finding. A program
 * for a belief that suppresses findings may have `WARN` on lines that are reported with and without it.
 */
const SAYS = {
  silences: { right: 'NOWARN', costs: 'MISSED' },
  finds: { right: 'WARN', costs: 'FALSE-ALARM' },
} as const;

/** It silences most nulls of programs as small as these, whatever the belief is that they are about. */
const ALSO_LEFT_OUT = 'decided-in-between';

const cases = modular.beliefs.flatMap((belief) =>
  (['right', 'costs'] as const).map((which) => ({
    ...belief,
    which,
    file: `test/programs/beliefs/${belief.name}/${which}.c`,
  })),
);

test.each(cases)('$name: $which', async ({ name, effect, which, file }) => {
  expect(existsSync(file), `${file} is missing`).toBe(true);
  const linesWithout = async (left: readonly string[]) => {
    const withoutBeliefs = name === ALSO_LEFT_OUT ? left : [ALSO_LEFT_OUT, ...left];
    return (await findingsOf(file, modular, { withoutBeliefs })).map(({ site }) => site.source.locate(site.at).line);
  };
  const annotations = readAnnotations(readFileSync(file, 'utf8'));
  const linesWith = (wanted: Annotation['kind']) =>
    annotations.filter(({ kind }) => kind === wanted).map(({ line }) => line);
  const lines = linesWith(SAYS[effect][which]);
  expect(lines).not.toEqual([]);
  const [silent, telling] = effect === 'silences' ? [[], [name]] : [[name], []];
  const always = effect === 'silences' ? linesWith('WARN') : [];
  expect(new Set(await linesWithout(silent))).toEqual(new Set(always));
  expect(await linesWithout(telling)).toEqual(expect.arrayContaining([...always, ...lines]));
});
