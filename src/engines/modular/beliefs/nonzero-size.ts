// Belief: sizes are not zero unless they are known to be.
// Asked in exec/intrinsics.ts: by allocations, and by the models of realloc and its like (`__caulk_is_zero`).

import type { Belief } from './belief.js';

export const nonzeroSize: Belief = {
  name: 'nonzero-size',
  why: 'malloc(n) and realloc(p, n) are called to get n bytes; the caller does not intend that n is 0, or that realloc frees p.',
  stage: 'path',
  effect: 'silences',
};
