// Values, bytes and words that harnesses are written with.

import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesText, comment, numberText, shellWord } from '../../src/driver/replay/harness/c-text.js';
import { placePattern } from '../../src/driver/replay/harness/expectation.js';

describe('numbers in C', () => {
  it.each([
    [0, '0'],
    [-1, '-1'],
    [-(2 ** 31), '(-2147483647 - 1)'],
    [2 ** 31, '0x80000000ULL'],
    [2n ** 64n - 1n, '0xffffffffffffffffULL'],
    [-(2n ** 63n), '0x8000000000000000ULL'],
    [2n ** 64n, null],
    [0.5, '0.5'],
    [Number.POSITIVE_INFINITY, '__builtin_inf()'],
  ])('%s', (value, text) => expect(numberText(value)).toBe(text));
});

it('bytes in C stay what they are, also before a digit', () => {
  expect(bytesText(Uint8Array.of(0, 0x31, 0x22, 0x5c, 0x3f, 0xff))).toBe('"\\0001\\042\\134\\077\\377"');
});

it('a comment ends where it should', () => {
  expect(comment('a */ b\nc')).toBe('/* a * / b?c */');
});

it('the shell gets back any word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (word) => {
      const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' });
      expect(stdout).toBe(word);
    }),
    { numRuns: 20 },
  );
});

it('a place matches its line and those next to it, and no other file', () => {
  const pattern = new RegExp(placePattern({ file: 'lib/a+b.c', line: 10, column: 1 }));
  expect(pattern.test('    #1 0x55 in f /src/lib/a+b.c:10')).toBe(true);
  expect(pattern.test('    #1 0x55 in f /src/lib/a+b.c:10:3')).toBe(true);
  expect(pattern.test('    #1 0x55 in f /src/lib/a+b.c:101')).toBe(false);
  expect(pattern.test('    #1 0x55 in f /src/lib/aab.c:10')).toBe(false);
});
