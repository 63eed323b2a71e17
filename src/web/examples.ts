// The programs that the page offers: those of the papers and of the tour.
// Read once, when the server starts.

import { readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../base/package-root.js';
import type { Example } from './protocol.js';

const ROOT = packageFile('examples/');

export function readExamples(): Example[] {
  const seeds = ['stack', 'paths', 'fold', 'modular', 'symbolic'].map((name) => ({
    group: name,
    path: `seeds/${name}/`,
  }));
  return [{ group: 'tour', path: 'tour/' }, ...seeds].flatMap(({ group, path }) => {
    const names = readdirSync(new URL(path, ROOT)).filter((name) => name.endsWith('.c'));
    return names.sort().map((name) => ({ group, name, text: readFileSync(new URL(path + name, ROOT), 'utf8') }));
  });
}
