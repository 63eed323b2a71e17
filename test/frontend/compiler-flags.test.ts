// Flags for the preprocessor: those that change the text are kept, those that start programs or write files are not.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { countWrapperWords, findNamedCompiler, isCCompiler } from '../../src/frontend/compiler.js';
import { keptFlags, languageOf, targetOf } from '../../src/frontend/compiler-flags.js';

describe('keptFlags', () => {
  it.each([
    '-DA=1 -UB -Iinc -std=gnu11 -O2 -m32 -fPIC -funsigned-char -pthread -nostdinc -include config.h -isystem /x',
    '-march=x86-64-v3 -mno-sse -fopenmp -fsanitize=address,undefined --sysroot=/s --target=i686-linux-gnu -ansi',
  ])('keeps %s', (flags) => {
    expect(keptFlags(flags.split(' ')).join(' ')).toBe(flags);
  });

  it.each([
    '-c',
    '-o x.o',
    '-S',
    '-MD',
    '-MMD',
    '-MP',
    '-MF x.d',
    '-MT x',
    '-MQ x',
    '-save-temps',
    '-fsyntax-only',
    '-g3',
    '-Wall',
    '-Werror',
    '-wrapper gdb,--args',
    '-fplugin=evil.so',
    '-fplugin-arg-x-y',
    '-specs=evil',
    '-specs evil',
    '--specs=evil',
    '-B. ',
    '-B/tmp',
    '-no-integrated-cpp',
    '-Xclang -load',
    '-Wp,-MD,x.d',
    '-Xpreprocessor -o',
    '-mllvm -x',
    '-fdump-tree-all',
    '-ftime-trace=x',
    '--config x',
    '-fprofile-use=x',
    'a.c',
    '@x',
    '-include @x',
    '-isystem -wrapper',
    '-x c',
    '-xc',
    '-dumpdir x',
    '-fcallgraph-info',
    '--param x=1',
    '-L/x',
    '-lm',
    '-Wl,-z,now',
    '-pipe',
    '-v',
    '-###',
  ])('drops %s', (flags) => {
    expect(keptFlags(flags.trim().split(' '))).toEqual([]);
  });

  it('takes values from the next word and joins them', () => {
    expect(keptFlags(['-D', '-A', '-I', '@x', '-target', 'i686-linux', '--sysroot', '/s'])).toEqual([
      '-D-A',
      '-I@x',
      '--target=i686-linux',
      '--sysroot=/s',
    ]);
  });
  it('handles -Wp, and -Xpreprocessor', () => {
    expect(keptFlags(['-Wp,-D_FORTIFY_SOURCE=2,-MMD', '-Xpreprocessor', '-DX'])).toEqual([
      '-D_FORTIFY_SOURCE=2',
      '-DX',
    ]);
  });
});

describe('targetOf', () => {
  const cc = { kind: 'program', path: '/usr/bin/cc' } as const;
  it.each([
    [[], 8, true],
    [['-m32'], 4, true],
    [['-m32', '-m64'], 8, true],
    [['-funsigned-char'], 8, false],
    [['-funsigned-char', '-fsigned-char'], 8, true],
    [['--target=i686-linux-gnu'], 4, true],
    [['-target', 'i386-pc-linux'], 4, true],
  ])('%j', (flags, pointerSize, charSigned) => {
    expect(targetOf(cc, flags)).toMatchObject({ pointerSize, charSigned });
  });
  it.each([
    [[], false],
    [['-std=gnu89'], true],
    [['-std=c90'], true],
    [['-ansi'], true],
    [['-std=iso9899:199409'], true],
    [['-std=c89', '-std=gnu17'], false],
    [['-std=c2x', '-ansi'], true],
    [['-fgnu89-inline', '-std=gnu17'], true],
    [['-fgnu89-inline', '-fno-gnu89-inline'], false],
  ])('the meaning of inline with %j', (flags, gnuInline) => {
    expect(targetOf(cc, flags)).toMatchObject({ gnuInline });
    const macro = gnuInline ? '__GNUC_GNU_INLINE__' : '__GNUC_STDC_INLINE__';
    const words = [...flags, '-E', '-dM', '-x', 'c', '/dev/null'];
    expect(spawnSync('gcc', words, { encoding: 'utf8' }).stdout).toContain(`#define ${macro} 1`);
  });
  it('recognises cross compilers by name', () => {
    expect(targetOf({ kind: 'program', path: '/usr/bin/i686-linux-gnu-gcc-12' }, [])).toMatchObject({ pointerSize: 4 });
  });
});

describe('compilers', () => {
  it.each([
    'cc',
    'gcc',
    '/usr/bin/gcc-12',
    'clang-19',
    'arm-none-eabi-gcc',
    'x86_64-linux-gnu-gcc-12.2',
    'tcc',
    'gcc.exe',
  ])('%s is a C compiler', (name) => expect(isCCompiler(name)).toBe(true));
  it.each(['g++', 'sh', 'gccx', 'evil-gcc.sh', 'cc1', 'clang-tidy', 'python3', ''])('%s is not a C compiler', (name) =>
    expect(isCCompiler(name)).toBe(false),
  );
  it('does not start a program of the project named gcc', () => {
    expect(findNamedCompiler('./gcc', import.meta.dirname)).toBeNull();
    expect(findNamedCompiler('/tmp/gcc', '/')).toBeNull();
  });
  it.each([
    ['ccache gcc -c', 1],
    ['distcc ccache /usr/bin/gcc', 2],
    ['libtool --mode=compile --tag=CC gcc', 3],
    ['env A=b cc', 2],
    ['gcc -c', 0],
  ])('wrappers before the compiler: %s', (command, words) => {
    expect(countWrapperWords(command.split(' '))).toBe(words);
  });
  it('languageOf', () => {
    expect(languageOf(['-x', 'c++'])).toBe('c++');
    expect(languageOf(['-xc'])).toBe('c');
    expect(languageOf(['-c'])).toBeNull();
  });
});
