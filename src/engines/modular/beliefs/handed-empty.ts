// Belief: a function may free a record without its members if all callers pass fresh records with that member unset.
// Noted by ownership/owners.ts at calls; asked by ownership/judge.ts about members of freed records.

import type { Belief } from './belief.js';

export const handedEmpty: Belief = {
  name: 'handed-empty',
  why: 'A clean-up function that is only called after a failed construction need not free what was not built yet.',
  stage: 'program',
  effect: 'silences',
};
