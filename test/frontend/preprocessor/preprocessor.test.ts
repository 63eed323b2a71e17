// Our own preprocessor against gcc, byte by byte, and against clang, token by token.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnsOf, compilerText, folderWith, ownText, ownTokens, runOwn, tokensIn } from './compilers.js';
import { CORNERS } from './corners.js';
import { randomText } from './random-text.js';

const numbered = Object.fromEntries(Object.values(CORNERS).map((text, i) => [`c${i}.c`, text]));
const folder = folderWith(numbered);

describe('the corners of preprocessing', () => {
  it.each(Object.keys(CORNERS))('are like gcc: %s', (name) => {
    const file = `c${Object.keys(CORNERS).indexOf(name)}.c`;
    expect(ownText(folder, file)).toBe(compilerText(folder, file));
  });

  it.each(Object.keys(CORNERS))('are like clang: %s', (name) => {
    const file = `c${Object.keys(CORNERS).indexOf(name)}.c`;
    expect(ownTokens(folder, file, [], 'clang')).toEqual(tokensIn(compilerText(folder, file, [], 'clang')));
  });

  it.each(['-std=c99 -m32', '-std=c2x', '-ansi', '-trigraphs -funsigned-char'])('with %s', (words) => {
    const flags = words.split(' ');
    for (const file of Object.keys(numbered)) {
      const theirs = compilerText(folder, file, flags);
      const ours = ownText(folder, file, flags);
      if (!ours.startsWith('refused: ')) expect(ours, file).toBe(theirs);
      else expect(readFileSync(join(folder, file), 'utf8')).toContain('//'); // left to the compiler in C90
    }
  });
});

describe('random macros', () => {
  const count = Number(process.env.CAULK_PROGRAMS ?? 40);
  const seed = Number(process.env.CAULK_SEED ?? 1);
  const texts = Array.from({ length: count }, (_, i) => randomText(seed + i));
  const place = folderWith(Object.fromEntries(texts.map((text, i) => [`r${i}.c`, text])));

  it('are replaced like gcc and clang replace them', () => {
    let accepted = 0;
    for (const [i, text] of texts.entries()) {
      const [file, theirs] = [`r${i}.c`, compilerText(place, `r${i}.c`)];
      if (theirs.startsWith('failed')) {
        expect(ownText(place, file), text).toMatch(/^error: /);
        continue;
      }
      accepted++;
      expect(ownText(place, file), text).toBe(theirs);
      expect(ownTokens(place, file, [], 'clang'), text).toEqual(tokensIn(compilerText(place, file, [], 'clang')));
    }
    expect(accepted).toBeGreaterThan(count / 3);
  });
});

describe('what the parser gets', () => {
  it.each([0, 1, 3, 6, 8, 10, 11, 12])('is what lexing the text gives: corner %i', (i) => {
    const { strange, told, read } = columnsOf(folder, `c${i}.c`);
    if (!strange) expect(told).toEqual(read);
  });
});

