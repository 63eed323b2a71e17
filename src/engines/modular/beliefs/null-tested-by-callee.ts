// Belief: that a callee tests an argument for null does not say that its caller may pass null.
// Raised by facts.ts and cases.ts where facts of a callee become facts of its caller.

import type { Belief } from './belief.js';

export const nullTestedByCallee: Belief = {
  name: 'null-tested-by-callee',
  why: 'A function tests for all of its callers; this one may know better.',
  stage: 'call',
  effect: 'silences',
};
