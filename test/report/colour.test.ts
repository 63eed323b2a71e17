// The choice of colours.

import { describe, expect, it } from 'vitest';
import { choosePalette, coloured, plain } from '../../src/report/colour.js';

const TERMINAL = { isTTY: true };

describe('choosePalette', () => {
  it.each([
    ['a terminal', {}, TERMINAL, coloured],
    ['a file or pipe', {}, {}, plain],
    ['NO_COLOR', { NO_COLOR: '1' }, TERMINAL, plain],
    ['an empty NO_COLOR', { NO_COLOR: '' }, TERMINAL, coloured],
    ['a dumb terminal', { TERM: 'dumb' }, TERMINAL, plain],
    ['FORCE_COLOR in a pipe', { FORCE_COLOR: '1' }, {}, coloured],
    ['FORCE_COLOR before NO_COLOR', { FORCE_COLOR: 'true', NO_COLOR: '1' }, {}, coloured],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, TERMINAL, plain],
  ])('%s', (_, environment, stream, palette) => {
    expect(choosePalette(environment, stream)).toBe(palette);
  });
});
