// Compile commands from Windows: words, options of cl, and the layout of the machine that they are for.

import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCompileCommands } from '../../src/frontend/compile-commands.js';
import { isFromWindows, splitWindowsCommand, translateCl } from '../../src/frontend/windows-command.js';
import { caulk } from '../support/cli.js';
import { makeProject } from '../support/project.js';

describe('words', () => {
  it.each([
    ['cl.exe /c a.c', ['cl.exe', '/c', 'a.c']],
    [
      '"C:\\Program Files\\cl.exe" /I..\\inc "/DS=\\"x y\\"" a.c',
      ['C:\\Program Files\\cl.exe', '/I..\\inc', '/DS="x y"', 'a.c'],
    ],
    ['cl "/Ic:\\x\\\\" ""  /c', ['cl', '/Ic:\\x\\', '', '/c']],
    ['cl a"b c"d', ['cl', 'ab cd']],
  ])('%s', (command, words) => {
    expect(isFromWindows(command)).toBe(true);
    expect(splitWindowsCommand(command)).toEqual(words);
  });

  it('are those of a POSIX shell elsewhere', () => {
    for (const command of ['cc -c a.c', 'clang -Icl a.c', '/usr/bin/gcc a.c', 'ccache cl-like a.c']) {
      expect(isFromWindows(command)).toBe(false);
    }
  });
});

it('translates options of cl', () => {
  const words =
    '/c /DX=1 /D Y -DZ /U W /Iinc\\a /I b /FIpre.h /FI post.h /std:c11 /Zp4 /J /external:I sys /O2 /Foa.obj /W4 --target=x a.c';
  expect(translateCl(words.split(' '))).toEqual(
    '-DX=1 -DY -DZ -UW -Iinc/a -Ib -include pre.h -include post.h -std=c11 -fpack-struct=4 -funsigned-char -isystem sys --target=x'.split(
      ' ',
    ),
  );
});

it('reads a project for cl as Windows lays it out', async () => {
  const text =
    '#include "a.h"\n_Static_assert(sizeof(long) == 4 && sizeof(void *) == 8 && X == 2, "LLP64");\nint main(void) { return 0; }\n';
  const folder = makeProject({ 'a.c': text, 'inc/a.h': '#define X Y\n' });
  const path = join(folder, 'compile_commands.json');
  const command = '"C:\\LLVM\\bin\\clang-cl.exe" /nologo /c /DY=2 /I.\\inc /Foa.obj a.c';
  writeFileSync(path, JSON.stringify([{ directory: folder, file: 'a.c', command }]));
  expect(readCompileCommands(path).jobs[0]!.target).toMatchObject({ pointerSize: 8 });
  expect(await caulk('check', '--no-cache', '-p', path)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^no findings/),
  });
});

describe('a project for cl', () => {
  const text = `__pragma(pack(push, 1)) struct packed { char c; int i; }; __pragma(pack(pop))
__declspec(noinline) int __cdecl twice(__int64 n);
_Static_assert(sizeof(struct packed) == 5 && sizeof(long) == 4 && sizeof(void *) == 8, "as there");
`;
  const folder = makeProject({ 'a.c': text });
  const database = join(folder, 'compile_commands.json');
  writeFileSync(database, JSON.stringify([{ directory: folder, file: 'a.c', command: 'cl.exe /nologo /c a.c' }]));

  /** With these programs alone. */
  async function check(...programs: string[]) {
    const bin = mkdtempSync(join(tmpdir(), 'caulk-bin-'));
    for (const name of programs) symlinkSync(`/usr/bin/${name}`, join(bin, name));
    const path = process.env.PATH;
    process.env.PATH = bin;
    try {
      return await caulk('check', '--no-cache', '-p', database);
    } finally {
      process.env.PATH = path;
    }
  }

  it.each([
    ['x86_64-w64-mingw32-gcc', ['x86_64-w64-mingw32-gcc', 'clang', 'cc', 'as']],
    ['clang', ['clang', 'cc', 'as']],
  ])('is read by %s as it is laid out there', async (name, programs) => {
    const { status, err } = await check(...programs);
    expect(err).toMatch(new RegExp(`^note: .* not starting cl\\.exe: .*; using ${name} \\[compiler-replaced\\]\\n$`));
    expect(status).toBe(0);
  });

  it('is refused without either', async () => {
    const { status, err } = await check('cc', 'as');
    expect(err).toContain('a.c: it is for Windows: install x86_64-w64-mingw32-gcc, or clang, so that');
    expect(status).toBe(2);
  });
});
