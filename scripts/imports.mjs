// Which modules a source file imports: every form of import and re-export, static, dynamic or of a type.
// Used by check-layers.mjs, which enforces the order of folders.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]*)['"]/g;

/** The source files below a folder, by their paths from it. */
export const sourceFiles = (root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?ts$/.test(name))
    .sort();

/** The imports of a file, relative to the root of its own path. */
export const importsOf = (name, text) =>
  [...text.matchAll(IMPORT)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    written: match[1],
    target: join(dirname(name), match[1]),
  }));
