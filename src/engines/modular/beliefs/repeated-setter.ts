// Belief: a store to a global without a read of the old value is its initialisation, unless the function runs repeatedly.
// Asked by ownership/judge.ts about globals that are overwritten without a read.

import type { Belief } from './belief.js';

export const repeatedSetter: Belief = {
  name: 'repeated-setter',
  why: 'Initialisation overwrites null; a function that is called once, at one place, is initialisation.',
  stage: 'program',
  effect: 'silences',
};
