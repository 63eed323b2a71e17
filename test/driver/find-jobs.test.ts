// Compile jobs of a database: a program is for one machine, so files for another are left out and counted.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findJobs } from '../../src/driver/load/find-jobs.js';

function databaseOf(commands: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-jobs-'));
  const entries = commands.map((command, i) => ({ file: `${i}.c`, directory: folder, command: `${command} ${i}.c` }));
  for (const { file } of entries) writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(entries));
  return folder;
}

it('files for another machine than most are left out', () => {
  const { jobs, diagnostics } = findJobs({
    paths: [],
    flags: [],
    compileCommands: databaseOf(['gcc', 'gcc -m32', 'gcc -funsigned-char', 'gcc -m64 -fshort-enums']),
  });
  expect(jobs.map(({ file, target }) => [file, target.pointerSize])).toEqual([
    ['0.c', 8],
    ['2.c', 8],
    ['3.c', 8],
  ]);
  expect(diagnostics.map((d) => d.message)).toEqual([
    '1 of 4 files are compiled for another machine than the others: not analysed',
  ]);
});

it('flags of the user decide for all of them', () => {
  const compileCommands = databaseOf(['gcc', 'gcc -m32']);
  const { jobs, diagnostics } = findJobs({ paths: [], flags: ['-m32'], compileCommands });
  expect(jobs.map(({ target }) => target.pointerSize)).toEqual([4, 4]);
  expect(diagnostics).toEqual([]);
});
