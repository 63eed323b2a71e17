// compile_commands.json in the forms that build systems write, and malformed or hostile ones.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCompileCommands } from '../../src/frontend/compile-commands.js';

function read(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-commands-'));
  const path = join(folder, 'compile_commands.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return { folder, ...readCompileCommands(path) };
}

const codes = (result: ReturnType<typeof read>) => result.diagnostics.map((d) => d.code);

describe('readCompileCommands', () => {
  it('reads `command` and `arguments`', () => {
    const { jobs, diagnostics } = read([
      { directory: '/p', file: 'a.c', command: `cc -c '-DN="x y"' -o a.o a.c` },
      { directory: '/p', file: 'b.c', arguments: ['cc', '-c', '-I', 'inc', '-m32', 'b.c', '-o', 'b.o'] },
    ]);
    expect(diagnostics).toEqual([]);
    expect(jobs.map(({ file, flags }) => [file, ...flags])).toEqual([
      ['a.c', '-DN="x y"'],
      ['b.c', '-Iinc', '-m32'],
    ]);
    expect(jobs.map(({ target }) => target.pointerSize)).toEqual([8, 4]);
  });

  it('resolves directories relative to the file itself', () => {
    const { folder, jobs } = read([{ directory: 'build', file: '../a.c', command: 'cc ../a.c' }]);
    expect(resolve(jobs[0]!.directory, jobs[0]!.file)).toBe(join(folder, 'a.c'));
  });

  it('skips wrappers', () => {
    const { jobs, diagnostics } = read([{ directory: '/p', file: 'a.c', command: 'ccache gcc -DX a.c' }]);
    expect(diagnostics).toEqual([]);
    expect(jobs[0]).toMatchObject({ compiler: { kind: 'program' }, flags: ['-DX'] });
  });

  it('does not start programs that are no C compilers, and reports them', () => {
    const result = read([{ directory: '/p', file: 'a.c', command: '/p/evil.sh -DX a.c' }]);
    expect(result.jobs[0]).toMatchObject({ flags: ['-DX'] });
    expect(JSON.stringify(result.jobs)).not.toContain('evil');
    expect(codes(result)).toEqual(['compiler-replaced']);
  });

  it('keeps the first of equal entries silently, and of different ones with a note', () => {
    const same = { directory: '/p', file: 'a.c', command: 'cc -DX -c a.c -o 1.o' };
    expect(read([same, { ...same, command: 'cc -DX -c a.c -o 2.o' }])).toMatchObject({ diagnostics: [] });
    const different = read([same, { ...same, command: 'cc -DY a.c' }]);
    expect(different.jobs.map((job) => job.flags)).toEqual([['-DX']]);
    expect(codes(different)).toEqual(['compiled-twice']);
  });

  it('skips other languages with one note', () => {
    const result = read([
      { directory: '/p', file: 'a.cpp', command: 'cc a.cpp' },
      { directory: '/p', file: 'b.S', command: 'cc b.S' },
      { directory: '/p', file: 'c.c', command: 'cc -x c++ c.c' },
      { directory: '/p', file: 'd.inc', command: 'cc -x c d.inc' },
    ]);
    expect(result.jobs.map((job) => job.file)).toEqual(['d.inc']);
    expect(codes(result)).toEqual(['entries-skipped']);
  });

  it.each([
    ['invalid JSON', '{'],
    ['other JSON than a list', '{"file": "a.c"}'],
    ['entries without required fields', [{ file: 'a.c' }, { directory: '/', file: 'a.c', arguments: [1] }, null, 7]],
  ])('gives one diagnostic for %s', (_, content) => {
    const result = read(content);
    expect(result.jobs).toEqual([]);
    expect(codes(result)).toEqual(['bad-compile-commands']);
  });

  it('reports a missing file', () => {
    expect(readCompileCommands('/nowhere/compile_commands.json').diagnostics[0]?.code).toBe('bad-compile-commands');
  });
});
