// Belief: not testing for a null that a callee returns in only one of several outcomes is not an error.
// Raised by calls/effects.ts for results and for pointers that a callee stores.

import type { Belief } from './belief.js';

export const oneOfSeveralOutcomes: Belief = {
  name: 'one-of-several-outcomes',
  why: 'Which outcome happens often depends on facts that the caller knows and the analysis does not.',
  stage: 'call',
  effect: 'silences',
  kept: { real: 5, false: 70 },
};
