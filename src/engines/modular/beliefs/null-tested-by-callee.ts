// Belief: a callee's test of an argument for null does not show that this caller may pass null.
// Raised by facts.ts and cases.ts where facts of a callee become facts of its caller.

import type { Belief } from './belief.js';

export const nullTestedByCallee: Belief = {
  name: 'null-tested-by-callee',
  why: 'A function tests for all of its callers; this one may pass only valid pointers.',
  stage: 'call',
  effect: 'silences',
  kept: { real: 0, false: 4 },
};
