// Belief: an unknown function neither keeps nor frees the target of a parameter of type pointer to const.
// Asked by calls/calls.ts at unknown calls.

import { CONST, type CType } from '../../../types/types.js';
import type { Belief } from './belief.js';

export const constIsBorrowed: Belief = {
  name: 'const-is-borrowed',
  why: 'const in a parameter says that the memory is read; functions that keep or free it rarely declare it so.',
  stage: 'call',
  effect: 'finds',
};

export const isBorrowed = (type: CType | undefined): boolean =>
  type?.kind === 'pointer' && (type.target.quals & CONST) !== 0;
