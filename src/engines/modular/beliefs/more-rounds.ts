// Belief: what a loop of a callee does after two iterations it does after more.
// Asked by calls/calls.ts where the caller's numbers exclude all outcomes of a kind; see summary/counting.ts.

import type { Belief } from './belief.js';

export const moreRounds: Belief = {
  name: 'more-rounds',
  why: 'Loops are followed for a few iterations; the number of iterations rarely changes what kind of thing happens after them.',
  stage: 'call',
  effect: 'finds',
};
