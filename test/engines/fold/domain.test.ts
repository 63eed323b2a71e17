// The operators of the fold domain against concrete heaps: random straight-line programs, with nodes summarised,
// materialised, joined and folded back at random. The abstract state must cover the concrete heap and report its leaks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_INSTRUMENTATION, NO_INSTRUMENTATION } from '../../../src/engines/fold/kernel.js';
import { ensureCell } from '../../../src/engines/fold/paper/compatible.js';
import { freshNode } from '../../../src/engines/fold/paper/deref.js';
import { includes, prune } from '../../../src/engines/fold/paper/lattice.js';
import { materialize, onlyOne } from '../../../src/engines/fold/paper/materialize.js';
import { existsFlag, heapNodes, isBottom, type State } from '../../../src/engines/fold/paper/state.js';
import { summarize } from '../../../src/engines/fold/paper/summarize.js';
import { reduce } from '../../../src/engines/fold/reduce.js';
import { covers } from './concrete.js';

import { Pair, type Step, steps } from './pair.js';
import '../../support/fixed-seed.js';

/** More with CAULK_RUNS. */
const RUNS = Number(process.env.CAULK_RUNS ?? 600);

describe('the fold domain', () => {
  for (const [name, use, kinds] of [
    ['with all instrumentation', ALL_INSTRUMENTATION],
    ['with none', NO_INSTRUMENTATION],
    ['with counters only', { ...ALL_INSTRUMENTATION, reachability: 'off' as const }],
    ['with allocations of two types', ALL_INSTRUMENTATION, 'several'],
  ] as const) {
    it(`covers concrete heaps, ${name} (observations 3 and 4)`, () => {
      fc.assert(
        fc.property(steps, (program) => {
          const pair = new Pair(use, kinds);
          for (const s of program) {
            pair.step(s);
            pair.check();
          }
        }),
        { numRuns: RUNS },
      );
    });
  }

  /** A state that some program reaches. */
  const reached = (program: Step[]): Pair => {
    const pair = new Pair(ALL_INSTRUMENTATION);
    for (const s of program) pair.step(s);
    return pair;
  };

  it('summarising and materialising again loses nothing (observation 1)', () => {
    fc.assert(
      fc.property(steps, fc.nat(5), fc.nat(5), (program, first, second) => {
        const { k, state, heap } = reached(program.filter((s) => s.op !== 'summarize' && s.op !== 'join'));
        const nodes = heapNodes(state);
        if (nodes.length < 2) return;
        const [a, c] = [nodes[first % nodes.length]!, nodes[second % nodes.length]!];
        if (a === c || isBottom(state)) return;
        const folded = summarize(k, state, a.id, c.id);
        // The materialised node gets the name of the node that was folded in: equal up to renaming, as in the paper.
        const anyOne = materialize(k, folded, a.id, c.id, null);
        expect(covers(k, anyOne, heap)).toBe(true);
        const bothThere = k.bdd.and(k.is(existsFlag(k, a.id)), k.is(existsFlag(k, c.id)));
        expect(includes(k, anyOne, { ...state, b: k.bdd.and(state.b, bothThere) })).toBe(true);
      }),
      { numRuns: RUNS / 2 },
    );
  });

  it('the order of materialisation does not matter (observation 2)', () => {
    fc.assert(
      fc.property(steps, (program) => {
        const { k, state } = reached(program);
        const summaries = heapNodes(state).filter((n) => n.summary);
        if (summaries.length < 2) return;
        const [a, c] = [summaries[0]!.id, summaries[1]!.id];
        const [d, e] = [freshNode(k, state, 'first'), freshNode(k, state, 'second')];
        const take = (s: State, from: number, to: number): State => materialize(k, s, from, to, null);
        const one = take(take(state, a, d), c, e);
        const other = take(take(state, c, e), a, d);
        expect(includes(k, one, other) && includes(k, other, one)).toBe(true);
      }),
      { numRuns: RUNS / 2 },
    );
  });

  it('a summary node of one cell is that cell', () => {
    fc.assert(
      fc.property(steps, (program) => {
        const pair = reached(program);
        const { k, state, heap } = pair;
        const single = heapNodes(state).find((n) => n.summary && heap.instancesOf(n.id).length === 1);
        if (!single) return;
        const id = freshNode(k, state, 'single');
        const alone = onlyOne(k, state, single.id, id, 0);
        heap.owner.set(heap.instancesOf(single.id)[0]!, id);
        expect(covers(k, prune(k, reduce(k, alone)), heap)).toBe(true);
      }),
      { numRuns: RUNS / 2 },
    );
  });

  it('cells that were never written have arbitrary values', () => {
    const pair = new Pair(ALL_INSTRUMENTATION);
    pair.step({ op: 'malloc', x: 'x' });
    const id = heapNodes(pair.state)[0]!.id;
    pair.state = ensureCell(pair.k, pair.state, id, 8);
    pair.check();
  });
});
