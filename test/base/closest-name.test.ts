// Suggestions for misspelt names.

import { describe, expect, it } from 'vitest';
import { closestName } from '../../src/base/closest-name.js';

describe('closestName', () => {
  it.each([
    ['lek', 'leak'],
    ['Leak', 'leak'],
    ['doublefree', 'double-free'],
    ['use_after_free', 'use-after-free'],
    ['bananas', null],
    ['x'.repeat(100_000), null],
  ])('%s', (wrong, meant) => {
    expect(closestName(wrong, ['leak', 'double-free', 'use-after-free'])).toBe(meant);
  });
});