describe('files', () => {
  const project = folderWith({
    'main.c':
      '#include "a.h"\n#include "a.h"\n#include <b.h>\n#include "sub/c.h"\n#import "i.h"\n#import "i.h"\nend __FILE__\n',
    'a.h': '#ifndef A_H\n#define A_H\nint a __INCLUDE_LEVEL__;\n#endif\n',
    'one/b.h':
      '#pragma once\nfirst __FILE__\n#if __has_include_next(<b.h>)\n#include_next <b.h>\n#endif\n#include <b.h>\n',
    'two/b.h': '#pragma GCC system_header\nsecond\n#define NEXT HEADER\n',
    'sub/c.h':
      '#include "d.h"\n#define HEADER "e.h"\n#include HEADER\n#if __has_include("d.h") && !__has_include(<none.h>)\nhas\n#endif\n',
    'sub/d.h': 'd\n',
    'quote/e.h': 'e in quote\n#include <stdlib.h>\n',
    'i.h': 'imported\n',
    'first.h': '#define FIRST 1\nint first;\n',
    'macros.h': '#define ONLY_MACROS FIRST\nnot printed\n',
    'use.c':
      'ONLY_MACROS X Y Z f(2) __has_attribute(cold)\n#ifdef __linux__\nno\n#endif\n#if __has_attribute(cold) && !__has_attribute(strange)\nyes\n#endif\n',
    'lines.c': '#include \\\n"a.h" /* over\nlines */\nx\n#include "empty.h"\ny',
    'empty.h': '',
    'quirk/c.c': '#include "c.h"\n#include "../sub/../sub/d.h"\n',
    'quirk/c.h': 'c\n',
    'system.h':
      '#pragma GCC system_header\n#define check(x) ((x) ? 0 : fail(#x, __FILE__, __LINE__))\n#define after(x) #x x #x\n',
    'strings.c':
      '#include "system.h"\n#define CAST(x) (check(x), x)\n#define P(a, b) a##b\ncheck(CAST(a));\ncheck(CAST(a) && __LINE__);\n' +
      'check(P(1, 2) + a);\ncheck(a); check(CAST(CAST(a)) && CAST(a));\nafter(CAST(P(1, 2))) && check(__FILE__);\n',
  });
  const like = (file: string, ...flags: string[]) =>
    expect(ownText(project, file, flags)).toBe(compilerText(project, file, flags));

  it('are found and left like gcc does', () => {
    like('main.c', '-Ione', '-Itwo', '-iquote', 'quote');
    like('main.c', '-iquote', 'quote', '-isystem', 'one', '-idirafter', 'two', '-Ione');
    like('main.c', '-iquotequote', '-Ionly', '-Ione', '-Itwo/', '-I./sub', '-Iquote');
    like('lines.c');
    like('quirk/c.c');
    like('./quirk/c.c', '-nostdinc');
  });

  it('of the command line come first, and macros in order', () => {
    like(
      'use.c',
      '-imacros',
      'macros.h',
      '-include',
      'first.h',
      '-DX',
      '-DY=a b',
      '-DZ=',
      '-Df(x)=x',
      '-UX',
      '-U__linux__',
    );
    like('use.c', '-include', 'stdio.h', '--sysroot=/');
    like('use.c', '-include', 'stdio.h', '-O2', '-fPIC', '-pthread', '-ffreestanding');
  });

  it('of the system make strings of arguments', () => {
    like('strings.c');
  });

  it('that are looked for in vain are told', () => {
    const result = runOwn(project, 'main.c', ['-Ione', '-Itwo', '-iquote', 'quote']);
    if (typeof result === 'string' || !('spelled' in result)) throw new Error('not preprocessed');
    expect(result.files).toContain(join(project, 'quote/e.h'));
    expect(result.missed).toContain(join(project, 'sub/e.h'));
    expect(result.missed).not.toContain(join(project, 'quote/e.h'));
  });
});

describe('hostile input', () => {
  const doubling = (n: number): string =>
    Array.from({ length: n }, (_, i) => `#define A${i + 1}(x) A${i}(x) A${i}(x)`).join('\n');
  const hostile = folderWith({
    'bomb.c': `#define A0(x) x x\n${doubling(60)}\nA60(1)\n`,
    'empty-bomb.c': `#define A0(x)\n${doubling(60)}\nA60(1)\n`,
    'string-bomb.c': `#define S(x) #x\n#define X(x) S(x)\n${'X('.repeat(60)}"\\\\"${')'.repeat(60)}\n`,
    'self.c': '#include "self.c"\n',
    'fork.c': '#if __INCLUDE_LEVEL__ < 150\n#include "fork.c"\n#include "fork.c"\n#endif\n',
    'deep.c': `#define F(x) x\n${'F('.repeat(50_000)}1${')'.repeat(50_000)}\n`,
    'chain.c': `${Array.from({ length: 50_000 }, (_, i) => `#define B${i} B${i + 1}`).join('\n')}\nB0\n`,
    'condition.c': `#if ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n#endif\n`,
    'minus.c': `#if ${'-'.repeat(1)}${' -'.repeat(50_000)}1\n#endif\n`,
  });

  it.each([
    'bomb.c',
    'empty-bomb.c',
    'string-bomb.c',
    'self.c',
    'fork.c',
    'deep.c',
    'chain.c',
    'condition.c',
    'minus.c',
  ])('ends with a diagnostic: %s', (file) => {
    expect(ownText(hostile, file)).toMatch(/^limit: /);
  });

  it('does not harm the next unit', () => {
    const place = folderWith({ 'after.c': '#define A0(x) (x)\nA0(1) B0 F(x)\n' });
    expect(ownText(place, 'after.c')).toBe(compilerText(place, 'after.c'));
  });
});

describe('what is left to the compiler', () => {
  const files = { 'raw.c': 'char *s = R"(a)";\n', 'ucn.c': 'int \\u00e9;\n', 'assert.c': '#if #machine(x)\n#endif\n' };
  const place = folderWith({ ...files, 'plain.c': 'int x;\n' });

  it('is named', () => {
    for (const file of Object.keys(files)) expect(ownText(place, file)).toMatch(/^refused: /);
    expect(ownText(place, 'plain.c', ['-fdirectives-only'])).toBe('refused: the flag -fdirectives-only');
    expect(ownText(place, 'plain.c', ['-traditional-cpp'])).toMatch(/^refused: /);
  });
});
