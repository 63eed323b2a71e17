// Formats: which special case of printf or scanf a call is, and when it is none.

import { expect, it } from 'vitest';
import { plainSymbol, specialFormat, specialSymbol } from '../../src/ir/formats.js';
import { Types } from '../../src/types/basic-types.js';
import { ILP32, LLP64, LP64 } from '../../src/types/types.js';

const LP64_TYPES = new Types(LP64);
const { int, long, double, longDouble, charPointer: text, voidPointer: address } = LP64_TYPES;

const symbolOf = (name: string, format: string, ...types: readonly unknown[]) => {
  const before = { printf: 1, fprintf: 2, sprintf: 2, snprintf: 3, scanf: 1, sscanf: 2 }[name]!;
  const all = [...Array.from({ length: before }, () => text), ...types] as Parameters<typeof specialSymbol>[2];
  return specialSymbol(name, [format], all, LP64_TYPES);
};

it.each([
  ['printf', 'plain', [], 'printf%'],
  ['printf', '100 %% %d', [int], 'printf%'],
  ['printf', '%d %s\n', [int, text], 'printf%i,s'],
  ['printf', '%s %ld %p', [text, long, address], 'printf%s'],
  ['printf', '%*d %.*s', [int, int, int, text], 'printf%i,i,i,s'],
  ['printf', '%f %Lf %s', [double, longDouble, text], 'printf%d,D,s'],
  ['printf', '%2$s %1$d', [int, text], 'printf%i,s'],
  ['printf', '%1$s %1$s', [text], 'printf%s'],
  ['printf', '%hhn%hn%n%ln', [address, address, address, address], 'printf%n1,n2,n4,n8'],
  ['printf', '%ls', [address], 'printf%S'],
  ['sprintf', 'a%db%s', [int, text], 'sprintf%i,s;2-13'],
  ['sprintf', '%hhd%u%lx', [int, int, long], 'sprintf%;0-32'],
  ['sprintf', '%30d', [int], 'sprintf%;30-30'],
  ['sprintf', '%*d', [int, int], 'sprintf%;0-Infinity'],
  ['scanf', '%d', [address], 'scanf%4'],
  ['scanf', '%hhd %hd %ld %lf %f', [address, address, address, address, address], 'scanf%1,2,8,8,4'],
  ['scanf', '%s %9s %c %3c', [text, text, text, text], 'scanf%s,s9,c1,c3'],
  ['scanf', '%*d %[^]a] %m[a-z] %ms %mc', [text, address, address, address], 'scanf%s,ms,ms,mc1'],
  ['scanf', '%5mc %4mls', [address, address], 'scanf%mc5,mS'],
  ['sscanf', '%d%n %p', [address, address, address], 'sscanf%4,n4,p'],
])('%s %j', (name, format, types, symbol) => {
  expect(symbolOf(name, format, ...types)).toBe(symbol);
});

it.each([
  ['printf', '%s', []],
  ['printf', '%s', [int]],
  ['printf', '%d', [text]],
  ['printf', '%d', [long]],
  ['printf', '%ld', [int]],
  ['printf', '%f', [int]],
  ['printf', '%3$s', [text, text]],
  ['printf', '%2$s', [text, text]],
  ['printf', '%1$d %1$s', [int]],
  ['printf', '%', []],
  ['printf', '%k', [int]],
  ['scanf', '%d', []],
  ['scanf', '%d', [int]],
  ['scanf', '%2$d', [address, address]],
])('%s %j is none', (name, format, types) => {
  expect(symbolOf(name, format, ...types)).toBeNull();
});

it('depends on the machine', () => {
  const types = new Types(ILP32);
  const { long: long32, charPointer } = types;
  expect(specialSymbol('printf', ['%ld %s'], [charPointer, long32, charPointer], types)).toBe('printf%i,s');
  expect(specialSymbol('scanf', ['%ld'], [charPointer, charPointer], types)).toBe('scanf%4');
  expect(specialSymbol('scanf', ['%Lf'], [charPointer, charPointer], types)).toBe('scanf%12');
  const windows = new Types(LLP64);
  expect(specialSymbol('scanf', ['%ld %zu'], [text, address, address], windows)).toBe('scanf%4,8');
  expect(specialSymbol('printf', ['%ls'], [text, address], windows)).toBeNull();
});

it('is one of several literals if their effects are the same', () => {
  expect(specialSymbol('printf', ['%d item', '%d items'], [text, int], LP64_TYPES)).toBe('printf%');
  expect(specialSymbol('printf', ['%s', 'none'], [text, text], LP64_TYPES)).toBeNull();
});

it('knows other names of the functions', () => {
  expect(specialSymbol('__isoc99_sscanf', ['%d'], [text, text, address], LP64_TYPES)).toBe('__isoc99_sscanf%4');
  expect(specialSymbol('__builtin___printf_chk', ['%s'], [int, text, text], LP64_TYPES)).toBe(
    '__builtin___printf_chk%s',
  );
  expect(specialSymbol('puts', ['%d'], [text], LP64_TYPES)).toBeNull();
});

it('can be read again', () => {
  expect(plainSymbol('scanf%4')).toBe('scanf');
  expect(plainSymbol('scanf')).toBe('scanf');
  expect(specialFormat('sprintf%i,s;2-22')).toEqual({
    style: 'printf',
    plain: 'sprintf',
    uses: ['i', 's'],
    length: { least: 2, most: 22 },
  });
  expect(specialFormat('printf%')).toEqual({ style: 'printf', plain: 'printf', uses: [], length: null });
  expect(specialFormat('printf')).toBeNull();
});
