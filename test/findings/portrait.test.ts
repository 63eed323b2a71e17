// A function counts as proved only if there was something to prove, all of it was, and by an engine whose proofs count.

import { expect, it } from 'vitest';
import type { Payload } from '../../src/report/html/payload.js';
import { buildPages } from '../support/browser.js';
import { caulk } from '../support/cli.js';

async function verdicts(engine: string): Promise<Record<string, string>> {
  const { out } = await caulk('check', '--engine', engine, '--format', 'html', 'examples/tour/list-delete.c');
  const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(out)![1]!) as Payload;
  return Object.fromEntries(data.portraits.map((p) => [p.function, p.verdict]));
}

it('tells functions that are proved from those with a leak', async () => {
  buildPages();
  expect(await verdicts('paths')).toMatchObject({ destroy: 'proved', delete: 'open' });
});

it('believes no proof of an engine that only looks for mistakes', async () => {
  expect(Object.values(await verdicts('modular'))).not.toContain('proved');
});
