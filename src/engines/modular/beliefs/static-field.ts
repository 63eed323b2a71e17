// Belief: a field that sometimes points to static memory does not own its target.
// Asked by ownership/judge.ts before a field is taken for an owner.

import type { Origin } from '../ownership/claims.js';
import type { Belief } from './belief.js';

export const staticField: Belief = {
  name: 'static-field',
  why: 'A pointer to a literal or a variable must not be freed; if the field may hold one, something else must tell who owns the target.',
  stage: 'program',
  effect: 'silences',
};

export const mayBeStatic = (origins: ReadonlySet<Origin> | undefined): boolean => origins?.has('static') === true;
