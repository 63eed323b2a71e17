// Belief: a function frees records whole if whoever hands it a fresh one has put nothing into the field.
// Noted by ownership/owners.ts at calls; asked by ownership/judge.ts about members of records that are freed.

import type { Belief } from './belief.js';

export const handedEmpty: Belief = {
  name: 'handed-empty',
  why: 'A clean-up that is only called where construction failed half-way need not free what was not built yet.',
  stage: 'program',
  effect: 'silences',
};
