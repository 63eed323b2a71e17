// Belief: a field owns its target if the program frees through it somewhere.
// Asked by ownership/judge.ts about the fields that a function drops or overwrites.

import type { Belief } from './belief.js';

export const freedFieldOwns: Belief = {
  name: 'freed-field-owns',
  why: 'Ownership rarely changes from function to function: if one function frees through a field, the others must not lose its target.',
  stage: 'program',
  effect: 'finds',
};
