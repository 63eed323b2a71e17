// Belief: a function that frees, keeps or hands on what a field points to on one path has thought of it on all.
// Asked by ownership/claims.ts when a procedure has been analysed.

import type { Belief } from './belief.js';

export const caredFor: Belief = {
  name: 'cared-for',
  why: 'Which path takes care of the field often depends on facts (a flag, a kind) that the analysis has lost.',
  stage: 'program',
  effect: 'silences',
};
