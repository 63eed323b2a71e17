// Belief: what a loop of a callee does after two rounds it does after more.
// Asked by calls/calls.ts where the caller's numbers rule out every outcome of a kind; the outcomes are made in summary/counting.ts.

import type { Belief } from './belief.js';

export const moreRounds: Belief = {
  name: 'more-rounds',
  why: 'Loops are followed a few rounds; the number of rounds rarely changes what kind of thing happens behind them.',
  stage: 'call',
  effect: 'finds',
};
