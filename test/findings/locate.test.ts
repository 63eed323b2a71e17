// Findings of engines at source locations.

import { describe, expect, it } from 'vitest';
import { SourceText } from '../../src/base/source.js';
import type { Finding } from '../../src/engines/engine.js';
import { locateFindings } from '../../src/findings/locate.js';
import { sourcesOf } from '../support/reports.js';

describe('locateFindings', () => {
  const text = 'void f(void) {\n  g(1024, p);\n}\n';
  const source = new SourceText('/src/a.c', Buffer.from(text));
  const at = (word: string) => ({ source, at: text.indexOf(word), end: text.indexOf(word) + word.length });
  const finding: Finding = {
    rule: 'double-free',
    certainty: 'possible',
    engine: 'fold',
    function: 'f',
    site: at('p)'),
    message: 'again',
    condition: 'n > 0',
    trace: [{ site: at('void'), message: 'enters' }],
    allocation: at('g'),
  };
  const sources = sourcesOf({ 'a.c': 'void f(void) {\n  g(N, p);\n}\n' });

  it('resolves every site, renames files, and aligns columns', () => {
    const showFile = (unit: SourceText, file: string) => {
      expect(unit).toBe(source);
      return file.replace('/src/', '');
    };
    expect(locateFindings([finding], showFile, sources)).toEqual([
      {
        rule: 'double-free',
        certainty: 'possible',
        engines: ['fold'],
        function: 'f',
        file: 'a.c',
        line: 2,
        column: 8,
        message: 'memory allocated in line 2 has been freed before',
        condition: 'n > 0',
        trace: [{ file: 'a.c', line: 1, column: 1, message: 'enters' }],
        allocation: { file: 'a.c', line: 2, column: 3 },
        doubts: [],
        worth: null,
      },
    ]);
  });

  it('starts at line 1, whatever a line marker says', () => {
    const odd = new SourceText('a.c', Buffer.from('x;\n'));
    odd.addMarker(0, 0, 'a.c', false);
    const [located] = locateFindings(
      [{ ...finding, site: { source: odd, at: 0, end: 1 } }],
      (_, file) => file,
      sources,
    );
    expect(located).toMatchObject({ file: 'a.c', line: 1, column: 1 });
  });

  it('keeps the confirmation by a replay', () => {
    const [located] = locateFindings([{ ...finding, certainty: 'confirmed' }], (_, file) => file, sources);
    expect(located).toMatchObject({ certainty: 'confirmed', file: '/src/a.c', column: 11 });
  });
});
