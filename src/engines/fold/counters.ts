// The in-counter of Section 4.2: how many heap cells point to a node, two bits that saturate at three.
// Kept up to date by stores and frees; assertions about it are in reduce.ts.

import { FALSE, negate, type Ref } from '../../logic/bdd/bdd.js';
import type { Count, Kernel, NodeId } from './kernel.js';
import { inHighFlag, inLowFlag } from './state.js';

/** Where the counter of the node has which value. */
export function counterOf(k: Kernel, node: NodeId): Count {
  const { bdd } = k;
  const [low, high] = [k.is(inLowFlag(k, node)), k.is(inHighFlag(k, node))];
  return {
    none: bdd.and(negate(low), negate(high)),
    one: bdd.and(low, negate(high)),
    two: bdd.and(negate(low), high),
    many: bdd.and(low, high),
  };
}

const UP: Readonly<Record<keyof Count, readonly (keyof Count)[]>> = {
  none: ['one'],
  one: ['two'],
  two: ['many'],
  many: ['many'],
};

/** The counter is positive where an edge goes, so zero vanishes; "three or more" may stay. */
const DOWN: Readonly<Record<keyof Count, readonly (keyof Count)[]>> = {
  none: [],
  one: ['none'],
  two: ['one'],
  many: ['two', 'many'],
};

/** c_in := c_in + 1 where the condition holds. */
export const increment = (k: Kernel, b: Ref, node: NodeId, condition: Ref): Ref => move(k, b, node, condition, UP);

/** c_in := c_in - 1 where the condition holds. */
export const decrement = (k: Kernel, b: Ref, node: NodeId, condition: Ref): Ref => move(k, b, node, condition, DOWN);

function move(k: Kernel, b: Ref, node: NodeId, condition: Ref, to: typeof UP): Ref {
  if (k.use.inCounters === 'off') return b;
  const { bdd } = k;
  const is = counterOf(k, node);
  const flags = [inLowFlag(k, node), inHighFlag(k, node)];
  const active = bdd.and(b, condition);
  let result = bdd.minus(b, condition);
  for (const value of ['none', 'one', 'two', 'many'] as const) {
    const here = bdd.and(active, is[value]);
    if (here === FALSE) continue;
    for (const next of to[value]) result = bdd.or(result, bdd.and(k.drop(here, flags), is[next]));
  }
  return result;
}
