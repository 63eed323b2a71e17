// Identifies this build of caulk by the contents of its files: results of another build are not used.
// Part of every key of a store. Sizes and times of the files are a hint that saves reading them.

import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../base/package-root.js';
import { filesBelow } from '../store/cache-files.js';
import type { Hints } from '../store/disk-store.js';
import { storeKey } from '../store/store.js';

/** Of what is beside this file, and of the package, which says which libraries it has. */
export function buildStamp(hints: Hints): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const own = filesBelow(root).filter((path) => /\.([jt]s|c)$/.test(path));
  const files = [...own.sort(), fileURLToPath(packageFile('package.json'))];
  const looks = files.map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  const known = hints.hint(['build', ...looks]);
  if (known) return Buffer.from(known).toString();
  const stamp = stampOf(root, files);
  hints.keepHint(['build', ...looks], Buffer.from(stamp));
  return stamp;
}

const stampOf = (root: string, files: readonly string[]): string =>
  storeKey(...files.flatMap((path) => [join('.', relative(root, path)), readFileSync(path)]));
