// Every example that the page offers is described by the comment that it begins with.

import { expect, it } from 'vitest';
import { aboutOf, readExamples } from '../../src/web/examples.js';

it('describes every example', () => {
  const examples = readExamples();
  expect(examples.length).toBeGreaterThan(20);
  for (const { name, about } of examples) expect(about, name).toMatch(/^[A-Z][^\n]{10,}[^.]$/);
});

it('takes the first sentence of the comment', () => {
  expect(aboutOf('/* A list\n   of numbers. It leaks. */\nint x;')).toBe('A list of numbers');
  expect(aboutOf('// Reverses a list: first\n// the tail.\nint x;')).toBe('Reverses a list');
  expect(aboutOf('int x;')).toBe('');
});
