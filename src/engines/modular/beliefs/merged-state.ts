// Belief: what only a state shows that stands for several paths is no error of any of them.
// Raised by summary/few.ts where there are too many states at a block; nothing is reported from such a state.

import type { Belief } from './belief.js';

export const mergedState: Belief = {
  name: 'merged-state',
  why: 'Merging forgets which facts belong together; most errors that only the merged state has are made of two paths.',
  stage: 'report',
  effect: 'silences',
};
