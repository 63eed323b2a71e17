// Fig. 1 of the paper, step by step: the graphs (3), (5) and (6), and what the strong cut adds to (6).
// x points to a list, y to a field `n` of one of its nodes; the statement assigns to *y, so lapath(*y) = y.bas → AC.

import { expect, test } from 'vitest';
import {
  cellOf,
  HEAP,
  type Name,
  NULL,
  nameOf,
  offsetOf,
  pointsToNode,
} from '../../../src/engines/paths/paper/cell.js';
import { collapse, PAPER_CORE } from '../../../src/engines/paths/paper/collapse.js';
import { cut } from '../../../src/engines/paths/paper/cut.js';
import {
  cellsOf,
  type Draft,
  type Graph,
  isStrong,
  makeNode,
  setTargets,
} from '../../../src/engines/paths/paper/graph.js';
import { split } from '../../../src/engines/paths/paper/split.js';

const R: Name = 10;
const S: Name = 11;
const T: Name = HEAP;
const N = 8;
const ROOTS = [cellOf(R, 0), cellOf(S, 0)];

/** (2): x → u, y → u.n, u.n → v, v.n → null: a concrete shape graph. */
function concrete(): Graph {
  const [u, v] = [HEAP, HEAP + 1];
  const reach = new Map(ROOTS.map((root) => [root, 1 as const]));
  return new Map([
    [R, makeNode(R, { size: 8, cells: new Map([[0, [cellOf(u, 0)]]]) })],
    [S, makeNode(S, { size: 8, cells: new Map([[0, [cellOf(u, N)]]]) })],
    [u, makeNode(u, { size: 16, cells: new Map([[N, [cellOf(v, 0)]]]), reach })],
    [v, makeNode(v, { size: 16, cells: new Map([[N, [NULL]]]), reach })],
  ]);
}

const LABELS = new Map([
  [R, 'r'],
  [S, 's'],
  [T, 't'],
  [T + 1, "t'"],
]);

/** Every edge as the paper writes it, `=` for truth value 1 and `~` for 1/2; summaries are starred. */
function show(graph: Graph): string[] {
  const label = (name: Name) => `${LABELS.get(name)}${graph.get(name)?.unique ? '' : '*'}`;
  const field = (offset: number, name: Name) => (name >= HEAP && offset === N ? 'n' : 'bas');
  return [...graph.values()]
    .flatMap((node) =>
      [...cellsOf(node)].flatMap(([offset, targets]) =>
        targets.filter(pointsToNode).map((t) => {
          const to = graph.get(nameOf(t))!;
          const sign = targets.length === 1 && isStrong(node, offset) && to.unique ? '=' : '~';
          return `${label(node.name)}.${field(offset, node.name)} ${sign} ${label(to.name)}.${field(offsetOf(t), to.name)}`;
        }),
      ),
    )
    .sort();
}

/** The list may be longer than the two nodes of (2): all lengths collapse to the same graph except for one edge. */
function abstract(): Graph {
  const { graph } = collapse(concrete(), PAPER_CORE);
  return graph;
}

test('(3): both nodes have the same core vector and collapse', () => {
  expect(show(abstract())).toEqual(['r.bas ~ t*.bas', 's.bas ~ t*.n', 't*.n ~ t*.bas']);
});

test("(5): split materialises t' from t; it inherits all edges of t", () => {
  const draft: Draft = new Map(abstract());
  const twin = split(draft, T);
  setTargets(draft, S, 0, [cellOf(twin, N)]);
  expect(show(draft)).toEqual([
    "r.bas ~ t'.bas",
    'r.bas ~ t*.bas',
    "s.bas = t'.n",
    "t'.n ~ t'.bas",
    "t'.n ~ t*.bas",
    "t*.n ~ t'.bas",
    't*.n ~ t*.bas',
  ]);
});

test("(6): cut deletes (r.bas, t.bas), and the strong cut the redundant (t.n, t'.bas) too", () => {
  const draft: Draft = new Map(abstract());
  const twin = split(draft, T);
  setTargets(draft, S, 0, [cellOf(twin, N)]);
  expect(cut(draft)).toBe('consistent');
  expect(show(draft)).toEqual(["r.bas = t'.bas", "s.bas = t'.n", "t'.n ~ t*.bas", 't*.n ~ t*.bas']);
});

test('the other case of refine: t was a single node all along', () => {
  const draft: Draft = new Map(abstract());
  draft.set(T, { ...draft.get(T)!, unique: true });
  expect(cut(draft)).toBe('consistent');
  expect(show(draft)).toEqual(['r.bas = t.bas', 's.bas = t.n']);
});
