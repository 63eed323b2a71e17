// The programs of test/programs/competition as tasks: wrong ones are refuted by what their annotations say, right ones never.
// scripts/check-competition.mjs checks the annotations with sanitizers.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Rule } from '../../src/engines/engine.js';
import { PROPERTY_OF } from '../../src/engines/shared/ledger.js';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-competition-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SAFETY = join(folder, 'memsafety.prp');
writeFileSync(
  SAFETY,
  ['valid-free', 'valid-deref', 'valid-memtrack'].map((p) => `CHECK( init(main()), LTL(G ${p}) )\n`).join(''),
);

const ROOT = 'test/programs/competition';
const names = readdirSync(ROOT)
  .map((file) => file.replace(/\.c$/, ''))
  .sort();
const wrong = names.filter((name) => name.endsWith('-bug'));

/** Right programs that are proved; the others take longer, or are undecided. */
const PROVED = [
  'bits-in-list',
  'cas-stack',
  'driver',
  'embedded',
  'insert-anywhere',
  'josephus',
  'kernel-moved',
  'merge-sort',
  'queue-of-stacks',
  'ring-two-ways',
  'single-to-double',
  'sublists',
];

const verdictOn = async (name: string): Promise<string> =>
  (await caulk('prove', `${ROOT}/${name}.c`, '--property', SAFETY)).out.split('\n')[0]!;

it('has a right and a wrong program of each kind', () => {
  const right = names.filter((name) => !name.endsWith('-bug'));
  expect(wrong).toEqual(right.map((name) => `${name}-bug`).sort());
  expect(right.length).toBeGreaterThanOrEqual(30);
});

describe.each(wrong)('%s', (name) => {
  it('is refuted by the property that its annotation tells', async () => {
    const rules = [...readFileSync(`${ROOT}/${name}.c`, 'utf8').matchAll(/WARN\(([a-z-]+)\)/g)].map(
      ([, r]) => r as Rule,
    );
    const expected = new Set(rules.map((rule) => `verdict: false(${PROPERTY_OF[rule]})`));
    expect(expected).toContain(await verdictOn(name));
  }, 120_000);
});

describe.each(PROVED)('%s', (name) => {
  it('is proved', async () => {
    expect(await verdictOn(name)).toBe('verdict: true');
  }, 120_000);
});
