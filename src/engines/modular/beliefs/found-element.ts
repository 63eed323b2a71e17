// Belief: the members of an element that was found in a list or tree are set: overwriting one that owns its target leaks.
// Asked by ownership/judge.ts about members that ownership/found.ts finds overwritten without a read.

import type { Belief } from './belief.js';

export const foundElement: Belief = {
  name: 'found-element',
  why: 'A constructor sets members that hold nothing yet; an element that is found by its key was constructed before.',
  stage: 'program',
  effect: 'finds',
};
