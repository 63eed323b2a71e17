// A state: one shape graph with what is known about numbers in it. A program point has a set of them.
// What an analysis shares beside states is in analysis.ts.

import { type Numbers, rangeOf } from '../../numeric/numbers.js';
import type { Certainty } from '../engine.js';
import type { Part } from './aside.js';
import type { Numbered } from './paper/collapse.js';
import type { Graph } from './paper/graph.js';

export interface State {
  readonly graph: Graph;
  readonly numbers: Numbers;
  /** Structures of local variables that the loops around do not touch. */
  readonly aside: readonly Part[];
  /** `possible`: on the way here one of several values was chosen that only many cells together are known to hold. */
  readonly certainty: Certainty;
  /** How often blocks have escaped: tells whether an address that was computed before may still be one of a block in the graph. */
  readonly escapes: number;
}

/** The state after a choice that perhaps no execution makes: what goes wrong from here on is not certain. */
export const guessed = (state: State): State =>
  state.certainty === 'possible' ? state : { ...state, certainty: 'possible' };

/** Certain only if both are. */
export const weaker = (a: Certainty, b: Certainty): Certainty => (a === 'definite' ? b : a);

export const numbered = ({ graph, numbers }: State): Numbered => ({
  graph,
  numberIn: (cell) => rangeOf(numbers, cell),
});
