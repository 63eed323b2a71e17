// Preprocessing: its output, and one clear diagnostic for each failure.

import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CompileJob } from '../../src/frontend/compile-job.js';
import { amongUnits, singleFileJob } from '../../src/frontend/compile-job.js';
import { preprocess } from '../../src/frontend/preprocess.js';
import { ILP32, LP64 } from '../../src/types/types.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-preprocess-'));

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

async function textOf(job: CompileJob): Promise<string> {
  const result = await preprocess(job);
  if ('failure' in result) throw new Error(result.failure.message);
  return Buffer.from(result.bytes).toString();
}

async function failureOf(job: CompileJob) {
  const result = await preprocess(job);
  return 'failure' in result ? result.failure : null;
}

const job = (name: string, flags: string[] = []) => singleFileJob(name, folder, flags);

describe('preprocess', () => {
  it('keeps line markers and applies flags', async () => {
    const text = await textOf(job(write('a.c', '#include "a.h"\nint x = N;\n'), ['-DN=42', '-Iinc'])).catch(String);
    expect(text).toContain('a.h'); // does not exist yet
    mkdirSync(join(folder, 'inc'));
    write('inc/a.h', 'typedef int t;\n');
    const found = await textOf(job('a.c', ['-DN=42', '-Iinc']));
    expect(found).toMatch(/# 1 "inc\/a\.h" 1\ntypedef int t;/);
    expect(found).toContain('int x = 42;');
  });

  it('reads .i files unchanged', async () => {
    expect(await textOf(job(write('b.i', '# 1 "b.c"\nint X;\n'), ['-DX=1']))).toBe('# 1 "b.c"\nint X;\n');
  });

  it.each(['-o.c', '@file.c', 'with space;$(id).c'])('treats %s as a file name', async (name) => {
    expect(await textOf(job(write(name, 'int odd;\n')))).toContain('int odd;');
  });

  it('drops flags that start programs or write files', async () => {
    write('evil', '#!/bin/sh\ntouch owned\n');
    const flags = [
      '-wrapper',
      './evil',
      '-B.',
      '-fplugin=./evil',
      '-specs=evil',
      '-no-integrated-cpp',
      '-o',
      'owned',
      '-MD',
      '-MF',
      'owned',
    ];
    expect(await textOf(job(write('c.c', 'int c;\n'), flags))).toContain('int c;');
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });

  it.each([
    ['a missing header', 'd.c', '#include "nowhere.h"\n', 'preprocessor-failed', /nowhere\.h/],
    ['#error', 'e.c', '#error "not on this machine"\n', 'preprocessor-failed', /not on this machine/],
    ['an unterminated comment', 'f.c', 'int x; /* \n', 'preprocessor-failed', /unterminated comment/],
    ['a binary file', 'h.c', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]), 'not-c', /binary/],
    ['UTF-16', 'i.c', Buffer.from('\ufeffint x;', 'utf16le'), 'not-c', /UTF-16/],
  ])('has one diagnostic for %s', async (_, name, content, code, message) => {
    const failure = await failureOf(job(write(name, content)));
    expect(failure?.code).toBe(code);
    expect(failure?.message).toMatch(message);
    expect(failure?.message).toContain(name);
  });

  it('reports a missing file or compiler', async () => {
    expect(await failureOf(job('nowhere.c'))).toMatchObject({ code: 'unreadable-file' });
    const gone = {
      ...job(write('j.c', 'int j;')),
      compiler: { kind: 'program', path: '/usr/bin/no-such-gcc' },
    } as const;
    expect(await failureOf(gone)).toMatchObject({ code: 'preprocessor-failed' });
  });
});

describe('our own preprocessor', () => {
  const own = (name: string, flags: string[] = []): CompileJob => ({ ...job(name, flags), preprocessor: 'own' });

  it('gives the text and what it depends on', async () => {
    write('own.h', 'int own;\n');
    const result = await preprocess(own(write('own.c', '#include "own.h"\n')));
    if ('failure' in result) throw new Error(result.failure.message);
    expect(Buffer.from(result.bytes).toString()).toMatch(/# 1 "own\.h" 1\nint own;/);
    expect(result.depends?.files).toContain(join(folder, 'own.h'));
    expect(result.note).toBeUndefined();
  });

  it('leaves to the compiler what it does not know, and says so', async () => {
    const result = await preprocess(own(write('raw.c', 'char *s = R"(a)";\n')));
    expect(result).toMatchObject({
      note: { code: 'left-to-compiler', message: expect.stringContaining('raw string') },
    });
    expect(Buffer.from('bytes' in result ? result.bytes : []).toString()).toContain('R"(a)"');
  });

  it('says nothing about it unless our own was asked for', async () => {
    const tacit: CompileJob = { ...job(write('raw2.c', 'char *s = R"(a)";\n')), preprocessor: 'tacit' };
    const result = await preprocess(tacit);
    expect(result).not.toHaveProperty('note');
    expect(Buffer.from('bytes' in result ? result.bytes : []).toString()).toContain('R"(a)"');
  });

  it('is taken where many units are read, unless the user decides', () => {
    const usual = job('many.c');
    expect(amongUnits(usual, 23, 1).preprocessor).toBe('usual');
    expect(amongUnits(usual, 24, 1).preprocessor).toBe('tacit');
    expect(amongUnits(usual, 24, 2).preprocessor).toBe('usual');
    expect(amongUnits({ ...usual, preprocessor: 'compiler' }, 1000, 1).preprocessor).toBe('compiler');
    expect(amongUnits({ ...usual, preprocessor: 'own' }, 1, 1).preprocessor).toBe('own');
  });

  it('lets the compiler say what is wrong', async () => {
    expect(await failureOf(own(write('wrong.c', '#include "nowhere.h"\n')))).toMatchObject({
      code: 'preprocessor-failed',
      message: expect.stringContaining('nowhere.h: No such file'),
    });
  });

  it('stops what grows without end', async () => {
    const failure = await failureOf(own(write('self.c', '#include "self.c"\n')));
    expect(failure).toMatchObject({ code: 'preprocessing-limit', message: expect.stringContaining('self.c') });
  });
});

describe('clang in WebAssembly', () => {
  const wasm = (name: string, flags: string[] = []): CompileJob => ({
    ...job(name, flags),
    compiler: { kind: 'wasm' },
  });
  write(
    'k.c',
    '#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include "k.h"\nint k = N + K;\nvoid *p(void) { return malloc(N); }\n',
  );
  write('k.h', '#define K 7\n');

  it.each([
    ['LP64', LP64],
    ['ILP32', ILP32],
  ])('preprocesses with its own headers for %s', async (_, target) => {
    const text = await textOf({ ...wasm('k.c', ['-DN=5']), target });
    expect(text).toContain('int k = 5 + 7;');
    expect(text).toMatch(/\bmalloc\s*\(size_t/);
  });

  it('passes on its diagnostics', async () => {
    const failure = await failureOf(wasm(write('l.c', '#include "missing.h"\n')));
    expect(failure).toMatchObject({ code: 'preprocessor-failed', message: expect.stringContaining('missing.h') });
  });
});

describe('a machine that is not known', () => {
  it('is refused with a sentence, whatever the file contains', async () => {
    const big = { ...job(write('big.c', 'int x;\n')), refused: 'its byte order is big endian' };
    expect(await failureOf(big)).toMatchObject({
      code: 'unsupported-machine',
      message: 'big.c: its byte order is big endian',
    });
  });
});
