// Belief: a function that frees, keeps or passes on the target of a field on one path handles it correctly on all.
// Asked by ownership/claims.ts when a procedure has been analysed.

import type { Belief } from './belief.js';

export const caredFor: Belief = {
  name: 'cared-for',
  why: 'Which path takes care of the field often depends on facts (a flag, a kind) that the analysis has lost.',
  stage: 'program',
  effect: 'silences',
};
