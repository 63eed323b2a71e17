// Flags for the preprocessor: those that change the text are kept, those that start programs or write files are not.

import { describe, expect, it } from 'vitest';
import { countWrapperWords, findNamedCompiler, isCCompiler } from '../../src/frontend/compiler.js';
import { keptFlags, languageOf } from '../../src/frontend/compiler-flags.js';

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
  it('takes -arch for the machine that Apple means', () => {
    expect(keptFlags(['-arch', 'arm64', '-arch', '-D'])).toEqual(['--target=arm64-apple-darwin']);
  });
  it('handles -Wp, and -Xpreprocessor', () => {
    expect(keptFlags(['-Wp,-D_FORTIFY_SOURCE=2,-MMD', '-Xpreprocessor', '-DX'])).toEqual([
      '-D_FORTIFY_SOURCE=2',
      '-DX',
    ]);
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
