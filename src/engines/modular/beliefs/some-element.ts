// Belief: a callee that accesses an element at an index of its own accesses another one at each call.
// Asked by calls/meaning.ts when an element of the callee is looked up in the caller.

import type { Belief } from './belief.js';

export const someElement: Belief = {
  name: 'some-element',
  why: 'Elements of arrays at unknown indices are one field of a summary; two calls rarely mean the same element.',
  stage: 'call',
  effect: 'silences',
};
