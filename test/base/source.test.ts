// Expressions as written, from spans that end inside brackets.

import { expect, test } from 'vitest';
import { SourceText } from '../../src/base/source.js';

function phrase(text: string, part: string): string {
  const at = text.indexOf(part);
  return new SourceText('a.c', new TextEncoder().encode(text)).phrase({ at, end: at + part.length });
}

test('brackets opened before or closed after the span belong to the expression', () => {
  expect(phrase('if (p == ((void *)0)) f();', 'p == ((void *)0')).toBe('p == NULL');
  expect(phrase('if ((*up)->id < most) f();', '*up)->id < most')).toBe('(*up)->id < most');
  expect(phrase('x = table[i ];', 'table[i')).toBe('table[i ]');
  expect(phrase('if ((a) && ((b)))', 'a) && ((b')).toBe('(a) && ((b))');
});

test('other brackets do not', () => {
  expect(phrase('if (p) f(q);', 'p')).toBe('p');
  expect(phrase("if (strchr(s, '(')) f();", "strchr(s, '(')")).toBe("strchr(s, '(')");
  expect(phrase('f((a + b, c));', '(a + b')).toBe('(a + b');
  expect(phrase('(', '(')).toBe('(');
});

test('lines and directives in between are skipped', () => {
  expect(phrase('a &&\n# 3 "b.h"\n   b', 'a &&\n# 3 "b.h"\n   b')).toBe('a && b');
});
