// Bad input through the whole command line: a clear diagnostic, exit status 2, no stack trace, no hang.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk, STACK_TRACE } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-bad-'));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const DEEP = 10_000;
const parentheses = `int f(void) { return ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}; }\n`;
const binary = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) & 255);

/** Name, content, and text that the message must contain. */
const BAD: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['truncated.c', 'int f(int x) {\n  if (x) {\n    return x', /truncated\.c:[34]/],
  ['truncated-expression.c', 'int f(int x) { return x + ; }\n', /truncated-expression\.c:1/],
  ['binary.c', binary, /binary file/],
  ['parentheses.c', parentheses, /parentheses\.c:1|nest/],
  ['braces.c', `int f(void) { ${'{'.repeat(DEEP)}${'}'.repeat(DEEP)} return 0; }\n`, /braces\.c:1|nest/],
  ['comment.c', 'int x; /* never closed\nint y;\n', /unterminated comment/],
  ['comment.i', 'int x; /* never closed\nint y;\n', /comment/],
  ['string.i', 'char *s = "never closed;\nint y;\n', /string\.i:1/],
  ['latin1.c', Buffer.from('int größe(void) { return 1; }\n', 'latin1'), /latin1\.c:1/],
  ['utf16.c', Buffer.from('\ufeffint x;\n', 'utf16le'), /UTF-16/],
  ['error.c', '#error "this machine is too small"\n', /this machine is too small/],
  ['header.c', '#include "nowhere/to/be/found.h"\n', /nowhere\/to\/be\/found\.h/],
  ['words.c', 'this is not a C program\n', /words\.c:1/],
  ['python.py', 'print("hello")\n', /not a C file/],
];

describe('bad input', () => {
  it.each(BAD)('%s', async (name, content, message) => {
    for (const command of ['check', 'ir']) {
      const said = await caulk(command, write(name, content));
      expect(said.err).toMatch(message);
      expect(said.err).not.toMatch(STACK_TRACE);
      expect(said.err).not.toContain('[internal]');
      expect(said.status).toBe(2);
    }
  });

  it.each([
    ['a line of a megabyte', `int a[] = { ${'1, '.repeat(350_000)} };\nint f(void) { return a[0]; }\n`],
    ['a string of a megabyte', `const char *s = "${'x'.repeat(1_000_000)}";\nint f(void) { return s[0]; }\n`],
    ['a sum of many terms', `int f(int x) { return ${'x + '.repeat(20_000)}x; }\n`],
    ['a long chain of else if', `int f(int x) { ${'if (x) x--; else '.repeat(20_000)} x++; return x; }\n`],
    [
      'Latin-1 in a comment and a string',
      Buffer.from('/* größe */ char *s = "größe";\nint f(void) { return 0; }\n', 'latin1'),
    ],
    ['a byte order mark of UTF-8', '\ufeffint f(void) { return 0; }\n'],
    ['carriage returns', 'int f(void) {\r\n  return 0;\r\n}\r\n'],
    ['no newline at the end', 'int f(void) { return 0; }'],
  ])('%s is accepted', async (name, content) => {
    const path = write(`${name.replaceAll(' ', '-')}.c`, content);
    const said = await caulk('check', path);
    expect(said).toMatchObject({ status: 0, out: expect.stringContaining('1 function') });
  });

  it('one bad file does not affect the others', async () => {
    const good = write('good.c', 'int good(void) { return 0; }\n');
    const said = await caulk('check', write('bad.c', '#error "bad"\n'), good);
    expect(said).toMatchObject({ status: 2, out: expect.stringContaining('1 file, 1 function') });
  });
});
