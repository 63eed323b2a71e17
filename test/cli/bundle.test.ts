// The bundle with kept code: what is kept is used only for the same bundle, and only if it is whole.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadBundle, type Place } from '../../src/cli/bundle.js';

/** A build whose program returns a number. */
function buildFor(status: number): Place {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-bundle-'));
  const place = { dist: join(folder, 'dist'), code: join(folder, 'code') };
  mkdirSync(join(place.dist, 'bundle'), { recursive: true });
  rebuild(place, status);
  return place;
}

function rebuild({ dist }: Place, status: number): void {
  writeFileSync(join(dist, 'bundle/caulk.cjs'), `exports.runCommandLine = async () => ${status};\n`);
}

const run = async (place: Place): Promise<unknown> => {
  const bundle = loadBundle('check', place);
  const status = await bundle?.program.runCommandLine([], {} as never);
  bundle?.keepCode();
  return status;
};

const kept = ({ code }: Place): string[] => readdirSync(code).map((name) => join(code, name));

it('keeps code once and uses it', async () => {
  const place = buildFor(7);
  expect(await run(place)).toBe(7);
  const [file, ...others] = kept(place);
  expect(others).toEqual([]);
  expect(statSync(file!).mode & 0o777).toBe(0o600);
  utimesSync(file!, 1, 1);
  expect(await run(place)).toBe(7);
  expect(statSync(file!).mtimeMs).toBe(1000); // not written again
});

it('does not use code of another bundle of the same length', async () => {
  const place = buildFor(7);
  await run(place);
  rebuild(place, 8);
  expect(await run(place)).toBe(8);
  expect(kept(place)).toHaveLength(2);
});

it('replaces code that is damaged, cut off or of another V8', async () => {
  for (const damage of [
    (bytes: Buffer) => bytes.fill(1, 60, 64),
    (bytes: Buffer) => bytes.subarray(0, 50),
    () => Buffer.alloc(0),
  ]) {
    const place = buildFor(7);
    await run(place);
    const [file] = kept(place);
    const whole = readFileSync(file!);
    writeFileSync(file!, damage(Buffer.from(whole)));
    expect(await run(place)).toBe(7);
    expect(readFileSync(file!).length).toBe(whole.length);
    expect(await run(place)).toBe(7);
  }
});

it('is passed over if the modules were built later', async () => {
  const place = buildFor(7);
  writeFileSync(join(place.dist, '.tsbuildinfo'), '');
  expect(loadBundle('check', place)).toBeNull();
  const build = statSync(join(place.dist, '.tsbuildinfo')).mtimeMs;
  writeFileSync(join(place.dist, 'bundle/made-of.json'), JSON.stringify({ build }));
  expect(await run(place)).toBe(7);
});

it('does without a cache that cannot be written', async () => {
  const { dist } = buildFor(7);
  const place = { dist, code: join(dist, 'bundle/caulk.cjs/code') }; // below a file
  expect(await run(place)).toBe(7);
});
