// Belief: members that one function frees are not lost by another that frees the record, if the one calls the other.
// Asked by ownership/judge.ts about members of records that are freed.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const twoStageCleanup: Belief = {
  name: 'two-stage-cleanup',
  why: 'Clean-up is often in two stages: the members in one function, the record in another.',
  stage: 'program',
  effect: 'silences',
};

/** Is one of those that free the member called by the function, or does it call the function? */
export const isCalledTogether = (
  statements: readonly Statement[],
  { name, calls }: Statement,
  freedBy: readonly string[],
): boolean =>
  freedBy.some((other) => calls.includes(other)) ||
  statements.some((s) => freedBy.includes(s.name) && s.calls.includes(name));
