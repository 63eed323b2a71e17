// What the second stage of `check` may cost, in abstract steps of engines and in instructions of runs.
// Chosen by the command line; read by everything that the second stage asks.

import { GLANCE, LONG_SEARCH, SEARCH } from '../replay/confirm.js';

export interface Effort {
  /** Abstract steps per analysis of one function by one engine. */
  readonly steps: number;
  readonly analyses: number;
  /** What all these analyses may take together, in steps weighed by the number of functions that each reaches; null: no limit. */
  readonly together: Proportion | null;
  /** Instructions of all runs that begin at a function. */
  readonly run: number;
  /** Of all runs of programs that have a main; null: they are not run. */
  readonly explore: Proportion | null;
  /** Of all runs from the functions of findings. */
  readonly trials: Proportion;
}

/** In proportion to the abstract steps of the first stage. */
export interface Proportion {
  readonly perStep: number;
  readonly least: number;
  readonly most: number;
}

/**
 * In the time of an abstract step of the first stage runs take about 250 instructions: measured on tar. Small programs get what
 * it takes to find errors that need several commands in a row.
 */
const AS_MUCH: Proportion = { perStep: 250, least: 20_000_000, most: 2 * SEARCH };

/**
 * Runs that track where values come from take six times as long as others. Together with the search for whole inputs they take about as much as
 * the first stage: measured on tar and OpenSSH.
 */
const TRIALS: Proportion = { perStep: 32, least: 8_000_000, most: Number.POSITIVE_INFINITY };

export const USUAL: Effort = {
  steps: 100,
  analyses: 60,
  together: null,
  run: GLANCE,
  explore: AS_MUCH,
  trials: TRIALS,
};
/** `--prove`. */
export const THOROUGH: Effort = {
  steps: 4_000,
  analyses: 400,
  together: { perStep: 2, least: 200_000, most: Number.POSITIVE_INFINITY },
  run: SEARCH,
  trials: { ...TRIALS, perStep: 4 * TRIALS.perStep, least: 4 * TRIALS.least },
  explore: { perStep: 4 * AS_MUCH.perStep, least: 4 * AS_MUCH.least, most: 2 * LONG_SEARCH },
};

/** `steps`: of the first stage. */
export const shareFor = ({ perStep, least, most }: Proportion, steps: number): number =>
  Math.min(most, Math.max(least, perStep * steps));

/** Larger projects without a main are not run from functions that can be called at any time. */
export const MOST_FILES = 12;
