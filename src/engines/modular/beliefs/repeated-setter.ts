// Belief: a global that is set without a look at the old value is set for the first time, unless the function runs repeatedly.
// Asked by ownership/judge.ts about globals that are overwritten unread.

import type { Belief } from './belief.js';

export const repeatedSetter: Belief = {
  name: 'repeated-setter',
  why: 'Initialisation overwrites null; a function that is called once, from one place, is initialisation.',
  stage: 'program',
  effect: 'silences',
};
