// `check --changed`: findings in changed lines, and those whose path goes through one; everything else is only counted.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { concernsChange, readDiff } from '../../src/findings/changes.js';
import { caulk } from '../support/cli.js';
import { commitAll, git, makeProject, writeFiles } from '../support/project.js';
import { makeFinding } from '../support/reports.js';

const home = process.cwd();
afterEach(() => process.chdir(home));

const HEAD = '#include <stdlib.h>\n';
const OLD = `${HEAD}int old(void) {\n  char *p = malloc(4);\n  return p != 0;\n}\n`;
const CLEAN = `${HEAD}int clean(int n) {\n  char *q = malloc(4);\n  n++;\n  n++;\n  free(q);\n  n++;\n  return n;\n}\n`;

function checkout(): string {
  const folder = makeProject({ 'old.c': OLD, 'clean.c': CLEAN, 'caulk.config.json': '{}' });
  commitAll(folder);
  return folder;
}

async function changedIn(
  folder: string,
  ...words: string[]
): Promise<{ files: string[]; elsewhere: number; status: number }> {
  process.chdir(folder);
  const options = ['--no-cache', '--engine', 'modular', '--format', 'json'];
  const { status, out, err } = await caulk('check', ...options, ...words);
  expect(err).toBe('');
  const { findings, elsewhere } = JSON.parse(out);
  return { files: findings.map(({ file }: { file: string }) => file), elsewhere, status };
}

describe('--changed', () => {
  it('reports nothing if nothing has changed', async () => {
    expect(await changedIn(checkout(), '--changed')).toEqual({ files: [], elsewhere: 1, status: 0 });
  });

  it('finds what a removed line causes', async () => {
    const folder = checkout();
    writeFiles(folder, { 'clean.c': CLEAN.replace('  free(q);\n', '') });
    expect(await changedIn(folder, '--changed')).toEqual({ files: ['clean.c'], elsewhere: 1, status: 1 });
    git(folder, 'add', '--all');
    expect(await changedIn(folder, '--changed', 'HEAD', '.')).toMatchObject({ files: ['clean.c'] });
  });

  it('counts files that git does not know, unless it ignores them', async () => {
    const folder = checkout();
    writeFiles(folder, {
      'new ä.c': OLD.replace('old', 'fresh'),
      'made.c': OLD.replace('old', 'made'),
      '.gitignore': 'made.c\n',
    });
    expect(await changedIn(folder, '--changed')).toEqual({ files: ['new ä.c'], elsewhere: 2, status: 1 });
  });

  it('compares with any revision, from any folder', async () => {
    const folder = checkout();
    writeFiles(folder, { 'sub/ä b.c': `${HEAD}int g(void) { return 0; }\n` });
    commitAll(folder);
    writeFiles(folder, { 'sub/ä b.c': OLD.replace('old', 'g') });
    commitAll(folder);
    expect(await changedIn(join(folder, 'sub'), '--changed', 'HEAD~2')).toMatchObject({ files: ['sub/ä b.c'] });
    expect(await changedIn(folder, '--changed', 'sub')).toEqual({ files: [], elsewhere: 1, status: 0 });
  });

  it('says what is wrong in a sentence', async () => {
    const folder = checkout();
    process.chdir(folder);
    const unknown = await caulk('check', '--changed=--output=owned', '.');
    expect(unknown).toMatchObject({ status: 2, out: '' });
    const missing = await caulk('check', '--changed=nowhere', '.');
    expect(missing).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('git knows no revision `nowhere`'),
    });
    rmSync(join(folder, '.git'), { recursive: true });
    const none = await caulk('check', '--changed', '--', '-DX');
    expect(none).toMatchObject({ status: 2, out: '' });
    expect((await caulk('check', '--changed', '--engine', 'modular', '.')).err).toMatch(
      /is not in a checkout .*\n.*--baseline/,
    );
  });
});

describe('a diff', () => {
  it('is read with quoted names, removed lines, and lines that look like headers', () => {
    const diff = [
      'diff --git a/a.c b/a.c',
      '--- a/a.c',
      '+++ b/a.c',
      '@@ -3,2 +3,2 @@ int f(void)',
      '--- a/x',
      '-x',
      '+++ b/y',
      '+y',
      '@@ -9 +8,0 @@',
      '-free(p);',
      '--- a/gone.c',
      '+++ /dev/null',
      '@@ -1,2 +0,0 @@',
      '-x',
      '-y',
      '--- "a/t\\tab.c"',
      '+++ "b/t\\tab\\303\\244.c"',
      '@@ -1,0 +2 @@',
      '+z',
    ].join('\n');
    expect([...readDiff(diff)]).toEqual([
      [
        'a.c',
        [
          [3, 4],
          [8, 9],
        ],
      ],
      ['t\tabä.c', [[2, 2]]],
    ]);
  });

  it('concerns findings by place, allocation and the lines between steps of one function', () => {
    const functions = [1, 20].map(
      (line) => ({ name: 'f', file: 'a.c', line, status: 'analysed', reason: null }) as const,
    );
    const scopeOf = (first: number, last: number) => ({
      changes: new Map([['/p/a.c', [[first, last] as const]]]),
      functions,
      pathOf: (file: string) => `/p/${file}`,
    });
    const step = (line: number) => ({ file: 'a.c', line, column: 1, message: '' });
    const finding = makeFinding({ line: 15, allocation: step(2), trace: [step(5), step(30), step(10)] });
    const lines = [1, 2, 4, 5, 6, 10, 12, 15, 16, 25, 29, 30, 31].filter((l) => concernsChange(finding, scopeOf(l, l)));
    expect(lines).toEqual([2, 4, 5, 10, 12, 15, 30]);
    expect(concernsChange(finding, { ...scopeOf(1, 99), pathOf: (file) => `/q/${file}` })).toBe(false);
  });
});
