// Figures 2, 4 and 5 of the paper, as `caulk shapes` draws them: the memory state, its abstraction by the core predicates,
// and its abstraction by all predicates. Golden files, as text and as pictures.

import { expect, it } from 'vitest';
import { shapes } from '../../../src/cli/shapes.js';

const FIGURES = { 2: 'concrete', 4: 'core', 5: 'all' } as const;

async function draw(abstraction: 'concrete' | 'core' | 'all', format: 'text' | 'svg'): Promise<string> {
  const out: string[] = [];
  const console = { out: (text: string) => out.push(text), err: (text: string) => out.push(text) };
  const request = { file: 'examples/seeds/stack/figures.c', flags: [], engine: 'stack', function: 'rev', line: 56 };
  await shapes({ ...request, abstraction, format }, console);
  return out.join('');
}

for (const [figure, abstraction] of Object.entries(FIGURES)) {
  it(`figure ${figure}`, { timeout: 60_000 }, async () => {
    await expect(await draw(abstraction, 'text')).toMatchFileSnapshot(`golden/figure${figure}.txt`);
    await expect(await draw(abstraction, 'svg')).toMatchFileSnapshot(`golden/figure${figure}.svg`);
  });
}
