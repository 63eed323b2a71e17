// Writes the output of a command to the file of `-o`.
// Last step of commands with that option; trouble with the path is the user's, not a bug.

import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';

/** Before the work: without its folder, a file cannot be written. Folders of pages are made. */
export function foreseeOutput(path: unknown): Diagnostic | null {
  if (typeof path !== 'string' || path.endsWith('/') || basename(path) === 'index.html') return null;
  return existsSync(dirname(path)) ? null : cannotWrite(path, 'ENOENT');
}

export function writeOutput(path: string, text: string): Diagnostic | null {
  try {
    writeFileSync(path, text);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return cannotWrite(path, code ?? message);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of the path is not a folder',
};

const cannotWrite = (path: string, reason: string): Diagnostic =>
  diagnostic('unwritable-file', `cannot write ${path}: ${REASONS[reason] ?? reason}`);
