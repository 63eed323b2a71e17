// The way through a function: its decisions in order. Engines tell it with a finding; runs try to take it again.

import type { FunctionSymbol } from './program.js';

/** A decision: from one block to another, by their ids. */
export interface Turn {
  readonly from: number;
  readonly to: number;
}

export interface Route {
  readonly function: FunctionSymbol;
  readonly turns: readonly Turn[];
}
