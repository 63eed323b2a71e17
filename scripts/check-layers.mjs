// Checks that imports point only up the list of folders in docs/architecture.md, and that engines do not import each
// other. Part of `npm run check`; takes the folder of sources, prints every import that violates the order.

import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { importsOf, sourceFiles } from './imports.mjs';

/** A folder may import from itself and from the folders before it. */
const ORDER = [
  'base',
  'types',
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
  'driver',
  'report',
  'cli',
  'web',
  'lsp',
  'page',
];

/** The same inside the driver. */
const DRIVER = ['load', 'replay', 'store', 'project', 'queue', 'prove', 'check', 'session', 'fix'];

/** The folders that turn text into the IR, or start that. All others know the IR only. */
const READERS = new Set(['frontend', 'frontend-ada', 'ir', 'driver', 'cli', 'web', 'lsp']);

/** Starts the commands of all folders. */
const START = join('cli', 'commands.ts');
const STARTED = new Set([join('web', 'serve.js'), join('lsp', 'serve.js'), join('..', 'bench', 'bench.js')]);

const root = resolve(process.argv[2] ?? 'src');
const files = sourceFiles(root);
const violations = files.flatMap(checkFile);

for (const line of violations) console.error(line);
console.log(`${files.length} files, ${violations.length} imports against the order`);
process.exitCode = violations.length === 0 ? 0 : 1;

function checkFile(name) {
  return importsOf(name, readFileSync(join(root, name), 'utf8')).flatMap(({ line, written, target }) => {
    const complaint = name === START && STARTED.has(target) ? null : complain(name.split(sep), target.split(sep));
    return complaint ? [`${name}:${line}: ${written}: ${complaint}`] : [];
  });
}

function complain(from, to) {
  const [source, target] = [from[0], to[0]];
  if (!ORDER.includes(source)) return `the folder ${source} is not in the list of layers`;
  if (!ORDER.includes(target)) return `${target} is not in the list of layers`;
  if (source === 'driver' && target === 'driver') return complainInside(from, to);
  if (source === 'engines' && target === 'engines') return complainAboutEngine(from, to);
  if (target === 'engines' && to.length > 2 && to[1] !== 'shared') return `${to[1]} is known by its contract alone`;
  if (target === 'frontend' && !READERS.has(source)) return `${source} knows the IR, not the front end`;
  return isAfter(ORDER, source, target) ? `${source} must not import from ${target}, which comes after it` : null;
}

function isAfter(order, source, target) {
  return order.indexOf(target) > order.indexOf(source);
}

/** Files directly in the driver are for all of its subfolders. */
function complainInside(from, to) {
  const [source, target] = [from.length > 2 ? from[1] : null, to.length > 2 ? to[1] : null];
  if (source === null) return target === null ? null : `files directly in the driver must not import from ${target}`;
  if (!DRIVER.includes(source)) return `driver/${source} is not in the list of the driver's subfolders`;
  if (target === null || !isAfter(DRIVER, source, target)) return null;
  return `driver/${source} must not import from driver/${target}, which comes after it`;
}

/** An engine may use the contract beside it, and `shared`; only the registry imports engines. */
function complainAboutEngine(from, to) {
  const [source, target] = [from.length > 2 ? from[1] : null, to.length > 2 ? to[1] : null];
  if (target === null || target === source || target === 'shared') return null;
  if (source !== null) return `the engine ${source} must not import from the engine ${target}`;
  return from[1] === 'registry.ts' ? null : `only the registry may import from the engine ${target}`;
}
