// Transcripts: pages with files, commands and what they print, which a test plays again in an empty folder and compares.
// `TRANSCRIPTS=docs` in the environment writes what is printed now into the pages.

import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeProject, writeFiles } from './project.js';

/** A block of code: a file that is written (`src/a.c` in backquotes and a colon in the line above), or commands with their output. */
const BLOCK = /^(?:`([\w./-]+)`:\n\n)?```(\w+)\n([\s\S]*?)^```$/gm;

/** The page with what its commands print now. */
export function play(page: string): string {
  const folder = makeProject({});
  const bin = makeProject({});
  symlinkSync(resolve('caulk'), join(bin, 'caulk'));
  const shell = new Shell(folder, bin);
  return page.replace(BLOCK, (all, file: string | undefined, language: string, text: string) => {
    if (file !== undefined) writeFiles(folder, { [file]: text });
    if (language !== 'console') return all;
    return `\`\`\`console\n${commandsIn(text)
      .map((command) => `$ ${command}\n${shell.run(command)}`)
      .join('')}\`\`\``;
  });
}

const commandsIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));

/** Runs commands in a folder; `echo $?` is the status of the one before. */
class Shell {
  private status = 0;
  private readonly env: NodeJS.ProcessEnv;

  constructor(
    private readonly folder: string,
    bin: string,
  ) {
    mkdirSync(join(bin, 'cache'));
    const author = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@caulk.example' };
    const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@caulk.example' };
    const path = `${bin}:${process.env.PATH}`;
    this.env = {
      ...process.env,
      ...author,
      ...committer,
      PATH: path,
      XDG_CACHE_HOME: join(bin, 'cache'),
      LC_ALL: 'C.UTF-8',
    };
  }

  run(command: string): string {
    const script = `(exit ${this.status}); ${command}`;
    const { status, output } = spawnSync('bash', ['-c', `exec 2>&1; ${script}`], {
      cwd: this.folder,
      env: this.env,
      encoding: 'utf8',
    });
    this.status = status ?? 128;
    return settle(output[1] ?? '', this.folder);
  }
}

/** Without what is not the same twice: times, addresses, processes, the folder. */
function settle(text: string, folder: string): string {
  return text
    .replaceAll(folder, '/home/ada/project')
    .replace(/\d+\.\d\d s\b/g, '… s')
    .replace(/"date": "\d{4}-\d\d-\d\d"/g, '"date": "2026-11-18"')
    .replace(/[ \t]+$/gm, '');
}
