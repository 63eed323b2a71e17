// Checks that imports point only up the list of folders in docs/architecture.md, and that engines keep to themselves.
// Part of `npm run check`; takes the folder of sources, prints every import that breaks the order.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A folder may import from itself and from the folders before it. */
const ORDER = [
  'base',
  'frontend',
  'frontend-ada',
  'ir',
  'interp',
  'lattice',
  'logic',
  'numeric',
  'solver',
  'models',
  'engines',
  'findings',
  'report',
  'cli',
  'web',
  'page',
];

/** Starts the commands, wherever they live. */
const START = 'cli/program.ts';

/** Every form of import and re-export, static, dynamic or of a type. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]*)['"]/g;

const root = resolve(process.argv[2] ?? 'src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.[cm]?ts$/.test(name))
  .sort();
const violations = files.flatMap(checkFile);

for (const line of violations) console.error(line);
console.log(`${files.length} files, ${violations.length} imports against the order`);
process.exitCode = violations.length === 0 ? 0 : 1;

function checkFile(name) {
  const path = join(root, name);
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const target = relative(root, resolve(dirname(path), match[1]));
    const complaint = name === START && target === 'web/serve.js' ? null : complain(name.split(sep), target.split(sep));
    if (!complaint) return [];
    const line = text.slice(0, match.index).split('\n').length;
    return [`${name}:${line}: ${match[1]}: ${complaint}`];
  });
}

function complain(from, to) {
  const [source, target] = [from[0], to[0]];
  const [low, high] = [ORDER.indexOf(source), ORDER.indexOf(target)];
  if (low < 0) return `the folder ${source} is not in the list of layers`;
  if (high < 0) return `${target} is not in the list of layers`;
  if (high > low) return `${source} must not import from ${target}, which comes after it`;
  const engines = source === 'engines' && target === 'engines' && from.length > 2 && to.length > 2;
  if (engines && from[1] !== to[1]) return `the engine ${from[1]} must not import from the engine ${to[1]}`;
  return null;
}
