// What a run relies on that C leaves open, or that the interpreter computes in another way: such a run proves nothing.

import { describe, expect, test } from 'vitest';
import { runText } from './support.js';

const reliance = (body: string): string | null => runText(`int main(void) { ${body} return 0; }`).reliesOn;

const LITERALS = 'whether two literals are one object';
const ENDS = 'whether one object begins where another ends';
const DIGITS = 'digits of a long double, which is computed as a double';

describe('addresses', () => {
  test.each<[string, string, string | null]>([
    ['literals with the same text', 'const char *a = "x", *b = "x"; if (a == b) return 1;', LITERALS],
    ['the tail of a literal', 'const char *a = "ax", *b = "x"; if (a + 1 == b) return 1;', LITERALS],
    ['addresses as numbers', 'if ((unsigned long)"x" == (unsigned long)"x") return 1;', LITERALS],
    ['a distance', 'const char *a = "x", *b = "x"; long d = a - b;', LITERALS],
    [
      'compound literals',
      'const int *a = (const int[]){ 1 }, *b = (const int[]){ 1 }; if (a == b) return 1;',
      LITERALS,
    ],
    ['compound literals that can be written', 'int *a = (int[]){ 1 }, *b = (int[]){ 1 }; if (a == b) return 1;', null],
    ['literals with other texts', 'const char *a = "x", *b = "y"; if (a == b) return 1;', null],
    ['a literal and itself', 'const char *a = "x", *b = a; if (a == b) return 1;', null],
    ['a literal and an array', 'const char *a = "x"; char b[2] = "x"; if (a == b) return 1;', null],
    ['the end and the start', 'int a[2], b[2]; if (a + 2 == b) return 1;', ENDS],
    ['the end and itself', 'int a[2]; for (int *p = a; p != a + 2; p++) *p = 0;', null],
    ['two blocks', 'char *a = malloc(1), *b = malloc(1); if (a == b) return 1;', null],
  ])('%s', (_, body, expected) => {
    expect(reliance(body)).toBe(expected);
  });
});

describe('long double', () => {
  test.each<[string, string, string | null]>([
    ['an exact sum', 'long double x = 1.5L, y = x + 2; if (y > x) return 0;', null],
    ['a sum that a double rounds', 'volatile double d = 1e-18; long double x = 1.0L + d;', DIGITS],
    ['an exact product', 'long double x = 3.0L; x *= 5; x /= 5;', null],
    ['a product that a double rounds', 'long double x = 134217729.0L; x *= x;', DIGITS],
    ['a quotient that a double rounds', 'long double x = 1.0L; x /= 3;', DIGITS],
    ['a constant that a double rounds', 'long double x = 0.1L;', DIGITS],
    ['a constant with more digits', 'long double x = 1.0000000000000000001L;', DIGITS],
    ['a large integer', 'long long n = 9007199254740993; long double x = n;', DIGITS],
    ['a large integer that fits', 'long long n = 9007199254740992; long double x = n;', null],
    ['doubles', 'double x = 0.1; x /= 3;', null],
  ])('%s', (_, body, expected) => {
    expect(reliance(body)).toBe(expected);
  });

  test('has the bytes of the 80-bit format', () => {
    const bytes = (value: string): number[] => {
      const text = `union u { long double x; unsigned char b[16]; };
        int main(void) { union u u; u.x = ${value}; for (int i = 0; i < 10; i++) printf("%d ", u.b[i]); return 0; }`;
      return new TextDecoder().decode(runText(text).output).trim().split(' ').map(Number);
    };
    expect(bytes('1')).toEqual([0, 0, 0, 0, 0, 0, 0, 128, 255, 63]);
    expect(bytes('-2.5')).toEqual([0, 0, 0, 0, 0, 0, 0, 160, 0, 192]);
    expect(bytes('0')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
