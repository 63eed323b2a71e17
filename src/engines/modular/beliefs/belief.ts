// A belief of this engine, by its name. Each is a file of this folder, listed in registry.ts.
// test/programs/beliefs has two programs for each: one where it is right, and one where it costs an error or a false alarm.

import type { Belief as AnyBelief } from '../../summary-engine.js';
import type { BeliefName } from './names.js';

export interface Belief extends AnyBelief {
  readonly name: BeliefName;
}

/** Decides which beliefs an analysis relies on. */
export interface Believer {
  believes(name: BeliefName): boolean;
  /** How much findings with these doubts are worth: from 0 to 1. */
  worthOf(doubts: readonly BeliefName[]): number;
}
