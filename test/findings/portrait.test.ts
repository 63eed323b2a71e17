// A function counts as proved only if it has obligations and a prover proves all of them.

import { expect, it } from 'vitest';
import type { Payload } from '../../src/report/html/payload.js';
import { buildPages } from '../support/browser.js';
import { caulk } from '../support/cli.js';

async function verdicts(engine: string): Promise<Record<string, string>> {
  const { out } = await caulk('check', '--engine', engine, '--format', 'html', 'examples/tour/list-delete.c');
  const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(out)![1]!) as Payload;
  return Object.fromEntries(data.portraits.map((p) => [p.function, p.verdict]));
}

it('distinguishes proved functions from those with a leak', async () => {
  buildPages();
  expect(await verdicts('paths')).toMatchObject({ destroy: 'proved', delete: 'open' });
});

it('ignores proofs of an engine that is no prover', async () => {
  expect(Object.values(await verdicts('modular'))).not.toContain('proved');
});
