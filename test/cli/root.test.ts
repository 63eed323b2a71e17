// One root: reports on a project are the same wherever caulk is started; what is printed can be clicked on there.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { caulk, type Said } from '../support/cli.js';

const LEAK = '#include <stdlib.h>\nint f(void) {\n  char *p = malloc(4);\n  return p != 0;\n}\n';
const MARKED = `#ifndef MARK\n#error "the flags of the project are missing"\n#endif\n${LEAK}`;
const home = process.cwd();

afterEach(() => process.chdir(home));

/** A project with these files, in a folder of its own. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'caulk-root-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const database = (...files: string[]): string =>
  JSON.stringify(files.map((file) => ({ file: `../${file}`, directory: '.', command: `cc -DMARK ../${file}` })));

const checkFrom = (folder: string, ...words: string[]): Promise<Said> => {
  process.chdir(folder);
  return caulk('check', '--no-cache', '--engine', 'modular', ...words);
};

/** What a run measures is not the same twice. */
const withoutMeasures = (text: string): string => text.replace(/"stats": \{[\s\S]*\n {2}\}/, '');

describe('a project under version control', () => {
  const folder = project({
    '.git/HEAD': '',
    'src/a.c': MARKED,
    'src/part/b.c': MARKED,
    'build/compile_commands.json': database('src/a.c', 'src/part/b.c'),
    'caulk.config.json': '{ "exclude": ["src/part"] }',
  });

  it.each(['json', 'sarif', 'gitlab'])('has the same report in %s from everywhere', async (format) => {
    const [first, ...others] = [
      await checkFrom(folder, '--format', format, '-p', 'build'),
      await checkFrom(join(folder, 'src/part'), '--format', format, '-p', '../../build'),
      await checkFrom('/', '--format', format, '-p', join(folder, 'build/compile_commands.json')),
      await checkFrom(join(folder, 'src'), '--format', format, 'a.c'),
    ];
    expect(first).toMatchObject({ status: 1, err: '' });
    expect(first!.out).toContain('"src/a.c"');
    for (const other of others) expect(withoutMeasures(other.out)).toBe(withoutMeasures(first!.out));
  });

  it('is printed with names from the working directory', async () => {
    expect((await checkFrom(folder, '-p', 'build')).out).toMatch(/^src\/a\.c:7:3: warning: .*\n +7 \| {3}return/);
    expect((await checkFrom(join(folder, 'src'), '-p', '../build')).out).toMatch(/^a\.c:7:3: warning: .*\n +7 \| /);
    const elsewhere = await checkFrom('/usr', '-p', join(folder, 'build'), '--format', 'gcc');
    expect(elsewhere.out.startsWith(`${folder}/src/a.c:7:3: warning: `)).toBe(true);
  });

  it('has a baseline that holds from everywhere', async () => {
    const known = join(folder, 'known.json');
    await checkFrom(folder, '--format', 'json', '-o', known, '-p', 'build');
    expect(await checkFrom('/', '--baseline', known, join(folder, 'src/a.c'))).toMatchObject({ status: 0 });
  });

  it('has another root if it is given', async () => {
    const said = await checkFrom(folder, '--format', 'json', '--root', 'src', '-p', 'build');
    expect(JSON.parse(said.out)).toMatchObject({ root: join(folder, 'src'), findings: [{ file: 'a.c' }] });
    const missing = await checkFrom(folder, '--root', 'nowhere', 'src/a.c');
    expect(missing).toMatchObject({ status: 2, err: expect.stringContaining('the root nowhere is not a directory') });
  });
});

describe('without version control', () => {
  it('the configuration is at the root', async () => {
    const folder = project({
      'caulk.config.json': '{ "exclude": ["src/other"] }',
      'src/a.c': LEAK,
      'src/other/b.c': LEAK,
    });
    const said = await checkFrom(join(folder, 'src'), '--format', 'json', '.');
    expect(JSON.parse(said.out).findings).toMatchObject([{ file: 'src/a.c' }]);
    const report = await checkFrom('/', '--format', 'json', join(folder, 'src'));
    expect(withoutMeasures(report.out)).toBe(withoutMeasures(said.out));
  });

  it('what all inputs have in common is the root', async () => {
    const folder = project({ 'src/a.c': LEAK, 'lib/b.c': '' });
    const said = await checkFrom(join(folder, 'src'), '--format', 'json', 'a.c', '../lib');
    expect(JSON.parse(said.out)).toMatchObject({ root: folder, findings: [{ file: 'src/a.c' }] });
  });
});

describe('the compile database of a file', () => {
  const folder = project({ 'src/a.c': MARKED, 'src/new.c': LEAK, 'build/compile_commands.json': database('src/a.c') });

  it('is found upwards', async () => {
    expect(await checkFrom(join(folder, 'src'), 'a.c')).toMatchObject({ status: 1, err: '' });
    expect((await checkFrom(join(folder, 'src'), 'a.c', '--', '-UMARK')).err).toContain('are missing');
  });

  it('need not have it', async () => {
    const said = await checkFrom(folder, 'src/new.c', 'src/a.c');
    expect(said.status).toBe(1);
    expect(said.err.match(/a file is not in .*build\/compile_commands\.json/g)).toHaveLength(1);
    expect(said.out).toContain('2 files');
  });

  it('is told to be broken', async () => {
    const broken = project({ 'src/a.c': LEAK, 'compile_commands.json': '[{' });
    const said = await checkFrom(broken, 'src/a.c');
    expect(said.status).toBe(2);
    expect(said.err).toMatch(/compile_commands\.json is not a compile database: .*\n {2}.*CMake.*Meson.*bear/);
    expect(said.out).not.toContain('no findings');
  });
});
