// Belief: a function that frees a record only when a number in it is zero counts references; others free the members.
// Asked by ownership/judge.ts about members of freed records.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const countedCleanup: Belief = {
  name: 'counted-cleanup',
  why: 'With reference counts it is not known which function runs the last stage of the clean-up; it is enough that there is a first stage.',
  stage: 'program',
  effect: 'silences',
};

/** Is there a function that frees several of the members that are lost here, but not the record? */
export function hasFirstStage(statements: readonly Statement[], { name, claims }: Statement, slot: string): boolean {
  const lost = claims.flatMap((claim) => (claim.kind === 'dropped' ? [claim.slot] : []));
  const isFirst = ({ evidence: { freed, gone } }: Statement): boolean =>
    freed.has(slot) && !gone.has(slot) && lost.filter((s) => freed.has(s)).length > 1;
  return statements.some((s) => s.name !== name && isFirst(s));
}
