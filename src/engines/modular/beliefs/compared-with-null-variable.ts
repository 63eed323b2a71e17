// Belief: p == q is not a test for null, even if q is null.
// Asked by conditions.ts; the null that the comparison finds carries the doubt.

import type { Expr } from '../../../ir/instr.js';
import { isZero, type Value } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const comparedWithNullVariable: Belief = {
  name: 'compared-with-null-variable',
  why: 'Two variables are compared to see whether they are the same, not whether one is null.',
  stage: 'path',
  effect: 'silences',
};

/** Is the value null, but the expression not a constant? */
export function isHeldNull(e: Expr, v: Value): boolean {
  let held = e;
  while (held.kind === 'cast') held = held.operand;
  return isZero(v) && held.kind !== 'int';
}
