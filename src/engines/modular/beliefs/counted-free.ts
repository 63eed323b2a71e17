// Belief: a callee that frees its argument in one outcome and not in another that looks the same to the caller counts references.
// Asked by exec/freeing.ts behind a call: nobody can say that the block is freed, nor that it is lost.

import { isNonzero } from '../domain/facts.js';
import { isKnown, numberOf } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const countedFree: Belief = {
  name: 'counted-free',
  why: 'A caller that could not tell the outcomes apart has nothing left to do in either: the callee has taken the block over.',
  stage: 'call',
  effect: 'silences',
};

/** Can a caller that only looks at the result not tell the outcomes apart? */
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
