// The invariants that the fold engine infers, as text: known shapes are named.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { fold } from '../../../src/engines/fold/engine.js';
import { pointsByLine } from '../../../src/engines/shared/points.js';

async function analysed(name: string, budget: number) {
  const loaded = await loadProgram(fileURLToPath(new URL(`../../programs/fold/${name}.c`, import.meta.url)), []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]?.message);
  const { program } = loaded;
  const options = { mallocMayFail: false, leakAtExit: false, budget };
  return { program, result: fold.analyse({ program, entry: program.functionNamed('main')!, options }) };
}

/** The descriptions of the states at the beginning of all blocks. */
async function wordsOf(name: string): Promise<ReadonlySet<string>> {
  const { program, result } = await analysed(name, 20_000);
  const { draw } = result;
  const points = program.defined().flatMap((fn) => fn.body!.blocks.map((block) => ({ function: fn, block, index: 0 })));
  return new Set(points.flatMap((point) => draw(point).flatMap((d) => d.notes)));
}

const SHAPES: readonly (readonly [name: string, said: readonly string[], notSaid: readonly string[]])[] = [
  ['list-traverse', ['list: null or an acyclic list'], ['list: null or a tree']],
  ['doubly-linked', ['list: null or a doubly linked list', 'list: a doubly linked list'], ['list: an acyclic list']],
  ['circular-sentinel', ['head: a circular doubly linked list'], ['head: a doubly linked list']],
  ['tree-insert', ['root: null or a tree', 'p: a place in a tree'], ['fresh: a doubly linked list']],
  ['list-of-lists', ['list: null or an acyclic list', 'all: null or a tree'], ['all: null or an acyclic list']],
];

test.each(SHAPES)('%s', async (name, said, notSaid) => {
  const words = await wordsOf(name);
  expect([...words]).toEqual(expect.arrayContaining([...said]));
  expect(notSaid.filter((note) => words.has(note))).toEqual([]);
});

test('functions are described by their results', async () => {
  const { result } = await analysed('list-insert-sorted', 20_000);
  const said = Object.fromEntries(result.describe!().map((s) => [s.function.name, s.sentences]));
  expect(said.insert).toContain('returns an acyclic list');
});

test('shapes without a name are described by their flags', async () => {
  const words = [...(await wordsOf('list-of-lists'))];
  expect(words.join()).toMatch(/all: null or a shape without a name.*where .*\[all ≠ null\]/);
  expect(Math.max(...words.map((note) => note.length))).toBeLessThan(2_000);
});

test('rows of variables have the shapes that have a name', async () => {
  const { program, result } = await analysed('list-insert-sorted', 20_000);
  const destroy = program.functionNamed('destroy')!;
  const heads = pointsByLine(destroy).flatMap((line) => (line.loop ? line.points : []));
  const rows = heads.flatMap((point) => result.draw(point).flatMap((d) => d.nodes.filter((n) => n.label === 'list')));
  expect(rows.flatMap((n) => n.fields)).toContainEqual({ name: '', value: 'null', shape: 'an acyclic list' });
});

test('an analysis that gave up describes nothing', async () => {
  const { result } = await analysed('list-insert-sorted', 10);
  expect(result.describe!()).toEqual([]);
});
