// What people do with a command line every day: standard input, empty files, wrong words; each mistake is told in a sentence with what to do.

import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk, caulkReading, STACK_TRACE } from '../support/cli.js';
import { makeProject } from '../support/project.js';

const LEAK = '#include <stdlib.h>\nint f(void) {\n  char *p = malloc(4);\n  return p != 0;\n}\n';
const folder = makeProject({
  'a.c': LEAK,
  'empty.c': '',
  'other.c': 'int g(void) { return 0; }\n',
  'bad.c': '#error bad\n',
});
const at = (name: string): string => join(folder, name);

describe('check -', () => {
  it('reads standard input', async () => {
    const said = await caulkReading(LEAK, 'check', '-');
    expect(said).toMatchObject({ status: 1, err: '' });
    expect(said.out).toMatch(/^<stdin>:4:3: warning: .* \[leak\]\n {4}4 \| {3}return p != 0;\n/);
    expect(await caulkReading('', 'check', '-')).toMatchObject({ status: 0, err: '' });
    expect((await caulkReading('int f(void) {', 'check', '-', '--format', 'json')).status).toBe(2);
  });

  it('has the same fingerprint each time, and finds headers in the working directory', async () => {
    const text = `#include "package.json.h"\n${LEAK}`;
    const print = async () => JSON.parse((await caulkReading(LEAK, 'check', '-', '--format', 'json')).out).findings[0];
    expect(await print()).toEqual(await print());
    expect(await print()).toMatchObject({ file: '<stdin>' });
    expect((await caulkReading(text, 'check', '-')).err).toContain('package.json.h: No such file');
    expect(await caulkReading('#include "test/support/verifier-inputs.c"\n', 'check', '-')).toMatchObject({ err: '' });
  });
});

describe('an empty file', () => {
  it.each(['check', 'ir'])('is no error for %s', async (command) => {
    expect(await caulk(command, at('empty.c'))).toMatchObject({ status: 0, err: '' });
  });
});

describe('a run that fails', () => {
  it('does not say that there are no findings', async () => {
    const all = await caulk('check', at('bad.c'));
    expect(all).toMatchObject({ status: 2, out: 'nothing could be analysed\n' });
    const part = await caulk('check', at('bad.c'), at('other.c'));
    expect(part.status).toBe(2);
    expect(part.out).toMatch(/^0 findings in 1 file, 1 function, .* s; 1 error: not everything was analysed\n$/);
  });
});

describe('mistakes', () => {
  it.each<[string[], RegExp]>([
    [['check', '--jobs', '0', 'a.c'], /'0' is invalid. expected a whole number from 1\nsee `caulk check --help`/],
    [['prove', '--frob'], /unknown option '--frob'\nsee `caulk prove --help`/],
    [['check'], /name at least one file or directory.*\n {2}see `caulk check --help`/],
    [['check', '--entry', 'ff', '--', '-DX'], /name at least one/],
    [['check', at('a.c'), '--entry', 'ff'], /there is no function `ff` in the files; did you mean `f`\?/],
    [
      ['check', at('a.c'), at('other.c'), '--entry', 'zebra', '--engine', 'paths'],
      /no function `zebra` in the files; it defines f, g/,
    ],
    [['ir', at('a.c'), '--function', 'zebra'], /there is no function `zebra` in .*a\.c; it defines f/],
    [['shapes', at('a.c'), '--function', 'zebra'], /there is no function `zebra` in .*a\.c; it defines f/],
    [
      ['shapes', at('a.c'), '-o', at('no/where.svg')],
      /cannot write .*where\.svg: there is no such folder .*\n {2}check that/,
    ],
    [['prove', at('a.c'), '--entry', 'f', '-o', at('no/where')], /cannot write .*where: there is no such folder/],
    [['bench', 'agree', '-o', at('no/where.svg')], /cannot write .*where\.svg: there is no such folder/],
    [['check', at('a.c'), '-o', at('no/where')], /cannot write .*where: there is no such folder/],
    [['check', at('a.c'), '-o', folder, '--format', 'json'], /it is a folder/],
    [['prove', at('a.c')], /a\.c has no `main`: say with --entry at which function execution starts, such as f/],
    [['prove', at('a.c'), '--entry', 'g'], /there is no function `g` in .*; did you mean `f`\?/],
    [['prove', at('nowhere.c')], /there is no such file/],
    [['run', at('nowhere.c')], /there is no such file/],
    [['check', '-p', at('nowhere')], /there is no compile database .*\n {2}make it anew: .*CMake.*Meson.*bear/],
    [['check', '-p', at('a.c')], /a\.c is not a compile database: .*\n {2}make it anew/],
    [['check', '--config', at('a.c'), at('a.c')], /a\.c:1:1: error: .*bad-config.*\n {2}schema/],
    [['completion', 'tcsh'], /no completion for `tcsh`: name bash, zsh or fish/],
  ])('%j', async (words, message) => {
    const said = await caulk(...words);
    expect(said.err).toMatch(message);
    expect(said.err).not.toMatch(STACK_TRACE);
    expect(said.err).not.toContain('[internal]');
    expect(said.status).toBe(2);
    expect(existsSync(at('no'))).toBe(false);
  });

  it('an entry may be in any of the files', async () => {
    const said = await caulk('check', at('a.c'), at('other.c'), '--entry', 'g', '--engine', 'paths');
    expect(said).toMatchObject({ status: 0, err: '' });
  });
});

