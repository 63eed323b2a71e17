// Laws of the domain of `paths`: coverage is an order, an overlay is an upper bound, canonical forms identify states.
// The states are those that the engine reaches on random programs.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, withoutTwins } from '../../../src/engines/paths/canonical.js';
import { analyse } from '../../../src/engines/paths/engine.js';
import {
  cellOf,
  HEAP,
  isHeap,
  mapTargets,
  nameOf,
  offsetOf,
  pointsToNode,
  UNKNOWN,
  union,
} from '../../../src/engines/paths/paper/cell.js';
import { collapse, DEFAULT_CORE, isCovered, overlay } from '../../../src/engines/paths/paper/collapse.js';
import { FROM_HEAP, type Graph, type ShapeNode } from '../../../src/engines/paths/paper/graph.js';
import { joinNumbers } from '../../../src/engines/paths/run.js';
import { numbered, type State } from '../../../src/engines/paths/state.js';
import { linkWithModels } from '../../../src/models/load.js';
import { leq, rename } from '../../../src/numeric/numbers.js';
import { LP64 } from '../../../src/types/types.js';
import { heapPrograms } from '../../support/differential/generate.js';
import { readProgram } from '../../support/differential/harness.js';
import '../../support/fixed-seed.js';

const PROGRAMS = 100;

function statesOf(unit: ReturnType<typeof readProgram>): State[] {
  const program = linkWithModels([unit], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 300 };
  const result = analyse({ program, entry: program.functionNamed('main')!, options });
  return program
    .defined()
    .flatMap((f) => f.body!.blocks.flatMap((block) => result.statesAt({ function: f, block, index: 0 })))
    .map(({ state }) => state);
}

const programs = fc.sample(heapPrograms({ style: 'guarded', recursion: 'off', statements: 7 }), {
  numRuns: PROGRAMS,
  seed: 7,
});
const all = programs.map((program) =>
  statesOf(readProgram(program)).filter(({ aside, graph }) => aside.length === 0 && graph.size > 0),
);

interface Named {
  readonly state: State;
  readonly text: string;
}

const settle = (state: State): Named & { readonly skeleton: string } => {
  const { state: settled, collapsed } = canonical(state, DEFAULT_CORE, 'merge');
  return { state: settled, text: collapsed.text, skeleton: collapsed.skeleton };
};

/** States of one program that can be overlaid: those with the same skeleton. */
const families: Named[][] = all.flatMap((states) => {
  const bySkeleton = new Map<string, Named[]>();
  for (const one of states.map(settle)) bySkeleton.set(one.skeleton, [...(bySkeleton.get(one.skeleton) ?? []), one]);
  return [...bySkeleton.values()];
});
const relatives = families.filter((family) => new Set(family.map(({ text }) => text)).size > 1);

const states = fc.constantFrom(...all.flat());
/** Members of one family. */
const alike = (count: number): fc.Arbitrary<Named[]> =>
  fc.constantFrom(...relatives).chain((f) => fc.array(fc.constantFrom(...f), { minLength: count, maxLength: count }));

const below = (a: State, b: State): boolean => isCovered(numbered(a), b.graph);
const textOf = (graph: Graph): string => collapse(graph, DEFAULT_CORE, 'keep').text;
const lay = (a: State, b: State): State => ({
  ...joinNumbers(a, b),
  graph: overlay(numbered(a), numbered(b)),
});

test('there are states to compare', () => {
  expect(all.flat().length).toBeGreaterThan(500);
  expect(relatives.length).toBeGreaterThan(10);
});

describe('coverage', () => {
  test('is reflexive', () => {
    fc.assert(fc.property(states, (s) => below(settle(s).state, settle(s).state)));
  });

  test('is transitive', () => {
    fc.assert(
      fc.property(alike(3), ([a, b, c]) => {
        const [x, y, z] = [a!.state, lay(a!.state, b!.state), lay(lay(a!.state, b!.state), c!.state)];
        return below(x, y) && below(y, z) && below(x, z);
      }),
    );
    fc.assert(
      fc.property(
        alike(3),
        ([a, b, c]) => !below(a!.state, b!.state) || !below(b!.state, c!.state) || below(a!.state, c!.state),
      ),
    );
  });

  test('does not always hold', () => {
    const pairs = relatives.flatMap((family) => family.flatMap((a) => family.map((b) => below(a.state, b.state))));
    expect(new Set(pairs)).toEqual(new Set([true, false]));
  });

  test('holds in both directions for equal texts only', () => {
    fc.assert(
      fc.property(alike(2), ([a, b]) => {
        const both = below(a!.state, b!.state) && below(b!.state, a!.state);
        return both === (a!.text === b!.text);
      }),
      { numRuns: 500 },
    );
  });
});

