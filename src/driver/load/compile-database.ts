// Compile databases, and which of their entries belong to a path: named with -p, or found near a file as clangd finds them.
// Between the file system and find-jobs.ts.

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type CompileJobs, readCompileCommands } from '../../frontend/compile-commands.js';
import type { CompileJob } from '../../frontend/compile-job.js';

const DATABASE = 'compile_commands.json';

/** Where a folder has its database. */
const PLACES = [DATABASE, join('build', DATABASE)];

/** Databases that were read for one command: files of a project share one. */
export class CompileDatabases {
  private readonly read = new Map<string, CompileJobs>();

  /** `path`: the file, or the folder that holds it. */
  open(path: string): CompileJobs {
    const file = isDirectory(path) ? join(path, DATABASE) : path;
    const known = this.read.get(file) ?? readCompileCommands(file);
    this.read.set(file, known);
    return known;
  }
}

/** The database of the project that a file or folder belongs to: there, in `build`, or upwards. */
export function databaseAround(path: string): string | null {
  const databaseOf = (folder: string) => PLACES.map((place) => join(folder, place)).find(isFile);
  const folder = upwards(
    isDirectory(path) ? resolve(path) : dirname(resolve(path)),
    (f) => databaseOf(f) !== undefined,
  );
  return folder === null ? null : databaseOf(folder)!;
}

/** The first folder from here upwards that has what is looked for. */
export function upwards(start: string, has: (folder: string) => boolean): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    if (has(folder)) return folder;
    if (dirname(folder) === folder) return null;
  }
}

/** The jobs for a file, or for all files below a folder. */
export function jobsBelow(jobs: readonly CompileJob[], path: string): CompileJob[] {
  const root = resolve(path);
  return jobs.filter((job) => {
    const file = resolve(job.directory, job.file);
    return file === root || root === '/' || file.startsWith(`${root}/`);
  });
}

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
