// Files of the package that are not modules: schemas, pages, examples, models.
// Sources and build output are at different depths: the root is the nearest folder with a package.json.

import { existsSync } from 'node:fs';

const ROOT = rootAbove(new URL('./', import.meta.url));

/** A file of the package by its path from the root. */
export const packageFile = (path: string): URL => new URL(path, ROOT);

function rootAbove(folder: URL): URL {
  const above = new URL('../', folder);
  if (existsSync(new URL('package.json', folder)) || above.href === folder.href) return folder;
  return rootAbove(above);
}
