// The command line: accepted options, messages and exit statuses.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk, STACK_TRACE } from '../support/cli.js';

/** A directory with the given files. */
function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'caulk-cli-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

describe('usage', () => {
  it('prints the version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await caulk('--version')).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });

  it.each([[['--help']], [['check', '--help']], [['bench', '--help']]])('%j', async (words) => {
    expect(await caulk(...words)).toMatchObject({ status: 0, out: expect.stringContaining('Usage: caulk'), err: '' });
  });

  it.each([
    [[], 'Usage: caulk'],
    [['frob'], "unknown command 'frob'"],
    [['check', '--frob', 'a.c'], "unknown option '--frob'"],
    [['check', '--engine', 'frob', 'a.c'], 'paths, stack, modular, fold, symbolic'],
    [['check', '--jobs', 'many', 'a.c'], 'expected a whole number'],
    [['check'], 'name at least one file or directory'],
    [['ir'], "missing required argument 'file'"],
    [['bench'], 'name a bench'],
    [['bench', 'frob'], 'there is no bench `frob`'],
  ])('%j is bad usage', async (words, message) => {
    const said = await caulk(...words);
    expect(said).toMatchObject({ status: 2, err: expect.stringContaining(message), out: '' });
    expect(said.err).not.toMatch(STACK_TRACE);
  });
});

describe('check', () => {
  const root = project({
    'a.c': 'int f(void) { return 0; }\nint g(void) { return f(); }\n',
    'sub/b.c': '#include "h.h"\nint h(void) { return X; }\n',
    'inc/h.h': '#define X 1\n',
    '.hidden/c.c': 'not C at all',
    'node_modules/d.c': 'not C at all',
    'notes.txt': 'not C at all',
  });

  it('analyses a file and reports that there are no findings', async () => {
    const said = await caulk('check', join(root, 'a.c'));
    expect(said).toMatchObject({ status: 0, out: expect.stringContaining('no findings in 1 file, 2 functions') });
  });

  it('prints no summary with --quiet', async () => {
    expect(await caulk('check', '--quiet', join(root, 'a.c'))).toMatchObject({ status: 0, err: '' });
  });

  it('walks a directory; flags after -- reach the compiler', async () => {
    const without = await caulk('check', root);
    expect(without).toMatchObject({ status: 2, err: expect.stringContaining('h.h') });
    expect(without.out).toContain('1 file, 2 functions'); // the other files are analysed
    const said = await caulk('check', root, '--', `-I${join(root, 'inc')}`);
    expect(said).toMatchObject({ status: 0, out: expect.stringContaining('2 files, 3 functions') });
  });

  it('prints the JSON that scripts depend on', async () => {
    const said = await caulk('check', '--format', 'json', join(root, 'a.c'));
    const report = JSON.parse(said.out);
    expect(report).toMatchObject({ tool: 'caulk', version: expect.any(String), findings: [] });
    expect(report.functions).toEqual([
      {
        name: 'f',
        file: expect.stringMatching(/a\.c$/),
        line: 1,
        status: 'analysed',
        reason: null,
      },
      {
        name: 'g',
        file: expect.stringMatching(/a\.c$/),
        line: 2,
        status: 'analysed',
        reason: null,
      },
    ]);
    expect(report.stats).toMatchObject({
      files: 1,
      functions: 2,
      states: expect.any(Number),
      peakMemoryMB: expect.any(Number),
    });
    expect(report.stats.milliseconds).toMatchObject({ preprocess: expect.any(Number), read: expect.any(Number) });
  });

  it('writes the report to the file of -o', async () => {
    const path = join(root, 'report.json');
    expect(await caulk('check', '--quiet', '--format', 'json', '-o', path, join(root, 'a.c'))).toMatchObject({
      status: 0,
      out: '',
    });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ tool: 'caulk' });
    expect(await caulk('check', '-o', join(root, 'no/where'), join(root, 'a.c'))).toMatchObject({ status: 2 });
  });

  it.each([
    [['nowhere.c'], 'there is no such file'],
    [['package.json'], 'is not a C file'],
    [[join(root, 'inc')], 'there are no C files'],
    [['-p', 'nowhere.json'], 'nowhere.json'],
  ])('%j cannot be analysed', async (words, message) => {
    expect(await caulk('check', ...words)).toMatchObject({ status: 2, err: expect.stringContaining(message) });
  });

  it.each(['compile_commands.json', 'build/compile_commands.json'])('finds %s', async (name) => {
    const database = [{ directory: '/', file: '', command: 'cc -DN=3 -c a.c' }];
    const where = project({
      'a.c': 'int f(void) { return N; }\n',
      'ignored.c': 'int g(void) { return N; }\n',
      [name]: '',
    });
    database[0] = { ...database[0]!, directory: where, file: 'a.c' };
    writeFileSync(join(where, name), JSON.stringify(database));
    for (const words of [[where], ['-p', join(where, name)], ['-p', dirname(join(where, name)), join(where, 'a.c')]]) {
      const said = await caulk('check', ...words);
      expect(said).toMatchObject({ status: 0, out: expect.stringContaining('1 file, 1 function,') });
    }
  });
});
