// Comments that suppress findings: their forms, and the lines they apply to.

import { describe, expect, it } from 'vitest';
import { findComments } from '../../src/findings/comments.js';
import { readSuppressions } from '../../src/findings/suppression.js';

const read = (text: string | Uint8Array) => readSuppressions('a.c', Buffer.from(text as string));

describe('readSuppressions', () => {
  it.each([
    ['p = 0; // caulk-ignore[leak]: by design', 1, ['leak'], 'by design'],
    ['p = 0; /* caulk-ignore[leak]: by design */', 1, ['leak'], 'by design'],
    ['/* caulk-ignore[leak]: by design */ p = 0;', 1, ['leak'], 'by design'],
    ['// caulk-ignore[leak]: by design\np = 0;', 2, ['leak'], 'by design'],
    ['//caulk-ignore [ leak , double-free ] :  two  \np = 0;', 2, ['leak', 'double-free'], 'two'],
    ['// caulk-ignore[leak]: a\n// caulk-ignore[double-free]: b\np = 0;', 3, ['leak'], 'a'],
    ['/* caulk-ignore[leak]: several\n   lines */\n\tp = 0;', 3, ['leak'], 'several\n   lines'],
    ['// caulk-ignore[leak]: Größe\r\np = 0;\r\n', 2, ['leak'], 'Größe'],
    ['// caulk-ignore[leak]: too far\n\np = 0;', 2, ['leak'], 'too far'],
  ])('%j', (text, covers, rules, reason) => {
    const { suppressions, diagnostics } = read(text);
    expect(suppressions[0]).toMatchObject({ file: 'a.c', covers, rules, reason });
    expect(diagnostics).toEqual([]);
  });

  it('has a position in bytes', () => {
    expect(read('int x;\n/* ä */ p = 0; // caulk-ignore[leak]: r').suppressions[0]).toMatchObject({
      line: 2,
      column: 17,
    });
  });

  it.each([
    'char *s = "// caulk-ignore[leak]: r";',
    'char *s = "\\"// caulk-ignore[leak]: r";',
    'char c = \'"\'; char *s = "/* caulk-ignore[leak]: r */";',
    '// see caulk-ignore[leak]: r',
    'int caulk_ignore;',
  ])('%j is not a suppression', (text) => {
    expect(read(text)).toEqual({ suppressions: [], diagnostics: [] });
  });

  it.each([
    ['// caulk-ignore[leak]', 'suppression-without-reason', 'leak', 1],
    ['// caulk-ignore[leak]:  ', 'suppression-without-reason', 'leak', 1],
    ['// caulk-ignore: everything', 'bad-suppression', 'malformed', 0],
    ['// caulk-ignore', 'bad-suppression', 'malformed', 0],
    ['// caulk-ignore[leek]: r', 'bad-suppression', 'did you mean `leak`?', 0],
    ['// caulk-ignore[bananas, leak]: r', 'bad-suppression', 'the rules are leak,', 1],
    ['// caulk-ignore[]: r', 'bad-suppression', 'there is no rule ``', 0],
  ])('%j is reported', (text, code, message, kept) => {
    const { suppressions, diagnostics } = read(`int x;\n  ${text}\n`);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code,
        severity: 'warning',
        message: expect.stringContaining(message),
        location: { file: 'a.c', line: 2, column: 3 },
      }),
    ]);
    expect(suppressions).toHaveLength(kept);
  });

  it('handles many megabytes on a line', () => {
    const long = `char *s = "${'x'.repeat(8 << 20)}"; // caulk-ignore[leak]: r`;
    expect(read(long).suppressions).toHaveLength(1);
    expect(read(`/*${'*'.repeat(8 << 20)} caulk-ignore`).suppressions).toEqual([]);
  });
});

describe('findComments', () => {
  it.each([
    ['a // b \\\n c\nd', [' b \\\n c']],
    ['a // b \\\r\n c\r\nd', [' b \\\r\n c\r']],
    ['/* a */ "/*" /**/ // b', [' a ', '', ' b']],
    ['"never closed\n// c', [' c']],
    ['"goes \\\n on // no" // yes', [' yes']],
    ['a / b /* open', [' open']],
    ['', []],
  ])('%j', (text, comments) => {
    expect(findComments(text).map((comment) => comment.text)).toEqual(comments);
  });
});
