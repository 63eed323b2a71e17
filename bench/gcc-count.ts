// Counts the functions that a preprocessed text defines according to gcc, independently of our own parser.
// Used by corpus-measure.ts.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lines such as `/* file.c:12:NF *\/ int f (int);`, where F marks a definition. */
const DEFINITION = /^\/\* .*:\d+:[NOI]F \*\/.*$/gm;

/** null if gcc cannot count them. */
export function countDefinitionsWithGcc(text: Uint8Array, flags: readonly string[]): number | null {
  const dialect = flags.filter((flag) => /^-(?:m|std=|f)/.test(flag));
  const folder = mkdtempSync(join(tmpdir(), 'caulk-count-'));
  const prototypes = join(folder, 'prototypes');
  const words = ['-x', 'cpp-output', '-fsyntax-only', '-w', ...dialect, '-aux-info', prototypes, '-'];
  const { status } = spawnSync('gcc', words, { input: text, stdio: ['pipe', 'ignore', 'ignore'] });
  const count = status === 0 ? new Set(readFileSync(prototypes, 'utf8').match(DEFINITION)).size : null;
  rmSync(folder, { recursive: true });
  return count;
}
