// A compile job without the place of its project: paths inside the root become relative to the directory that the compiler works in.
// Last step of find-jobs.ts: what preprocessed text names, `__FILE__` included, is then the same wherever the project lies.

import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CompileJob } from '../../frontend/compile-job.js';

/** Flags whose next word is a path. */
const BEFORE_PATHS = new Set(['-isystem', '-iquote', '-idirafter', '-include', '-imacros', '-iframework']);

/** Flags that have a path in the same word. */
const WITH_PATH = /^(-[IF])(\/.*)$/;

/** Jobs whose directory is outside of the root, or is reached through a symbolic link, stay as they are. */
export function portableJobs(jobs: readonly CompileJob[]): CompileJob[] {
  const straight = new Map<string, boolean>();
  return jobs.map((job) => {
    const known = straight.get(job.directory) ?? isStraight(job);
    straight.set(job.directory, known);
    return known ? makePortable(job) : job;
  });
}

function makePortable(job: CompileJob): CompileJob {
  const { directory, root, flags } = job;
  const short = (path: string): string => (isBelow(path, root) ? shorten(directory, path) : path);
  const words = flags.map((word, i) => {
    const [, flag, path] = WITH_PATH.exec(word) ?? [];
    if (flag && path) return flag + short(path);
    return BEFORE_PATHS.has(flags[i - 1] ?? '') ? short(word) : word;
  });
  return { ...job, file: short(job.file), flags: words };
}

/** Not by way of `..`, which may mean another folder behind a symbolic link. */
const isBelow = (path: string, root: string): boolean =>
  (path === root || path.startsWith(root === '/' ? root : `${root}/`)) && !/\/\.\.(?:\/|$)/.test(path);

/** No word of a command may be taken for a flag or a response file. */
function shorten(directory: string, path: string): string {
  const short = relative(directory, path) || '.';
  return /^[-@]/.test(short) ? `./${short}` : short;
}

/** Does `..` in the directory lead to where it seems to lead? */
function isStraight({ directory, root }: CompileJob): boolean {
  if (!isBelow(directory, root)) return false;
  try {
    return realpathSync(directory) === join(realpathSync(root), relative(root, directory));
  } catch {
    return false;
  }
}
