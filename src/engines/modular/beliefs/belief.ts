// A belief: what programmers mean by code of some kind, true of most programs and of not all. Reports rest on beliefs, proofs never do.
// Each is a file of this folder, listed in registry.ts; test/programs/beliefs has two programs for each.

import type { BeliefName } from './names.js';

/**
 * When a belief acts. `path`: while a procedure is executed; `call`: where outcomes of a callee are chosen or carried out;
 * `summary`: when a procedure has been analysed; `program`: when all have; `report`: where an error is about to be reported.
 */
export type Stage = 'path' | 'call' | 'summary' | 'program' | 'report';

export interface Belief {
  readonly name: BeliefName;
  /** Why it holds of most programs, in one sentence. */
  readonly why: string;
  readonly stage: Stage;
  /**
   * `silences`: without it there are more reports; it costs real errors. `finds`: without it there are fewer; it costs false
   * alarms.
   */
  readonly effect: 'silences' | 'finds';
}

/** The beliefs that an analysis holds. */
export interface Believer {
  believes(name: BeliefName): boolean;
}