describe('a compile database with files that are gone', () => {
  const project = mkdtempSync(join(tmpdir(), 'caulk-gone-'));
  const [database, there] = [join(project, 'compile_commands.json'), join(project, 'there.c')];
  const entry = (file: string) => ({ directory: project, file, arguments: ['cc', '-c', file] });
  const scratch = 'build/CMakeFiles/CMakeScratch/TryCompile-1/src.c';
  writeFileSync(there, 'int twice(int n) { return 2 * n; }\n');

  it.each(['check', 'prove'])('%s leaves them out, and says so once', async (command) => {
    writeFileSync(database, JSON.stringify([entry('there.c'), entry(scratch), entry('generated.c')]));
    const { status, err } = await caulk(command, '-p', project, ...(command === 'prove' ? ['--entry', 'twice'] : []));
    expect(err).toMatch(
      /^warning: left out of the compile database, since these files do not exist: build\/.*\/src\.c and 1 more \[missing-source\]\n {2}if they are generated, build the project first; .*\n$/,
    );
    expect(status).toBe(0);
  });

  it('is an error if nothing is left', async () => {
    writeFileSync(database, JSON.stringify([entry(scratch)]));
    const { status, err } = await caulk('check', '-p', project);
    expect(err).toMatch(/error: no file of the compile database exists: build\/.*src\.c \[no-source\]/);
    expect(status).toBe(2);
  });
});

describe('shapes without --function', () => {
  const push = (name: string) =>
    `struct node *${name}(struct node *l) {\n  struct node *n = malloc(8);\n  n->next = l;\n  return n;\n}\n`;
  const text = `#include <stdlib.h>\nstruct node { struct node *next; };\n${push('push')}${push('put')}`;
  const library = makeProject({ 'a.c': text, 'b.c': `${text}int main(void) { free(push(0)); return 0; }\n` });

  it('finds the entries that lead to what is to be drawn', async () => {
    const whole = await caulk('shapes', join(library, 'a.c'), '--format', 'text');
    expect(whole).toMatchObject({ status: 0, err: '' });
    expect(whole.out).toMatch(/-- push, before line 6/);
    expect(whole.out).toMatch(/-- put, before line 11/);
    const line = await caulk('shapes', join(library, 'a.c'), '--line', '11', '--format', 'text');
    expect(line.out).toMatch(/^-- put, before line 11/);
  });

  it('also draws what main does not lead to', async () => {
    const said = await caulk('shapes', join(library, 'b.c'), '--function', 'put', '--format', 'text');
    expect(said.out).toMatch(/-- put, before line 11/);
    expect((await caulk('shapes', join(library, 'b.c'), '--format', 'text')).out).toMatch(
      /-- push[\s\S]*-- put[\s\S]*-- main/,
    );
  });
});
