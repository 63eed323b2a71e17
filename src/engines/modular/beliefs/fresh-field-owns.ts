// Belief: a field owns its target if only fresh allocations are ever stored in it.
// Asked by ownership/judge.ts about the fields of records that a function frees.

import type { Origin } from '../ownership/claims.js';
import type { Belief } from './belief.js';

export const freshFieldOwns: Belief = {
  name: 'fresh-field-owns',
  why: 'Memory that is stored in one field and nowhere else has no other owner.',
  stage: 'program',
  effect: 'finds',
};

export const onlyFresh = (origins: ReadonlySet<Origin> | undefined): boolean =>
  origins !== undefined && [...origins].every((o) => o === 'fresh');
