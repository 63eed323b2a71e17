// Belief: a loop that fills an array runs at least as often as the elements are used later.
// Asked by procedure.ts where a path leaves a loop; see exec/loop-writes.ts.

import type { Belief } from './belief.js';

export const filledByLoop: Belief = {
  name: 'filled-by-loop',
  why: 'The bound of the loop is also the bound of the uses, but rarely in a form that can be compared.',
  stage: 'path',
  effect: 'silences',
};
