// Belief: a callee that looks behind a member of a record that was cleared as a whole knows by something else whether it is set.
// Asked by calls/arguments.ts before a null that is passed on is reported.

import type { Cell } from '../domain/state.js';
import { type FieldKey, isZero } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const clearedMember: Belief = {
  name: 'cleared-member',
  why: 'calloc and memset say that nothing is set yet, not that null is what the member shall be; a kind or a count tells the callee.',
  stage: 'report',
  effect: 'silences',
};

/** Does the member hold the null of the clearing? */
export function isUnset(holder: Cell | undefined, key: FieldKey): boolean {
  const field = holder?.fields.get(key);
  return field ? isZero(field.value) && field.written === null : holder?.untouched === 'zero';
}
