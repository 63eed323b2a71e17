// The in-counter of Section 4.2: the number of heap cells that point to a node, two bits that saturate at three.
// Updated by stores and frees; constraints on it are in reduce.ts.

import { FALSE, negate, type Ref } from '../../../logic/bdd/bdd.js';
import type { Count, Kernel, NodeId } from '../kernel.js';
import { inHighFlag, inLowFlag, type Source, sourceOf } from './state.js';

/** The vectors for each value of the node's counter. */
export function counterOf(k: Kernel, node: NodeId, from: Source): Count {
  const { bdd } = k;
  const [low, high] = [k.is(inLowFlag(k, node, from)), k.is(inHighFlag(k, node, from))];
  return {
    none: bdd.and(negate(low), negate(high)),
    one: bdd.and(low, negate(high)),
    two: from === 'alike' ? bdd.and(negate(low), high) : FALSE,
    many: bdd.and(low, high),
  };
}

/** Pointers from nodes of all kinds: none, or exactly one. */
export function pointersTo(k: Kernel, node: NodeId): Pick<Count, 'none' | 'one'> {
  const alike = counterOf(k, node, 'alike');
  if (k.kinds === 'one') return alike;
  const { bdd } = k;
  const others = counterOf(k, node, 'others');
  const one = bdd.or(bdd.and(alike.one, others.none), bdd.and(alike.none, others.one));
  return { none: bdd.and(alike.none, others.none), one };
}

type Steps = Readonly<Record<keyof Count, readonly (keyof Count)[]>>;

const UP: Steps = {
  none: ['one'],
  one: ['two'],
  two: ['many'],
  many: ['many'],
};

/** An edge is removed, so the counter was positive: zero is impossible, and "three or more" may remain. */
const DOWN: Steps = {
  none: [],
  one: ['none'],
  two: ['one'],
  many: ['two', 'many'],
};

/** Pointers from nodes of other kinds are counted up to two or more. */
const OTHERS_UP: Steps = { none: ['one'], one: ['many'], two: [], many: ['many'] };
const OTHERS_DOWN: Steps = { none: [], one: ['none'], two: [], many: ['one', 'many'] };

const UPWARDS: Readonly<Record<Source, Steps>> = { alike: UP, others: OTHERS_UP };
const DOWNWARDS: Readonly<Record<Source, Steps>> = { alike: DOWN, others: OTHERS_DOWN };

/** c_in := c_in + 1 where the condition holds: a cell of `from` now points to the node. */
export const increment = (k: Kernel, b: Ref, from: NodeId, node: NodeId, condition: Ref): Ref =>
  move(k, b, node, sourceOf(k, from, node), condition, UPWARDS);

/** c_in := c_in - 1 where the condition holds: a cell of `from` no longer points to the node. */
export const decrement = (k: Kernel, b: Ref, from: NodeId, node: NodeId, condition: Ref): Ref =>
  move(k, b, node, sourceOf(k, from, node), condition, DOWNWARDS);

function move(k: Kernel, b: Ref, node: NodeId, source: Source, condition: Ref, way: typeof UPWARDS): Ref {
  if (k.use.inCounters === 'off') return b;
  const { bdd } = k;
  const is = counterOf(k, node, source);
  const flags = [inLowFlag(k, node, source), inHighFlag(k, node, source)];
  const active = bdd.and(b, condition);
  let result = bdd.minus(b, condition);
  for (const value of ['none', 'one', 'two', 'many'] as const) {
    const here = bdd.and(active, is[value]);
    if (here === FALSE) continue;
    for (const next of way[source][value]) result = bdd.or(result, bdd.and(k.drop(here, flags), is[next]));
  }
  return result;
}
