// Excluded files: the patterns of the configuration.
// Checked before a file is read, and again for findings in headers.

import { relative, resolve } from 'node:path';
import picomatch from 'picomatch';

/** A pattern, relative to `directory`, that names a directory matches everything below it; files are relative to `root`. */
export function excludeFiles(patterns: readonly string[], directory: string, root: string): (file: string) => boolean {
  if (patterns.length === 0) return () => false;
  const clean = patterns.map((pattern) => pattern.replace(/^\.\//, '').replace(/\/+$/, ''));
  const matches = picomatch(
    clean.flatMap((pattern) => [pattern, `${pattern}/**`]),
    { dot: true },
  );
  return (file) => matches(relative(directory, resolve(root, file)));
}
