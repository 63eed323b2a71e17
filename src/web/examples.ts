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
    return names.sort().map((name) => {
      const text = readFileSync(new URL(path + name, ROOT), 'utf8');
      return { group, name, about: aboutOf(text), text };
    });
  });
}

/** The first sentence of the comment that a program begins with. */
export function aboutOf(text: string): string {
  const [, block, lines] = /^\s*(?:\/\*([\s\S]*?)\*\/|((?:\/\/.*\n?)+))/.exec(text) ?? [];
  const said = (block ?? lines?.replace(/^\/\/ ?/gm, '') ?? '').replace(/\s+/g, ' ').trim();
  return /^.*?[.:;](?= |$)/.exec(said)?.[0].slice(0, -1) ?? said;
}
