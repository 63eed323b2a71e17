// Loops of random graphs against their definitions: natural loops by dominators, components by what reaches what.
// Mirrors src/solver/loops.ts and flow-graph.ts.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FlowGraph, reversePostorder } from '../../src/solver/flow-graph.js';
import { isReducible, loopsOf } from '../../src/solver/loops.js';
import { weakOrder } from '../../src/solver/weak-order.js';
import '../support/fixed-seed.js';

const graphs = fc
  .integer({ min: 1, max: 8 })
  .chain((size) =>
    fc
      .array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 })), { maxLength: 14 })
      .map(
        (edges): FlowGraph => ({ size, entry: 0, successors: (n) => edges.flatMap(([a, b]) => (a === n ? [b] : [])) }),
      ),
  );

function reachedFrom(graph: FlowGraph, start: number, without: number | null = null): Set<number> {
  if (start === without) return new Set();
  const found = new Set([start]);
  for (const n of found) for (const to of graph.successors(n)) if (to !== without) found.add(to);
  return found;
}

/** Does every way from the entry to `n` pass `by`? */
const dominates = (graph: FlowGraph, by: number, n: number): boolean =>
  by === n || !reachedFrom(graph, graph.entry, by).has(n);

/** By head: all that leads to the end of a back edge without passing the head; null if some retreating edge is none. */
function naturalLoops(graph: FlowGraph): Map<number, Set<number>> | null {
  const order = reversePostorder(graph);
  const rank = new Map(order.map((n, i) => [n, i]));
  const loops = new Map<number, Set<number>>();
  for (const from of order) {
    for (const head of graph.successors(from)) {
      if (rank.get(head)! > rank.get(from)!) continue;
      if (!dominates(graph, head, from)) return null;
      const body = loops.get(head) ?? new Set([head]);
      for (const n of order) if (n !== head && reachedFrom(graph, n, head).has(from)) body.add(n);
      loops.set(head, body);
    }
  }
  return loops;
}

const sorted = (loops: ReadonlyMap<number, ReadonlySet<number>>) =>
  [...loops].map(([head, body]) => [head, [...body].sort()] as const).sort((a, b) => a[0] - b[0]);

test('reducible graphs are those whose retreating edges go to dominators, and their loops are natural', () => {
  let natural = 0;
  fc.assert(
    fc.property(graphs, (graph) => {
      const order = weakOrder(graph);
      const loops = loopsOf(graph, order);
      const expected = naturalLoops(graph);
      expect(isReducible(graph, loops, order)).toBe(expected !== null);
      if (!expected) return;
      natural += expected.size;
      expect(sorted(loops)).toEqual(sorted(expected));
    }),
    { numRuns: 3000 },
  );
  expect(natural).toBeGreaterThan(500);
});

test('in any graph a body can go round, and every cycle is in the loop of the first of its nodes', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const order = weakOrder(graph);
      const loops = loopsOf(graph, order);
      for (const [head, body] of loops)
        for (const n of body) expect(reachedFrom(graph, head).has(n) && reachedFrom(graph, n).has(head)).toBe(true);
      for (const from of reversePostorder(graph))
        for (const to of graph.successors(from))
          if (order.position[to]! <= order.position[from]!) expect(loops.get(to)?.has(from)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('loops are nested or apart', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const order = weakOrder(graph);
      const loops = loopsOf(graph, order);
      fc.pre(isReducible(graph, loops, order));
      const bodies = [...loops.values()];
      const isWithin = (a: ReadonlySet<number>, b: ReadonlySet<number>) => [...a].every((n) => b.has(n));
      for (const a of bodies)
        for (const b of bodies) {
          const meet = [...a].some((n) => b.has(n));
          expect(!meet || isWithin(a, b) || isWithin(b, a)).toBe(true);
        }
    }),
  );
});

test('a jump into the middle of a loop is noticed', () => {
  const next = [[1, 2], [2], [1, 3], []];
  const graph: FlowGraph = { size: 4, entry: 0, successors: (n) => next[n]! };
  const order = weakOrder(graph);
  expect(isReducible(graph, loopsOf(graph, order), order)).toBe(false);
});

test('code that nothing reaches makes no loop and enters none', () => {
  const next = [[1], [1, 2], [], [1]];
  const graph: FlowGraph = { size: 4, entry: 0, successors: (n) => next[n]! };
  const order = weakOrder(graph);
  const loops = loopsOf(graph, order);
  expect(sorted(loops)).toEqual([[1, [1]]]);
  expect(isReducible(graph, loops, order)).toBe(true);
});

test('in reverse postorder every node comes before those that only it leads to', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const order = reversePostorder(graph);
      expect(new Set(order)).toEqual(reachedFrom(graph, graph.entry));
      order.forEach((n, i) => {
        for (const later of order.slice(i + 1)) expect(later !== n && !dominates(graph, later, n)).toBe(true);
      });
    }),
  );
});
