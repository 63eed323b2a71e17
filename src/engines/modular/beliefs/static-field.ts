// Belief: a field that sometimes points to static memory owns nothing.
// Asked by ownership/judge.ts before a field is taken for an owner.

import type { Origin } from '../ownership/claims.js';
import type { Belief } from './belief.js';

export const staticField: Belief = {
  name: 'static-field',
  why: 'What may be a literal or a variable cannot be freed without knowing which; something else must tell.',
  stage: 'program',
  effect: 'silences',
};

export const mayBeStatic = (origins: ReadonlySet<Origin> | undefined): boolean => origins?.has('static') === true;
