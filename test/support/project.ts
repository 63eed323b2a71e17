// Small projects in folders of their own, also under version control.
// For tests of the command line.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder of a project with these files. */
export function makeProject(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'caulk-project-')));
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const AUTHOR = ['-c', 'user.name=Tester', '-c', 'user.email=tester@caulk.example', '-c', 'init.defaultBranch=main'];

export function git(folder: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...AUTHOR, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout;
}

/** Puts everything under version control. */
export function commitAll(folder: string): void {
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'A state');
}
