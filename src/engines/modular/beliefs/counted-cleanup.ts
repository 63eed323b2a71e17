// Belief: who frees a record only when a number in it has come to zero counts references, and its members are freed elsewhere.
// Asked by ownership/judge.ts about members of records that are freed.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const countedCleanup: Belief = {
  name: 'counted-cleanup',
  why: 'Where references are counted nobody can tell who calls the last stage of the clean-up; it is enough that there is a first.',
  stage: 'program',
  effect: 'silences',
};

/** Is there a function that frees several of the members that are lost here, and not the record? */
export function hasFirstStage(statements: readonly Statement[], { name, claims }: Statement, slot: string): boolean {
  const lost = claims.flatMap((claim) => (claim.kind === 'dropped' ? [claim.slot] : []));
  const isFirst = ({ evidence: { freed, gone } }: Statement): boolean =>
    freed.has(slot) && !gone.has(slot) && lost.filter((s) => freed.has(s)).length > 1;
  return statements.some((s) => s.name !== name && isFirst(s));
}
