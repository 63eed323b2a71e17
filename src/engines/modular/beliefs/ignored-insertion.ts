// Belief: who does not look at what an insertion gives back knows that nothing is in the way.
// Asked by calls/calls.ts before outcomes are matched with the caller's state, where the result is not used.

import { isChanged } from '../domain/join.js';
import { isZero } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const ignoredInsertion: Belief = {
  name: 'ignored-insertion',
  why: 'insert(tree, e) gives back the element that is in the way (RB_INSERT); whoever ignores it has made sure that there is none.',
  stage: 'call',
  effect: 'silences',
};

/** Without outcomes that change nothing and find something, if there is one that changes something and finds nothing. */
export function withoutFindings(outcomes: readonly Outcome[]): readonly Outcome[] {
  const changes = ({ state }: Outcome): boolean => [...state.cells.values()].some(isChanged);
  const isNull = ({ result }: Outcome): boolean => result !== null && isZero(result);
  const isInserting = outcomes.some((outcome) => isNull(outcome) && changes(outcome));
  return isInserting ? outcomes.filter((outcome) => isNull(outcome) || changes(outcome)) : outcomes;
}
