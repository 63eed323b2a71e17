// Belief: an unknown function that is given `&p->part` changes the part, and nothing beside it.
// Asked by calls/calls.ts when memory is havocked at an unknown call.

import type { Expr } from '../../../ir/instr.js';
import { targetOf } from '../ownership/slots.js';
import type { Belief } from './belief.js';

export const partOnly: Belief = {
  name: 'part-only',
  why: 'A function that is given a member by its address rarely knows what surrounds it (container_of aside).',
  stage: 'call',
  effect: 'finds',
};

/** How many bytes an argument leads to, if it points to a record; null if that is not known. */
export function partOf(arg: Expr | undefined): number | null {
  const type = arg && targetOf(arg);
  return type?.kind === 'record' ? type.size : null;
}
