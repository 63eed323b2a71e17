// Belief: an unknown function that gets `&p->part` changes only that part of *p.
// Asked by calls/calls.ts when memory is havocked at an unknown call.

import type { Expr } from '../../../ir/instr.js';
import { targetOf } from '../ownership/slots.js';
import type { Belief } from './belief.js';

export const partOnly: Belief = {
  name: 'part-only',
  why: 'A function that gets the address of a member rarely knows the record around it (container_of aside).',
  stage: 'call',
  effect: 'finds',
};

/** The size of the record that an argument points to; null if it is unknown. */
export function partOf(arg: Expr | undefined): number | null {
  const type = arg && targetOf(arg);
  return type?.kind === 'record' ? type.size : null;
}
