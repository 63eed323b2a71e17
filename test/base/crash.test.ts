// Descriptions of internal errors: never empty, with the name, the place in caulk and the place in the program.

import { expect, test } from 'vitest';
import { Crash, describeError, Exhausted, isExhaustion, locateCrash } from '../../src/base/crash.js';

const PLACE = { file: 'a.c', line: 7, column: 3 };
const OUTER = { file: 'a.c', line: 99, column: 1 };

test('an error without a message still has a name and a place', () => {
  expect(describeError(new Error())).toMatch(/^Error \(crash\.test\.ts:\d+\)$/);
  expect(describeError('')).not.toBe('');
  expect(describeError(undefined)).not.toBe('');
});

test('the innermost place in the program is reported', () => {
  const inner = locateCrash(new TypeError('x is not y'), () => PLACE);
  const outer = locateCrash(inner, () => OUTER);
  expect(outer).toBeInstanceOf(Crash);
  expect(describeError(outer)).toMatch(/^TypeError: x is not y \(crash\.test\.ts:\d+\), at a\.c:7$/);
});

test('stack overflow and limits are exhaustion, not crashes', () => {
  const endless = (n: number): number => endless(n + 1) + 1;
  let overflow: unknown;
  try {
    endless(0);
  } catch (error) {
    overflow = error;
  }
  const limit = new Exhausted('enough');
  expect([overflow, limit, new RangeError('Invalid count value: -1'), new Error('enough')].map(isExhaustion)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(locateCrash(limit, () => PLACE)).toBe(limit);
});
