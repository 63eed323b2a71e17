// Writes the output of a command to the file of `-o`.
// Last step of commands with that option; trouble with the path is the user's, not a bug.

import { writeFileSync } from 'node:fs';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';

export function writeOutput(path: string, text: string): Diagnostic | null {
  try {
    writeFileSync(path, text);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such folder',
      EISDIR: 'it is a folder',
      EACCES: 'permission denied',
      ENOTDIR: 'a part of the path is not a folder',
    };
    return diagnostic('unwritable-file', `cannot write ${path}: ${reasons[code ?? ''] ?? message}`);
  }
}
