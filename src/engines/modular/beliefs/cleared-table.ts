// Belief: an element of a zeroed table is not null just because no path here has filled it.
// Raised by memory.ts where an element at an unknown index is read for the first time.

import type { Belief } from './belief.js';

export const clearedTable: Belief = {
  name: 'cleared-table',
  why: 'Code that looks up an element by an index from elsewhere knows that it was filled elsewhere, too.',
  stage: 'path',
  effect: 'silences',
};
