// A state: one shape graph and the numbers known about it. A program point has a set of states.
// analysis.ts has what an analysis shares beside states.

import { type Numbers, rangeOf } from '../../numeric/numbers.js';
import type { Certainty } from '../engine.js';
import type { Part } from './aside.js';
import type { Numbered } from './paper/collapse.js';
import type { Graph } from './paper/graph.js';

export interface State {
  readonly graph: Graph;
  readonly numbers: Numbers;
  /** Structures of local variables that the enclosing loops do not access. */
  readonly aside: readonly Part[];
  /**
   * `possible`: on the path here, one of several values was chosen that only a set of cells together is known to hold.
   */
  readonly certainty: Certainty;
  /**
   * The number of escapes so far: tells whether an address that was computed earlier may still be one of a node in the
   * graph.
   */
  readonly escapes: number;
}

/** The state after a choice that may be infeasible: errors from here on are not certain. */
export const guessed = (state: State): State =>
  state.certainty === 'possible' ? state : { ...state, certainty: 'possible' };

/** Certain only if both are. */
export const weaker = (a: Certainty, b: Certainty): Certainty => (a === 'definite' ? b : a);

export const numbered = ({ graph, numbers }: State): Numbered => ({
  graph,
  numberIn: (cell) => rangeOf(numbers, cell),
});
