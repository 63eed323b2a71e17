// Nulls that the function has just tested for: if (p == NULL) log(…); *p. Nothing but the test leads to the dereference.
// Asked by report.ts and calls/arguments.ts; such a null is told even where no run reaches it.

import type { Expr } from '../../../ir/instr.js';
import { birthBy, isTest, placeIn } from '../beliefs/decided-in-between.js';
import { backwards, type Path } from '../domain/path.js';

/** Is the last decision of the path the test of the local variable that is the pointer, which has not changed since? */
export function isJustTested(path: Path, pointer: Expr | null): boolean {
  const place = placeIn(pointer);
  if (place?.kind !== 'var' || place.variable.kind === 'global') return false;
  for (const { instrs, step } of backwards(path)) {
    if (!step || instrs.some(([block, index]) => birthBy(block.instrs[index]!, place) !== null)) return false;
    if (isTest(step, place)) return true;
    if (!step.forced) return false;
  }
  return false;
}
