// What people write every day with the C library: each program is proved, and its twin with an error is not, by any engine.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const FOLDER = 'test/programs/everyday';
const ENGINES = ['paths', 'fold', 'stack', 'symbolic'];

const names = readdirSync(FOLDER).map((name) => name.slice(0, -2));
const right = names.filter((name) => !name.endsWith('-bug'));

const verdictsOf = async (name: string, engine: string) => {
  const { out, err } = await caulk('prove', join(FOLDER, `${name}.c`), '--engine', engine);
  expect(err).toBe('');
  return [...out.matchAll(/^(valid-\w+): (true|false|unknown)/gm)].map(([, , verdict]) => verdict);
};

describe('proved', () => {
  it.each(right)('%s', async (name) => {
    expect(await verdictsOf(name, 'auto')).toEqual(['true', 'true', 'true']);
  });
});

describe('with an error, not proved', () => {
  it.each(right)('%s', async (name) => {
    const path = join(FOLDER, `${name}-bug.c`);
    const [, property] = /^\/\/ violates: (.*)$/m.exec(readFileSync(path, 'utf8'))!;
    for (const engine of [...ENGINES, 'auto']) {
      const { out } = await caulk('prove', path, '--engine', engine, '--property', property!);
      expect(`${engine} ${out}`).toMatch(new RegExp(`^${engine} ${property}: (false|unknown)`));
    }
  });
});
