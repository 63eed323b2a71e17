// Splitting of compile commands as in a shell, without expansions.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandResponseFiles, splitCommand } from '../../src/frontend/command-line.js';
import '../support/fixed-seed.js';

describe('splitCommand', () => {
  it.each([
    ['cc -c a.c', ['cc', '-c', 'a.c']],
    ['  cc\t-c\n a.c ', ['cc', '-c', 'a.c']],
    [`cc '-DNAME="a b"' a.c`, ['cc', '-DNAME="a b"', 'a.c']],
    ['cc -DNAME=\\"x\\" a.c', ['cc', '-DNAME="x"', 'a.c']],
    ['cc "-DS=\\"x y\\"" a.c', ['cc', '-DS="x y"', 'a.c']],
    ['cc "a\\b.c"', ['cc', 'a\\b.c']],
    [`cc -D"A"='b'c`, ['cc', '-DA=bc']],
    [`cc "" ''`, ['cc', '', '']],
    ['cc a\\ b.c', ['cc', 'a b.c']],
    ['cc $HOME `id` $(id) ; rm *', ['cc', '$HOME', '`id`', '$(id)', ';', 'rm', '*']],
    [`cc 'never closed`, ['cc', 'never closed']],
    ['', []],
  ])('%j', (command, words) => {
    expect(splitCommand(command)).toEqual(words);
  });

  it('inverts the quoting of any words', () => {
    const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitCommand(words.map(quote).join(' '))).toEqual(words);
      }),
    );
  });
});

describe('expandResponseFiles', () => {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-response-'));
  writeFileSync(join(folder, 'flags'), `-DA='1 2'\n@more -I.`);
  writeFileSync(join(folder, 'more'), '-DB');
  writeFileSync(join(folder, 'loop'), '-DL @loop');

  it('replaces @file by its words, nested too', () => {
    expect(expandResponseFiles(['cc', '@flags', 'a.c'], folder)).toEqual(['cc', '-DA=1 2', '-DB', '-I.', 'a.c']);
  });
  it('keeps unreadable response files as they are', () => {
    expect(expandResponseFiles(['@nowhere'], folder)).toEqual(['@nowhere']);
  });
  it('terminates on recursive response files', () => {
    expect(expandResponseFiles(['@loop'], folder)).toContain('-DL');
  });
});
