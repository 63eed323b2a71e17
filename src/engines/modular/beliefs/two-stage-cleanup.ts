// Belief: members that one function frees are not lost by another that frees the record, if one of them calls the other.
// Asked by ownership/judge.ts about members of freed records.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const twoStageCleanup: Belief = {
  name: 'two-stage-cleanup',
  why: 'Clean-up is often in two stages: the members in one function, the record in another.',
  stage: 'program',
  effect: 'silences',
};

/** Does the function call one that frees the member, or the reverse? */
export const isCalledTogether = (
  statements: readonly Statement[],
  { name, calls }: Statement,
  freedBy: readonly string[],
): boolean =>
  freedBy.some((other) => calls.includes(other)) ||
  statements.some((s) => freedBy.includes(s.name) && s.calls.includes(name));
