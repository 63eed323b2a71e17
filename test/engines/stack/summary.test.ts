// Descriptions of functions, derived from the predicates at their exits.

import { expect, it } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { stackEngine } from '../../../src/engines/stack/engine.js';

async function wordsFor(file: string): Promise<Record<string, string>> {
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  const options = { mallocMayFail: false, leakAtExit: false, budget: 200_000 };
  const result = stackEngine.analyse({
    program: loaded.program,
    entry: loaded.program.functionNamed('main')!,
    options,
  });
  return Object.fromEntries(result.describe!().map((s) => [s.function.name, s.sentences.join('; ')]));
}

it('a list is reversed', { timeout: 60_000 }, async () => {
  expect(await wordsFor('examples/seeds/stack/rev.c')).toEqual({
    main: 'nothing is leaked',
    create: 'returns an acyclic list or null; nothing is leaked',
    rev: 'returns an acyclic list or null; every cell of the input is in the result; nothing is leaked',
    app: 'returns an acyclic list; every cell of the input is in the result; nothing is leaked',
    delall: 'frees every cell of the input; nothing is leaked',
  });
});

it('trees are copied, inserted into, mirrored and freed', { timeout: 60_000 }, async () => {
  expect(await wordsFor('test/programs/stack/tree.c')).toEqual({
    main: 'nothing is leaked',
    build: 'returns a tree or null; nothing is leaked',
    copy: 'returns a tree or null; frees no cell of the input; what is returned is new; nothing is leaked',
    insert: 'returns a tree; every cell of the input is in the result; nothing is leaked',
    mirror: 'frees no cell of the input; nothing is leaked',
    drop: 'frees every cell of the input; nothing is leaked',
  });
});

it('a function that loses a child or returns a cycle has no such description', { timeout: 60_000 }, async () => {
  expect((await wordsFor('test/programs/stack/tree-forgotten-child.c')).drop).not.toContain('nothing is leaked');
  expect((await wordsFor('examples/seeds/stack/rev_broken.c')).rev ?? '').not.toContain('an acyclic list');
});
