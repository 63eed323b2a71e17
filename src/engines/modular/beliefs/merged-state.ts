// Belief: an error that only a merged state shows is not an error of any of its paths.
// Raised by summary/limits.ts where there are too many states at a block; nothing is reported from such a state.

import type { Belief } from './belief.js';

export const mergedState: Belief = {
  name: 'merged-state',
  why: 'Merging forgets which facts belong together; most errors that only the merged state has combine two paths.',
  stage: 'report',
  effect: 'silences',
  kept: { real: 9, false: 6 },
};
