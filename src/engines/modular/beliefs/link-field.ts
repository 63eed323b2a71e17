// Belief: a field that leads into a list that goes both ways, or into a tree, does not own what it points to.
// Asked by ownership/judge.ts; only what hangs on a freed element, and holds fresh blocks alone, is still claimed.

import { LINK } from '../ownership/slots.js';
import type { Belief } from './belief.js';

export const linkField: Belief = {
  name: 'link-field',
  why: 'An element of such a structure is found by several pointers: one that is overwritten loses nothing.',
  stage: 'program',
  effect: 'silences',
};

export const isLinkField = (slot: string): boolean => slot.endsWith(LINK);
