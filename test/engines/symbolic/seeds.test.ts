// The figures of the paper: contexts before every statement, predecessor sets and leak predicates, as golden files.
// `npx vitest run -u` rewrites them; review the changes.

import { describe, expect, it } from 'vitest';
import { analyseSeed, describeSeed, loadSeed } from '../../../bench/seeds-symbolic.js';

const seeds = [
  ['figure2.adb', 'main', ['always']],
  ['figure2.c', 'main', ['always']],
  ['figure3.adb', 'main', ['n >= 2']],
  ['figure3.c', 'main', ['n >= 2']],
  ['figure3_correct.adb', 'build', []],
  ['figure3_correct.c', 'main', []],
] as const;

describe('the figures of the paper', () => {
  it.each(seeds)('%s', async (file, name, predicates) => {
    const loaded = await loadSeed(file);
    const result = analyseSeed(loaded, 'main');
    expect(result.findings.map((f) => f.condition)).toEqual(predicates);
    const open = result.obligations.filter((o) => o.property !== 'valid-memcleanup' && o.status !== 'proved');
    expect(open.length).toBe(predicates.length);
    await expect(describeSeed(loaded, result, name)).toMatchFileSnapshot(`golden/${file}.txt`);
  });
});
