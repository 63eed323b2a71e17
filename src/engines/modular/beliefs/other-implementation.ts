// Belief: what one implementation of an operation frees, another implementation need not free.
// Asked by ownership/judge.ts about members of freed records.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const otherImplementation: Belief = {
  name: 'other-implementation',
  why: 'Of the functions that one member of a table of operations holds, each serves its own kind of objects, with members of their own.',
  stage: 'program',
  effect: 'silences',
};

/** Does another implementation free the member? */
export const isFreedByAnother = ({ alternatives }: Statement, freedBy: readonly string[]): boolean =>
  freedBy.some((name) => alternatives.includes(name));
