// Draws which folder of src imports from which, for docs/architecture.md: docs/images/imports.svg.
// With --check it only says whether the drawing shows what is true; a test runs it so.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { importsOf, sourceFiles } from './imports.mjs';

const DRAWING = 'docs/images/imports.svg';
/** Folders whose rooms are drawn one by one. */
const SPLIT = new Set(['driver', 'engines']);

/** Where files belong that lie in no room: the contract goes with what all engines share, the registry stands for itself. */
const BESIDE = { driver: 'plan', engines: 'shared' };
const FILES = { 'engines/registry': 'registry' };
const LABELS = { 'engines/shared': 'contract, shared' };

const edges = reduce(collect());
const dot = print(edges);
if (process.argv.includes('--check')) check();
else writeFileSync(DRAWING, svgOf((await Graphviz.load()).dot(dot)));

/** Every pair of folders with an import from one to the other. */
function collect() {
  const found = new Map();
  for (const [root, name] of ['src', 'bench'].flatMap((root) => sourceFiles(root).map((name) => [root, name]))) {
    const path = join(root, name);
    for (const { target } of importsOf(path, readFileSync(path, 'utf8'))) {
      const [from, to] = [roomOf(path), roomOf(target)];
      if (from !== to && !isStart(path, to)) found.set(from, (found.get(from) ?? new Set()).add(to));
    }
  }
  return found;
}

/** The command line starts the page's server and the benches, wherever they live. */
function isStart(path, to) {
  return path === join('src', 'cli', 'commands.ts') && (to === 'web' || to === 'bench');
}

function roomOf(path) {
  const [root, folder, room, ...rest] = path.split(sep);
  if (root === 'bench') return root;
  if (!SPLIT.has(folder)) return folder;
  return `${folder}/${rest.length > 0 ? room : (FILES[`${folder}/${room.replace(/\.[jt]s$/, '')}`] ?? BESIDE[folder])}`;
}

/** Without the edges that a longer way already tells. */
function reduce(all) {
  const kept = [];
  for (const [from, targets] of all)
    for (const to of targets) {
      const others = [...targets].filter((other) => other !== to);
      if (!others.some((other) => leads(all, other, to, new Set([from])))) kept.push([from, to]);
    }
  return kept.sort(([a, b], [c, d]) => compare(`${a} ${b}`, `${c} ${d}`));
}

function leads(all, from, to, seen) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(all.get(from) ?? [])].some((next) => leads(all, next, to, seen));
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function print(pairs) {
  const rooms = [...new Set(pairs.flat())].sort();
  const clusters = [...SPLIT].map((folder) => {
    const inside = rooms.filter((room) => room.startsWith(`${folder}/`));
    const names = inside.map((room) => `"${room}" [label="${LABELS[room] ?? room.split('/')[1]}"];`);
    return `subgraph "cluster_${folder}" { label="${folder}"; style=rounded; color=gray60; ${names.join(' ')} }`;
  });
  const head =
    'rankdir=TB; ranksep=0.35; nodesep=0.2; node [shape=box, style=rounded, fontname=Helvetica, fontsize=11];';
  const style = 'graph [fontname=Helvetica, fontsize=11]; edge [color=gray40, arrowsize=0.6];';
  const arrows = pairs.map(([from, to]) => `"${from}" -> "${to}";`);
  return ['digraph imports {', head, style, ...clusters, ...arrows, '}'].join('\n');
}

/** The text that it was drawn from goes with it, so that it can be compared. */
function svgOf(svg) {
  const named = svg.replace('<svg ', '<svg role="img" aria-label="which folder imports from which" ');
  return `${named.trimEnd()}\n<!--\n${dot.replaceAll('--', '- -')}\n-->\n`;
}

function check() {
  if (readFileSync(DRAWING, 'utf8').endsWith(`<!--\n${dot.replaceAll('--', '- -')}\n-->\n`)) return;
  console.error(`${DRAWING} does not show the imports of src any more: run node scripts/draw-imports.mjs`);
  process.exitCode = 1;
}
