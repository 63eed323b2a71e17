// Belief: a caller that ignores the result of an insertion knows that there is no conflicting element.
// Asked by calls/calls.ts before outcomes are matched with the caller's state, where the result is not used.

import { isChanged } from '../domain/join.js';
import { isKnown, isZero } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const ignoredInsertion: Belief = {
  name: 'ignored-insertion',
  why: 'insert(tree, e) returns a conflicting element (RB_INSERT); a caller that ignores the result has made sure that there is none.',
  stage: 'call',
  effect: 'silences',
};

/** Drops outcomes that change nothing and return an element, if another outcome changes something and returns null. */
export function withoutFindings(outcomes: readonly Outcome[]): readonly Outcome[] {
  const changes = ({ state }: Outcome): boolean => [...state.cells.values()].some(isChanged);
  const isNull = ({ result }: Outcome): boolean => result !== null && isZero(result);
  const isElement = ({ result }: Outcome): boolean => result !== null && !isKnown(result);
  const isInserting = outcomes.some((outcome) => isNull(outcome) && changes(outcome));
  return isInserting ? outcomes.filter((outcome) => !isElement(outcome) || changes(outcome)) : outcomes;
}
