// A source line with a caret, for any bytes and any length.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptLine } from '../../src/report/excerpt.js';
import '../support/fixed-seed.js';

const show = (line: string | Uint8Array, column: number, width = 60) => {
  const { text, indent } = excerptLine(Buffer.from(line as string), column, width);
  return [text, `${' '.repeat(indent)}^`];
};

describe('excerptLine', () => {
  it.each([
    ['  p = 0;', 3, '  p = 0;', '  ^'],
    ['\tp = 0;', 2, '        p = 0;', '        ^'],
    ['ab\tp = 0;', 4, 'ab      p = 0;', '        ^'],
    ['\t\tp = 0;', 2, '                p = 0;', '        ^'],
    ['/* äöü */ p', 14, '/* äöü */ p', '          ^'],
    ['/* 日本 */ p', 14, '/* 日本 */ p', '           ^'],
    ['/* e\u0301 */ p', 11, '/* e\u0301 */ p', '         ^'.slice(1)],
    ['a \u001b[2J p', 8, 'a <U+001B>[2J p', '              ^'],
    ['a \u202e p', 7, 'a <U+202E> p', '           ^'],
    ['p = 0;   ', 1, 'p = 0;', '^'],
    ['p', 2, 'p', ' ^'],
    ['p', 99, 'p', ' ^'],
    ['', 1, '', '^'],
    ['ä', 2, 'ä', '^'],
  ])('%j at %i', (line, column, text, caret) => {
    expect(show(line, column)).toEqual([text, caret]);
  });

  it('escapes bytes that are not UTF-8', () => {
    const bytes = Uint8Array.from([0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x62]);
    expect(show(bytes, 10, 80)[0]).toBe('a<FF><C3>(<ED><A0><80><F0><9F>b');
  });

  it('truncates long lines around the caret', () => {
    const line = `${'a'.repeat(500_000)}p${'b'.repeat(500_000)}`;
    const [text, caret] = show(line, 500_001);
    expect(text).toMatch(/^…a+pb+…$/);
    expect(text!.length).toBeLessThanOrEqual(60);
    expect(text![caret!.indexOf('^')]).toBe('p');
  });

  it('truncates only if necessary', () => {
    expect(show(`p${'b'.repeat(100)}`, 1)[0]).toBe(`p${'b'.repeat(57)}…`);
    expect(show(`${'a'.repeat(100)}p`, 101)[0]).toBe(`…${'a'.repeat(57)}p`);
  });

  it('does not split characters', () => {
    expect(show(`${'ä'.repeat(5000)}p`, 10_001)[0]).toMatch(/^…ä+p$/);
    expect(show(`aa${'\u0301'.repeat(1000)}p`, 2003)[0]).toMatch(/^…\u0301+p$/);
  });

  it('is one safe line with the caret in it, for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 3000 }),
        fc.nat(4000),
        fc.integer({ min: 40, max: 200 }),
        (bytes, column, width) => {
          const { text, indent } = excerptLine(bytes, column, width);
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          expect(indent).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
