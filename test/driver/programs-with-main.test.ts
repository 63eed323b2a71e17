// Programs with a main and planted errors: `check` confirms them on inputs that it finds, and `run` repeats them.
// The programs say in comments `BUG rule` where a run must show what; `RARE` ones need more effort than usual.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caulk } from '../support/cli.js';

interface Told {
  readonly rule: string;
  readonly certainty: string;
  readonly file: string;
  readonly line: number;
  readonly trace: readonly { readonly file: string; readonly line: number }[];
  readonly input: object | null;
  readonly repeat: string | null;
}

const cache = mkdtempSync(join(tmpdir(), 'caulk-mains-'));
beforeAll(() => void vi.stubEnv('XDG_CACHE_HOME', cache));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true });
});

async function check(folder: string, ...words: string[]): Promise<Told[]> {
  return JSON.parse((await caulk('check', folder, '--format', 'json', ...words)).out).findings;
}

/** `rule file:line` of every planted error. */
function plantedIn(folder: string): string[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((text, i) => {
        const rule = /BUG ([\w-]+)/.exec(text)?.[1];
        return rule && !text.includes('RARE') ? [`${rule} ${file}:${i + 1}`] : [];
      }),
  );
}

/** What a finding is about: its place, and the calls on the way. */
const placesOf = ({ rule, file, line, trace }: Told): string[] =>
  [{ file, line }, ...trace].map((p) => `${rule} ${basename(p.file)}:${p.line}`);

const FOLDERS = ['examples/inventory', ...['calculator', 'ini', 'editor'].map((name) => `test/programs/mains/${name}`)];

describe.each(FOLDERS)('%s', (folder) => {
  it('has its planted errors confirmed, each by an input that `caulk run` repeats', async () => {
    const confirmed = (await check(folder, '--no-cache')).filter((f) => f.certainty === 'confirmed');
    const told = new Set(confirmed.flatMap(placesOf));
    expect(plantedIn(folder).filter((bug) => !told.has(bug))).toEqual([]);
    for (const { rule, file, line, input } of confirmed) {
      const { status, out } = await caulk('run', folder, '--input', JSON.stringify(input));
      expect(status).toBe(1);
      expect(out).toContain(rule);
      expect(out).toContain(`${file}:${line}`);
    }
  });
});

it('the command of a report repeats the run in a shell', async () => {
  const [first] = (await check('examples/inventory')).filter((f) => f.rule === 'invalid-free');
  expect(first!.repeat).toMatch(/^caulk run examples\/inventory --input '\{/);
  const command = `${first!.repeat!.replace(/^caulk/, './caulk')} || true`;
  const out = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(out).toContain(`${first!.file}:${first!.line}`);
  expect(out).toContain('invalid-free');
});

it('a warm cache, a cold one and another number of threads give the same findings', async () => {
  const folder = 'test/programs/mains/editor';
  const cold = await check(folder, '--jobs', '2');
  expect(await check(folder, '--jobs', '2')).toEqual(cold);
  expect(await check(folder, '--jobs', '1', '--no-cache')).toEqual(cold);
});
