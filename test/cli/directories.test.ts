// Units that are compiled in different directories of a build: what runs show of them is told by the right names.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { caulk } from '../support/cli.js';

const root = mkdtempSync(join(tmpdir(), 'caulk-directories-'));
afterAll(() => rmSync(root, { recursive: true }));

const FILES: Readonly<Record<string, string>> = {
  'src/a.c': 'int helper(int n) { return n + 1; }\n',
  'src/z.c': '#include "inner.h"\nint main(void) { return fill(5); }\n',
  'src/inner.h': 'static int fill(int n) { int a[4] = {0}; for (int i = 0; i < n; i++)\na[i] = i; return a[0]; }\n',
};

for (const folder of ['src', 'build/one/deep', 'build/two']) mkdirSync(join(root, folder), { recursive: true });
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
const commands = ['build/one/deep src/a.c', 'build/two src/z.c'].map((line) => {
  const [directory, file] = line.split(' ').map((path) => join(root, path)) as [string, string];
  return { directory, file, arguments: ['cc', '-c', file] };
});
writeFileSync(join(root, 'build/compile_commands.json'), JSON.stringify(commands));
writeFileSync(join(root, 'caulk.config.json'), '{}');

test('check names the file of an error that a run shows', async () => {
  const { out } = await caulk('check', '-p', join(root, 'build'), '--no-cache', '--format', 'json');
  const { findings } = JSON.parse(out);
  expect(findings.map((f: { file: string; line: number; rule: string }) => `${f.file}:${f.line} ${f.rule}`)).toEqual([
    'src/inner.h:2 out-of-bounds',
  ]);
});

test('run and prove do, too', async () => {
  expect((await caulk('run', '-p', join(root, 'build'))).out).toMatch(/src\/inner\.h:2\b/);
  expect((await caulk('prove', '-p', join(root, 'build'))).out).toMatch(/src\/inner\.h:2\b/);
});
