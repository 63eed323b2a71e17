// Belief: a field owns what it points to if the program frees through it somewhere.
// Asked by ownership/judge.ts about the fields that a function drops or overwrites.

import type { Belief } from './belief.js';

export const freedFieldOwns: Belief = {
  name: 'freed-field-owns',
  why: 'Ownership rarely changes from function to function: what one frees through a field, the others must not forget.',
  stage: 'program',
  effect: 'finds',
};
