// Untrusted text, made safe to print.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableLines, spellByte } from '../../src/base/printable.js';
import '../support/fixed-seed.js';

describe('printable', () => {
  it.each([
    ['plain text, ä, 日本, 🐟', 'plain text, ä, 日本, 🐟'],
    ['\u001b[31mred\u001b[0m', '<U+001B>[31mred<U+001B>[0m'],
    ['a\u0007\u0000b\r\n\tc', 'a<U+0007><U+0000>b<U+000D><U+000A><U+0009>c'],
    ['\u009b2J', '<U+009B>2J'],
    ['access\u202e\u2066 level', 'access<U+202E><U+2066> level'],
    ['zero\u200bwidth\ufeff', 'zero<U+200B>width<U+FEFF>'],
    ['half \ud800', 'half <U+D800>'],
  ])('%j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves no control sequences', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('keeps lines if requested', () => {
    expect(printableLines('a\u001b\nb')).toBe('a<U+001B>\nb');
  });

  it('spells bytes', () => {
    expect([spellByte(0xff), spellByte(9)]).toEqual(['<FF>', '<09>']);
  });
});
