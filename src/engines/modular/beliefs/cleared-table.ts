// Belief: some element of a table that was cleared as a whole is not null only because nobody here has filled it.
// Raised by memory.ts where an element at an unknown index is read for the first time.

import type { Belief } from './belief.js';

export const clearedTable: Belief = {
  name: 'cleared-table',
  why: 'Who looks up an element by an index from elsewhere knows that it was filled elsewhere, too.',
  stage: 'path',
  effect: 'silences',
};
