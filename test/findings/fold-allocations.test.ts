// A chain of allocating functions is one step, which names the place of the last call.

import { expect, it } from 'vitest';
import { SourceText } from '../../src/base/source.js';
import { foldAllocations } from '../../src/findings/fold-allocations.js';

const source = new SourceText('a.c', new TextEncoder().encode('one\ntwo\nthree\nfour\n'));
const step = (at: number, message: string) => ({ site: { source, at, end: at + 1 }, message });

it('keeps the first step of a chain', () => {
  const trace = [
    step(0, '`xstrdup` allocates'),
    step(4, '`xmalloc` allocates'),
    step(8, '`malloc` allocates'),
    step(0, '`p` is true'),
    step(4, '`make` allocates'),
  ];
  expect(foldAllocations(trace).map(({ message }) => message)).toEqual([
    '`xstrdup` allocates in line 3',
    '`p` is true',
    '`make` allocates',
  ]);
});
