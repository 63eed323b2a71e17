// Belief: in a function that frees most members of a record before it sets them, a member that is set without that leaks.
// Asked by ownership/claims.ts when a procedure has been analysed.

import type { Belief } from './belief.js';

export const deviantSetter: Belief = {
  name: 'deviant-setter',
  why: 'A constructor sets members without reading them; a function that resets a record frees all of them first.',
  stage: 'program',
  effect: 'finds',
};

/** Required number of members that are freed before they are set, for each that is not. */
const MAJORITY = 2;

export const isMinority = (unset: number, renewed: number): boolean => renewed >= MAJORITY * unset;
