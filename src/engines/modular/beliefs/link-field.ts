// Belief: a link of a doubly linked list or a tree does not own its target.
// Asked by ownership/judge.ts. Targets of links of freed elements are still claimed, if only fresh allocations are stored there.

import { LINK } from '../ownership/slots.js';
import type { Belief } from './belief.js';

export const linkField: Belief = {
  name: 'link-field',
  why: 'Several pointers lead to an element of such a structure: overwriting one of them loses nothing.',
  stage: 'program',
  effect: 'silences',
};

export const isLinkField = (slot: string): boolean => slot.endsWith(LINK);
