// The invariants that the fold engine infers, in words: shapes that have a name are called by it.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadProgram } from '../../../src/cli/load-program.js';
import { fold } from '../../../src/engines/fold/engine.js';

/** What is said of the states at the beginning of all blocks of the program. */
async function wordsOf(name: string): Promise<ReadonlySet<string>> {
  const loaded = await loadProgram(fileURLToPath(new URL(`../../programs/fold/${name}.c`, import.meta.url)), []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]?.message);
  const { program } = loaded;
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  const { draw } = fold.analyse({ program, entry: program.functionNamed('main')!, options });
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
