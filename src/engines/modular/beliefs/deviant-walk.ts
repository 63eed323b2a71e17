// Belief: a loop over a list that does not test for its end is an error, if most loops over such lists do.
// Asked by ownership/judge.ts about loops that exec/walks.ts finds without a test.

import type { Claim } from '../ownership/claims.js';
import type { Belief } from './belief.js';
import type { Uses } from './deviant-lookup.js';

export const deviantWalk: Belief = {
  name: 'deviant-walk',
  why: 'while (p->key != key) p = p->next; ends in a null dereference where there is no such key; other loops test p.',
  stage: 'program',
  effect: 'finds',
};

/** Required number of loops with a test. */
const MANY = 3;

/**
 * A search may know that there is such an element: it is an exception only if it is the only loop without a test. A loop
 * that nothing else ends may only know that the list is a circle.
 */
export const isPastTheEnd = ({ tested, untested }: Uses, { isSearch }: Claim): boolean =>
  isSearch ? tested >= MANY && untested === 1 : tested > 0;
