// The target machine is what the compiler says: sizes, signs and conventions, or a refusal with a reason.
// What compilers for other machines say is recorded; the layouts that follow from it are in layout.test.ts.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { targetMachine } from '../../src/frontend/ask-compiler.js';
import { machineByName, machineOf, readMacros } from '../../src/frontend/machine.js';
import { readUnit } from '../../src/ir/unit.js';
import { ILP32, LLP64, LP64, type Target } from '../../src/types/types.js';
import { RECORDED } from '../support/recorded-macros.js';

const CC = { kind: 'program', path: '/usr/bin/gcc' } as const;

const recorded = (command: string) =>
  machineOf(new Map(Object.entries(RECORDED[command]!)), command.split(' ').slice(1)) as Target;

describe('the machine of gcc with', () => {
  it.each([
    ['', LP64],
    ['-m32', ILP32],
    ['-m32 -m64', LP64],
    ['-funsigned-char', { charSigned: false }],
    ['-funsigned-char -fsigned-char', { charSigned: true }],
    ['-fshort-wchar', { wchar: 'unsigned short' }],
    ['-fshort-enums', { enums: 'shortest' }],
    ['-fshort-enums -fno-short-enums', { enums: 'gnu' }],
    ['-fpack-struct', { pack: 1 }],
    ['-fpack-struct=2', { pack: 2 }],
    ['-mms-bitfields', { bitFields: 'ms' }],
    ['-mlong-double-64', { longDouble: { size: 8, align: 8, format: 'ieee' } }],
    ['-mlong-double-128', { longDouble: { size: 16, align: 16, format: 'ieee' } }],
    ['-m32 -malign-double', { eightAlign: 8 }],
    ['-std=gnu89', { gnuInline: true }],
    ['-ansi', { gnuInline: true }],
    ['-std=c89 -std=gnu17', { gnuInline: false }],
    ['-fgnu89-inline -std=gnu17', { gnuInline: true }],
  ])('%s', (flags, expected) => {
    expect(targetMachine(CC, flags.split(' ').filter(Boolean))).toMatchObject(expected);
  });

  it.each([
    ['', 'sizeof(wchar) == 4 && (char)-1 < 0 && sizeof(enum e) == 4'],
    ['-fshort-wchar', 'sizeof(wchar) == 2 && sizeof L"ab" == 6'],
    ['-funsigned-char', '(char)-1 > 0'],
    ['-fshort-enums', 'sizeof(enum e) == 1'],
    ['-m32', 'sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 12'],
    ['-mx32', 'sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 16'],
  ])('%s decides an assertion as gcc does', (flags, condition) => {
    const words = flags.split(' ').filter(Boolean);
    const text = `typedef __typeof__(L'x') wchar; enum e { A, B }; _Static_assert(${condition}, "");`;
    const gcc = spawnSync('gcc', [...words, '-fsyntax-only', '-x', 'c', '-'], { input: text });
    expect(gcc.status).toBe(0);
    expect(readUnit('a.c', Buffer.from(text), targetMachine(CC, words) as Target).diagnostics).toEqual([]);
  });
});

describe('the recorded machine of', () => {
  it.each([
    ['gcc -mx32', { name: 'x86_64', pointerSize: 4, longSize: 4, eightAlign: 8, vaList: { kind: 'array', size: 16 } }],
    ['i686-w64-mingw32-gcc', { pointerSize: 4, eightAlign: 8, bitFields: 'ms', wchar: 'unsigned short' }],
    ['aarch64-linux-gnu-gcc', { charSigned: false, bitFields: 'aapcs', vaList: { kind: 'record', size: 32 } }],
    ['arm-linux-gnueabihf-gcc', { pointerSize: 4, wchar: 'unsigned int', enums: 'gnu', biggestAlign: 8 }],
    ['arm-linux-gnueabihf-gcc -fshort-enums', { enums: 'shortest' }],
    ['riscv64-linux-gnu-gcc', { charSigned: false, longDouble: { size: 16, align: 16, format: 'ieee' } }],
    [
      'clang --target=arm64-apple-macos12',
      { charSigned: true, bitFields: 'sysv', vaList: { kind: 'pointer', size: 8 } },
    ],
    ['clang --target=x86_64-apple-macos12', { ...LP64, vectorAlign: 16, libraryRecords: 'unknown' }],
    [
      'clang --target=x86_64-pc-windows-msvc',
      { ...LLP64, enums: 'int', taggedMembers: true, longDouble: { size: 8, align: 8, format: 'ieee' } },
    ],
  ])('%s', (command, expected) => {
    expect(recorded(command)).toMatchObject(expected);
  });

  it.each([
    ['s390x-linux-gnu-gcc', /big endian/],
    ['mips-linux-gnu-gcc', /big endian/],
    ['aarch64-linux-gnu-gcc -mbig-endian', /big endian/],
    ['powerpc64le-linux-gnu-gcc', /knows the machines x86_64, i386/],
  ])('%s is refused', (command, reason) => {
    expect(recorded(command)).toEqual({ refused: expect.stringMatching(reason) });
  });
});

describe('a compiler that prints no macros', () => {
  it.each([
    ['gcc', [], LP64],
    ['tcc', ['-m32', '-funsigned-char'], { ...ILP32, charSigned: false }],
    ['i686-linux-gnu-gcc-12', [], ILP32],
    ['x86_64-w64-mingw32-gcc', [], LLP64],
    ['clang', ['--target=i386-pc-linux'], ILP32],
    ['clang', ['--target=sparc-linux'], { refused: expect.stringContaining('sparc-linux') }],
    ['cc', ['-ansi', '-fshort-enums'], { ...LP64, gnuInline: true, enums: 'shortest' }],
  ])('%s %j', (compiler, flags, expected) => {
    expect(machineByName(compiler, flags)).toEqual(expected);
  });

  it('says nothing without the size of a pointer', () => {
    expect(machineOf(readMacros('#define __x86_64__ 1\n'), [])).toBeNull();
  });
});
