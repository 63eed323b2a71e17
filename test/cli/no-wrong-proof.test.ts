// No engine proves a wrong program: programs whose error lies in how C or its library works, by cause, in a folder each.
// The head of a program says which property it violates, and who says so: a sanitizer, or the words of the standard.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const ROOT = 'test/programs/no-wrong-proof';
const ENGINES = ['paths', 'fold', 'stack', 'symbolic', 'auto'];
const FEWEST = 3;

const causes = readdirSync(ROOT).sort();
const programsOf = (cause: string): string[] =>
  readdirSync(join(ROOT, cause))
    .filter((name) => name.endsWith('.c'))
    .map((name) => join(ROOT, cause, name));

/** `// violates: PROPERTY` and `// shown by: …` in the first lines. */
function headOf(path: string): { property: string; shownBy: string } {
  const text = readFileSync(path, 'utf8');
  const property = /^\/\/ violates: (valid-(?:deref|free|memtrack|memcleanup))$/m.exec(text)?.[1];
  const shownBy = /^\/\/ shown by: (\S.*)$/m.exec(text)?.[1];
  if (!property || !shownBy) throw new Error(`${path} does not say what it violates and who says so`);
  return { property, shownBy };
}

describe.each(causes)('%s', (cause) => {
  it('has several programs', () => {
    expect(programsOf(cause).length).toBeGreaterThanOrEqual(FEWEST);
  });

  it.each(programsOf(cause))('%s', async (path) => {
    const { property } = headOf(path);
    for (const engine of ENGINES) {
      const said = await caulk('prove', path, '--engine', engine, '--property', property);
      expect(`${engine} ${said.out}`).toMatch(new RegExp(`^${engine} ${property}: (false|unknown)`));
      expect(said.err, 'no run contradicts a proof').toBe('');
    }
  });
});
