// Invariants of the worklist and of the weak topological order.
// Mirrors src/solver.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calledTooEarly, groupsBottomUp } from '../../src/solver/summaries.js';
import { weakOrder } from '../../src/solver/weak-order.js';
import { Worklist } from '../../src/solver/worklist.js';
import '../support/fixed-seed.js';

const graphs = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    edges: fc.array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: 24 }),
  }),
);

test('every back edge goes to a loop head', () => {
  fc.assert(
    fc.property(graphs, ({ size, edges }) => {
      const successors = (n: number) => edges.flatMap(([a, b]) => (a === n ? [b] : []));
      const { position, isHead } = weakOrder({ size, entry: 0, successors });
      const reached = edges.filter(([a]) => position[a]! < size);
      return reached.every(([a, b]) => position[a]! < position[b]! || isHead[b]);
    }),
    { numRuns: 2000 },
  );
});

test('nested loops have nested heads', () => {
  const next = [[1], [2, 5], [3], [2, 4], [1], []];
  const { position, isHead } = weakOrder({ size: 6, entry: 0, successors: (n) => next[n]! });
  expect(isHead).toEqual([false, true, true, false, false, false]);
  expect([...position]).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a worklist is ordered by rank, then by age, and has no duplicates', () => {
  const list = new Worklist<string>((item) => item.length);
  for (const item of ['ccc', 'a', 'bb', 'a', 'x']) list.add(item);
  const taken: string[] = [];
  for (let item = list.take(); item !== null; item = list.take()) taken.push(item);
  expect(taken).toEqual(['a', 'x', 'bb', 'ccc']);
});

test('in a cycle of calls, functions called before their analysis, and their callees, are visited again', () => {
  const calls = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['a']],
  ]);
  const calleesOf = (f: string) => calls.get(f)!;
  const [ring] = groupsBottomUp([...calls.keys()], calleesOf);
  expect(ring).toEqual(['c', 'd', 'b', 'a']);
  expect([...calledTooEarly(ring!, calleesOf)].sort()).toEqual(['a', 'b']);
});
