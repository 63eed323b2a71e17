// Which lines of a checkout differ from a revision: asked of git, which is started without a shell and without the project's helpers.
// For `check --changed`; findings/changes.ts reads the diff.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import { type ChangedLines, type LineRange, readDiff, WHOLE_FILE } from '../../findings/changes.js';

/** `core.fsmonitor`, `diff.external` and `textconv` of a project's configuration name programs. */
const HARMLESS = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
const DIFF = ['diff', '--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames'];
const PREFIXES = ['--src-prefix=a/', '--dst-prefix=b/', '--ignore-submodules'];

const TOP = ['rev-parse', '--show-toplevel'];
/** Never an option, whatever the word is. */
const resolving = (word: string): string[] => [
  'rev-parse',
  '--verify',
  '--quiet',
  '--end-of-options',
  `${word}^{commit}`,
];

const LARGEST_DIFF = 1 << 30;

/** Files that git does not know, and does not ignore, are changed as a whole. */
export function changedLines(directory: string, revision: string): ChangedLines | Diagnostic {
  const top = git(directory, TOP);
  if ('problem' in top) return complain(`\`--changed\` compares with git, and ${directory} is not in a checkout`, top);
  const folder = top.text.replace(/\n$/, '');
  const commit = git(folder, resolving(revision));
  if ('problem' in commit) return complain(`git knows no revision \`${revision}\``, commit);
  const diff = git(folder, [...DIFF, ...PREFIXES, commit.text.trim(), '--']);
  const others = git(folder, ['ls-files', '--others', '--exclude-standard', '-z']);
  if ('problem' in diff) return complain(`git cannot compare with \`${revision}\``, diff);
  if ('problem' in others) return complain('git cannot list new files', others);
  const untracked = others.text.split('\0').filter((name) => name !== '');
  const all: (readonly [string, readonly LineRange[]])[] = [
    ...readDiff(diff.text),
    ...untracked.map((name) => [name, [WHOLE_FILE]] as const),
  ];
  return new Map(all.map(([name, ranges]) => [join(folder, name), ranges]));
}

/** Is the word a revision there? `--changed src` may mean the folder. */
export const isRevision = (directory: string, word: string): boolean => 'text' in git(directory, resolving(word));

/** The folder of the checkout; null if there is none. */
export function checkoutAround(directory: string): string | null {
  const top = git(directory, TOP);
  return 'text' in top ? top.text.replace(/\n$/, '') : null;
}

interface Failed {
  /** What git says, or why it could not be started. */
  readonly problem: string;
}

function git(directory: string, words: readonly string[]): { readonly text: string } | Failed {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', directory, ...HARMLESS, ...words], {
    encoding: 'utf8',
    maxBuffer: LARGEST_DIFF,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
  });
  if (error) return { problem: error.message };
  return status === 0 ? { text: stdout } : { problem: stderr.trim().split('\n')[0] ?? '' };
}

const complain = (what: string, { problem }: Failed): Diagnostic =>
  diagnostic('no-changes', problem === '' ? what : `${what} (${problem})`);
