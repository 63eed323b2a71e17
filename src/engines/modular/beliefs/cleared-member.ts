// Belief: a callee that dereferences a member of a zeroed record knows from other data whether the member is set.
// Asked by calls/arguments.ts before a null argument is reported.

import type { Cell } from '../domain/state.js';
import { type FieldKey, isZero } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const clearedMember: Belief = {
  name: 'cleared-member',
  why: 'calloc and memset show that nothing is set yet, not that the member is meant to be null; a discriminant or a count tells the callee.',
  stage: 'report',
  effect: 'silences',
};

/** Does the member still hold the null of the zeroing? */
export function isUnset(holder: Cell | undefined, key: FieldKey): boolean {
  const field = holder?.fields.get(key);
  return field ? isZero(field.value) && field.written === null : holder?.untouched === 'zero';
}