/** The state with one fact less about one of its nodes. */
function weaken({ graph, ...rest }: State, which: number, how: number): State {
  const nodes = [...graph.values()];
  const node = nodes[which % nodes.length]!;
  const unknown: Partial<ShapeNode>[] = [
    { unique: node.unique && !isHeap(node.name) },
    { reach: new Map([...node.reach].map(([root]) => [root, 0.5])) },
    { shared: new Map([...node.shared.keys(), FROM_HEAP].map((c) => [c, 0.5])) },
    { cells: new Map([...node.cells].map(([offset, targets]) => [offset, union(targets, [UNKNOWN])])) },
    { escaped: true },
  ];
  return { ...rest, graph: new Map([...graph, [node.name, { ...node, ...unknown[how % unknown.length] }]]) };
}

test('the state with fewer facts covers the one with more, and not conversely', () => {
  fc.assert(
    fc.property(states, fc.nat({ max: 20 }), fc.nat({ max: 4 }), (s, which, how) => {
      const { state } = settle(s);
      const less = weaken(state, which, how);
      const isSame = textOf(less.graph) === textOf(state.graph);
      const both = lay(state, less);
      return below(state, less) && below(less, state) === isSame && below(less, both) && below(both, less);
    }),
    { numRuns: 1000 },
  );
});

describe('an overlay', () => {
  test('covers both, numbers included', () => {
    fc.assert(
      fc.property(alike(2), ([a, b]) => {
        const both = lay(a!.state, b!.state);
        return [a!, b!].every(({ state }) => below(state, both) && leq(state.numbers, both.numbers));
      }),
    );
  });

  test('with a covered state is the identity, so that chains are finite', () => {
    fc.assert(
      fc.property(alike(4), (members) => {
        const top = members.map(({ state }) => state).reduce(lay);
        return members.every(({ state }) => textOf(lay(top, state).graph) === textOf(top.graph));
      }),
    );
  });
});

// ---- the canonical form ------------------------------------------------------------------------------------------

/** The same state with its nodes renamed and reordered. */
function disguise({ graph, numbers, ...rest }: State): State {
  const names = [...graph.keys()].filter(isHeap);
  const to = new Map(names.map((name, i) => [name, HEAP + 100 + names.length - i]));
  const rename1 = (cell: number): number =>
    to.has(nameOf(cell)) ? cellOf(to.get(nameOf(cell))!, offsetOf(cell)) : cell;
  const target = (t: number): number => (pointsToNode(t) ? rename1(t) : t);
  const node = (n: ShapeNode): ShapeNode => ({
    ...n,
    name: to.get(n.name) ?? n.name,
    cells: new Map([...n.cells].map(([offset, targets]) => [offset, mapTargets(targets, target)])),
    rest: mapTargets(n.rest, target),
  });
  const nodes = [...graph.values()].reverse().map(node);
  return { ...rest, graph: new Map(nodes.map((n) => [n.name, n])), numbers: rename(numbers, rename1) };
}

describe('the canonical form', () => {
  test.each(['merge', 'keep'] as const)('is its own canonical form (%s)', (mode) => {
    fc.assert(
      fc.property(states, (s) => {
        const once = canonical(s, DEFAULT_CORE, mode);
        return canonical(once.state, DEFAULT_CORE, mode).collapsed.text === once.collapsed.text;
      }),
    );
  });

  test('does not depend on names', () => {
    fc.assert(fc.property(states, (s) => settle(disguise(s)).text === settle(s).text));
  });

  test('identifies duplicates', () => {
    fc.assert(fc.property(states, (s) => withoutTwins([s, s]).length === 1));
  });

  test('of merged nodes is not larger', () => {
    fc.assert(fc.property(states, (s) => settle(s).state.graph.size <= s.graph.size));
  });
});
