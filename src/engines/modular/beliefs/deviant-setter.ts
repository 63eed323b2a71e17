// Belief: in a function that frees most members of a record before it sets them, a member that is set without that is forgotten.
// Asked by ownership/claims.ts when a procedure has been analysed.

import type { Belief } from './belief.js';

export const deviantSetter: Belief = {
  name: 'deviant-setter',
  why: 'A function that makes a record sets its members unseen; one that resets a record frees them first, all of them.',
  stage: 'program',
  effect: 'finds',
};

/** Members of the record that are freed before they are set, for each that is not. */
const MAJORITY = 2;

export const isMinority = (unset: number, renewed: number): boolean => renewed >= MAJORITY * unset;
