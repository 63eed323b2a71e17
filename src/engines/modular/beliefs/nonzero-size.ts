// Belief: sizes are not zero unless they are known to be.
// Asked by the models of realloc and its like (`__caulk_is_zero`), through exec/intrinsics.ts.

import type { Belief } from './belief.js';

export const nonzeroSize: Belief = {
  name: 'nonzero-size',
  why: 'realloc(p, n) is called to get n bytes; the caller does not intend that it frees p for n = 0.',
  stage: 'path',
  effect: 'silences',
};
