// What the second stage of `check` may cost, in abstract steps of engines and in instructions of runs.
// Chosen by the command line; read by everything that the second stage asks.

import { GLANCE, LONG_SEARCH, SEARCH } from '../replay/confirm.js';

export interface Effort {
  /** Abstract steps per analysis of one function by one engine. */
  readonly steps: number;
  readonly analyses: number;
  /** Instructions of all runs that begin at a function. */
  readonly run: number;
  /** Instructions of all runs of a program that has a main; 0: it is not run. */
  readonly explore: number;
}

export const USUAL: Effort = { steps: 100, analyses: 60, run: GLANCE, explore: SEARCH };
/** `--prove`. */
export const THOROUGH: Effort = { steps: 4_000, analyses: 400, run: SEARCH, explore: LONG_SEARCH };

/** Larger projects without a main are not run from functions that can be called at any time. */
export const MOST_FILES = 12;
