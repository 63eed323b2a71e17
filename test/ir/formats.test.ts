// Formats of printf: the treatment of each argument.

import { expect, it } from 'vitest';
import { conversionsOf } from '../../src/ir/formats.js';

it.each([
  ['plain', []],
  ['%d%% %s\n', ['value', 'string']],
  ['%-*.*f|%5lu|%p', ['value', 'value', 'value', 'value', 'value']],
  ['%.3s %ls %n %m', ['unknown', 'unknown', 'unknown']],
])('%j', (format, meaning) => {
  expect(conversionsOf(format)).toEqual(meaning);
});

it.each(['50%', '%1$s', '%#'])('%j is not supported', (format) => {
  expect(conversionsOf(format)).toBeNull();
});
