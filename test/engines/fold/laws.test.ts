// The lattice of fold: p▷b under ⊑, join, widening by summarisation, and the renaming of nodes before both.
// The states are those that random straight-line programs reach; laws beyond ⊑ are tested on concrete heaps.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { align } from '../../../src/engines/fold/align.js';
import { ALL_INSTRUMENTATION, type Kernel, type NodeId } from '../../../src/engines/fold/kernel.js';
import { allocate, assignRoot } from '../../../src/engines/fold/paper/assign.js';
import { freshNode } from '../../../src/engines/fold/paper/deref.js';
import { store } from '../../../src/engines/fold/paper/heap-access.js';
import { includes, join } from '../../../src/engines/fold/paper/lattice.js';
import { heapNodes, type State } from '../../../src/engines/fold/paper/state.js';
import { widen, widenHard } from '../../../src/engines/fold/paper/widen.js';
import { freshAllocation, valueIn } from '../../../src/engines/fold/value.js';
import { type ConcreteHeap, covers } from './concrete.js';
import { Pair, type Step, steps } from './pair.js';
import '../../support/fixed-seed.js';

const RUNS = 300;
const ignore = (): void => {};

/** The states that each program reaches, all in one kernel, so that they can be compared. */
function reach(programs: readonly (readonly Step[])[]): { readonly k: Kernel; readonly pairs: readonly Pair[] } {
  const { k } = new Pair(ALL_INSTRUMENTATION);
  const pairs = programs.map((program) => {
    const pair = new Pair(ALL_INSTRUMENTATION, 'one', k);
    for (const step of program) pair.step(step);
    return pair;
  });
  return { k, pairs };
}

/** Does the state cover the heap, if allocations whose nodes are removed may belong to any other node? */
function coversSomehow(k: Kernel, state: State, heap: ConcreteHeap): boolean {
  const nodes = heapNodes(state);
  const gone = [...new Set(heap.owner.values())].filter((id) => !state.nodes.has(id));
  const search = (left: readonly NodeId[], h: ConcreteHeap): boolean => {
    const [first, ...rest] = left;
    if (first === undefined) return covers(k, state, h);
    const blocks = h.instancesOf(first);
    return nodes.some(({ id, summary }) => {
      if (!summary && blocks.length + h.instancesOf(id).length > 1) return false;
      const moved = h.clone();
      for (const block of blocks) moved.owner.set(block, id);
      return search(rest, moved);
    });
  };
  return search(gone, heap);
}

const same = (k: Kernel, a: State, b: State): boolean => includes(k, a, b) && includes(k, b, a);
const holds = (count: number, law: (k: Kernel, states: State[], pairs: readonly Pair[]) => boolean): void => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: count, maxLength: count }), (programs) => {
      const { k, pairs } = reach(programs);
      return law(
        k,
        pairs.map(({ state }) => state),
        pairs,
      );
    }),
    { numRuns: RUNS },
  );
};

describe('inclusion', () => {
  test('is reflexive', () => holds(1, (k, [a]) => includes(k, a!, a!)));

  test('is transitive', () => {
    holds(3, (k, [a, b, c]) => {
      const [x, y] = [join(k, a!, b!), join(k, join(k, a!, b!), c!)];
      return includes(k, x, a!) && includes(k, y, x) && includes(k, y, a!);
    });
    holds(3, (k, [a, b, c]) => !includes(k, b!, a!) || !includes(k, c!, b!) || includes(k, c!, a!));
  });

  test('does not always hold', () => {
    const answers = new Set<boolean>();
    holds(2, (k, [a, b]) => answers.add(includes(k, a!, b!)).size > 0);
    expect(answers).toEqual(new Set([true, false]));
  });

  test('does not hold in both directions for states that a heap distinguishes', () => {
    holds(2, (k, [a, b], [p]) => !same(k, a!, b!) || coversSomehow(k, b!, p!.heap));
  });
});

describe('join', () => {
  test('is an upper bound, in either order', () => {
    holds(2, (k, [a, b]) => [join(k, a!, b!), join(k, b!, a!)].every((j) => includes(k, j, a!) && includes(k, j, b!)));
  });

  test('covers the heaps of both', () => {
    holds(2, (k, [a, b], pairs) => pairs.every(({ heap }) => coversSomehow(k, join(k, a!, b!), heap)));
  });

  test('with an included state is the state itself', () => {
    holds(2, (k, [a, b]) => {
      const both = join(k, a!, b!);
      return join(k, a!, a!) === a! && join(k, both, b!) === both;
    });
  });
});

describe('widening', () => {
  test('covers the heaps of both', () => {
    holds(2, (k, [a, b], pairs) => {
      const wide = widen(k, a!, join(k, a!, b!));
      return pairs.every(({ heap }) => coversSomehow(k, wide, heap));
    });
  });

  /** As at the head of a loop: what is included under other names is nothing new, and patience ends. */
  const arrive = (k: Kernel, old: State, other: State, visits: number): State => {
    const joined = join(k, old, other);
    if (joined === old) return old;
    const next = visits > 12 ? widenHard(k, joined) : widen(k, old, joined);
    return includes(k, old, next) ? old : next;
  };

  /** One round of a loop that puts a new block in front of the list at `x`. */
  function push(k: Kernel, state: State): State {
    const [x, y] = ['x', 'y'].map((name) => ({ node: k.node(name), offset: 0 }));
    const id = freshNode(k, state, 'pushed');
    const made = allocate(k, state, { id, size: 16, blank: 'uninitialized', allocated: null });
    const held = assignRoot(k, made, y!, freshAllocation(id), ignore);
    const linked = store(k, held, id, 0, valueIn(k, held, x!), ignore);
    return assignRoot(k, linked, x!, valueIn(k, linked, y!), ignore);
  }

  test('ends where a list grows, whatever there was before', () => {
    holds(1, (k, [first]) => {
      let state = first!;
      for (let visits = 0; visits < 20; visits++) {
        const next = arrive(k, state, push(k, state), visits);
        if (next === state) return true;
        state = next;
      }
      return false;
    });
  });

  test('ends where several states arrive', () => {
    holds(5, (k, [first, ...others]) => {
      let [state, visits] = [first!, 0];
      for (let round = 0; round < 20; round++) {
        const before = state;
        for (const other of others) state = arrive(k, state, other, visits++);
        if (state === before) return true;
      }
      return false;
    });
  });
});

describe('alignment', () => {
  test('keeps the meaning and the number of nodes', () => {
    holds(2, (k, [a, b], [, p]) => {
      const renamed = align(k, a!, b!);
      return renamed.nodes.size === b!.nodes.size && coversSomehow(k, renamed, p!.heap);
    });
  });

  test('with a state of the same names is the identity', () => holds(1, (k, [a]) => align(k, a!, a!) === a!));
});
