// From columns of preprocessed text to columns of the original line.

import { describe, expect, it } from 'vitest';
import { alignColumn } from '../../src/findings/align-column.js';
import { siteOf } from '../support/reports.js';

const original = (text: string) => Buffer.from(text);

describe('alignColumn', () => {
  it('keeps the column of a line without macros', () => {
    expect(alignColumn(siteOf('int x;\n  free(p);\n', 'p'), original('  free(p); // done'))).toBe(8);
  });

  it('keeps it where the compiler expanded tabs', () => {
    expect(alignColumn(siteOf('  free(p);\n', 'free'), original('\t\tfree(p);'))).toBe(3);
  });

  it('finds the same token after an expanded macro', () => {
    expect(alignColumn(siteOf('  p = alloc(1024 * 16, p);\n', 'p)'), original('  p = alloc(SIZE, p);'))).toBe(19);
  });

  it('finds the same token after a comment', () => {
    expect(alignColumn(siteOf('  x = p; q = p;\n', 'q'), original('  x = /* why? */ p; q = p;'))).toBe(21);
  });

  it('counts tokens, not characters', () => {
    expect(alignColumn(siteOf('  long_name(1), p = p;\n', 'p', 0), original('  M, pp, p = p;'))).toBe(10);
  });

  it('handles lines that are split after a macro of a system header', () => {
    const text =
      '  for (j = q; j !=\n# 1 "a.c" 3 4\n                   ((void *)0)\n# 1 "a.c"\n                       ; j = j->next)\n';
    const line = '  for (j = q; j != NULL; j = j->next)';
    expect(alignColumn(siteOf(text, 'j->next'), original(line))).toBe(line.indexOf('j->next') + 1);
  });

  it('searches only after such a split', () => {
    const text = '  f(j,\n# 1 "a.c" 3 4\n       ((void *)0)\n# 1 "a.c"\n           , 1024, j);\n';
    expect(alignColumn(siteOf(text, 'j);'), original('  f(j, NULL, SIZE_, j);'))).toBe(21);
  });

  it('points at the beginning of the code if the token is only in the macro', () => {
    expect(alignColumn(siteOf('  do { free(p); } while (0);\n', 'free'), original('  RELEASE(p);'))).toBe(3);
  });

  it('keeps the column without an original, and never fails', () => {
    expect(alignColumn(siteOf('  free(p);\n', 'p'), null)).toBe(8);
    expect(alignColumn(siteOf('  free(p);\n', 'p'), original(''))).toBe(1);
    expect(alignColumn(siteOf('p', 'p'), original('p'))).toBe(1);
  });
});
