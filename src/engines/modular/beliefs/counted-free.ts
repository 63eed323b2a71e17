// Belief: a callee that frees its argument in only one of two outcomes that look alike to the caller counts references.
// Asked by exec/freeing.ts after a call: the memory is then neither known to be freed nor lost.

import { isNonzero } from '../domain/facts.js';
import { isKnown, numberOf } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const countedFree: Belief = {
  name: 'counted-free',
  why: 'A caller that cannot distinguish the outcomes has nothing left to do in either: the callee has taken over the memory.',
  stage: 'call',
  effect: 'silences',
};

/** Are the outcomes alike to a caller that only has the result? */
export const looksAlike = (a: Outcome, b: Outcome): boolean => areAlike(resultKind(a), resultKind(b));

function resultKind({ state, result }: Outcome): string {
  if (result === null) return 'nothing';
  const value = state.resolve(result);
  if (isKnown(value)) return `${numberOf(value)}`;
  return isNonzero(state, value) ? 'nonzero' : 'anything';
}

function areAlike(a: string, b: string): boolean {
  if (a === b || a === 'anything' || b === 'anything') return true;
  return (a === 'nonzero' && b !== '0') || (b === 'nonzero' && a !== '0');
}
