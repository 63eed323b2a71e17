// Belief: a null that a callee returns in one of several outcomes is a possibility, not an error of whoever does not test it.
// Raised by calls/effects.ts for results and for pointers that a callee leaves in memory.

import type { Belief } from './belief.js';

export const oneOfSeveralOutcomes: Belief = {
  name: 'one-of-several-outcomes',
  why: 'Which outcome it will be often depends on what the caller knows and the analysis does not.',
  stage: 'call',
  effect: 'silences',
};
