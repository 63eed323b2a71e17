// `caulk-requires` comments: syntax, position, and diagnostics.

import { describe, expect, it } from 'vitest';
import { readRequirements } from '../../src/findings/requirements.js';

/** The requirements of the function on the line that begins with `void f`. */
function read(text: string, pointers: readonly string[] = ['p', 'q']) {
  const line = text.split('\n').findIndex((l) => l.startsWith('void f')) + 1;
  const { requirements, diagnostics } = readRequirements('a.c', Buffer.from(text), { line, pointers });
  return { says: requirements.map((r) => `${r.kind}(${r.params})`), complaints: diagnostics };
}

describe('requirements', () => {
  it('are read from the comments directly above', () => {
    const text = `// caulk-requires: list(p), shares(p, q)
/* caulk-requires: nonnull(q) */

void f(struct n *p, struct n *q) {}`;
    expect(read(text)).toEqual({ says: ['list(p)', 'shares(p,q)', 'nonnull(q)'], complaints: [] });
  });

  it('may be above a result type on a line of its own', () => {
    expect(read('// caulk-requires: list(p)\nstatic struct n *\nvoid f(struct n *p) {}').says).toEqual(['list(p)']);
  });

  it('do not belong to a function further down', () => {
    const text = '// caulk-requires: list(p)\nint g;\nvoid f(struct n *p) {}';
    expect(read(text)).toEqual({ says: [], complaints: [] });
  });

  it('are ignored in strings', () => {
    expect(read('char *s = "// caulk-requires: list(p)"; void g(void) {}\nvoid f(struct n *p) {}').says).toEqual([]);
  });

  it.each([
    ['// caulk-requires: lst(p)', 'there is no requirement `lst`; did you mean `list`?'],
    ['// caulk-requires: list(r)', '`r` is not a pointer parameter of the function'],
    ['// caulk-requires: shares(p)', '`shares` takes 2 parameter(s)'],
    ['// caulk-requires: list p', '`list p` is not of the form kind(parameter)'],
    ['// caulk-requires list(p)', 'malformed caulk-requires comment'],
    ['// caulk-requires:', 'malformed caulk-requires comment'],
  ])('are rejected: %s', (comment, message) => {
    const { says, complaints } = read(`${comment}\nvoid f(struct n *p, struct n *q) {}`);
    expect(says).toEqual([]);
    expect(complaints).toMatchObject([
      { code: 'bad-requirement', message, location: { file: 'a.c', line: 1, column: 1 } },
    ]);
  });
});
