// The property files of verification competitions: what they ask for, and what is refused.
// Tests of src/driver/prove/specification.ts.

import { describe, expect, it } from 'vitest';
import { parseSpecification, readGoal } from '../../src/driver/prove/specification.js';

const check = (formula: string, start = 'main') => `CHECK( init(${start}()), LTL(${formula}) )`;
const read = (text: string) => parseSpecification(text, 'a.prp', 'main');

describe('a file of properties', () => {
  it('may have several', () => {
    const text = `${check('G valid-free')}\r\n${check('G valid-deref')}\n\n${check('G valid-memtrack')}\n`;
    expect(read(text)).toMatchObject({ properties: ['valid-free', 'valid-deref', 'valid-memtrack'] });
  });

  it('is quoted as it stands', () => {
    expect(read(`${check('G valid-memcleanup')}\n`)).toMatchObject({ text: check('G valid-memcleanup') });
  });

  it.each([
    ['what caulk does not decide', check('G ! call(reach_error())'), 'not `G ! call(reach_error())`'],
    ['a formula that is not about all states', check('F valid-free'), 'not `F valid-free`'],
    ['another entry', check('G valid-free', 'start'), 'not from `main`'],
    ['what is no property', 'valid-free', 'cannot read `valid-free`'],
    ['nothing', '\n', 'it has no property'],
  ])('is refused with %s', (_, text, why) => {
    expect(read(text)).toMatchObject({ code: 'bad-usage', message: expect.stringContaining(why) });
  });
});

describe('the words of --property', () => {
  it('are decided one by one if they are properties', () => {
    expect(readGoal(['valid-free'], 'main')).toEqual({ kind: 'each', properties: ['valid-free'] });
  });

  it('may not mix properties and files', () => {
    expect(readGoal(['valid-free', 'a.prp'], 'main')).toMatchObject({ code: 'bad-usage' });
  });

  it('may name a file that is not there', () => {
    expect(readGoal(['no-such.prp'], 'main')).toMatchObject({ code: 'unreadable-file' });
  });
});
