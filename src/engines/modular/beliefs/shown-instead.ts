// Belief: a text that stands for a missing one in a message does not show that it may be missing.
// Asked by procedure/test-doubts.ts; the null that the test finds carries the doubt.
//
//   trace("open (%s)", name ? name : "(null)"); … name[0] …

import type { Block, BranchTerminator, Expr, Place } from '../../../ir/instr.js';
import { samePlace } from '../../../ir/same.js';
import { withoutCasts } from '../../../ir/targets/holders.js';
import type { Belief } from './belief.js';
import { testedPlace } from './null-needed-by-another-path.js';

export const shownInstead: Belief = {
  name: 'shown-instead',
  why: 'Messages are written to hold in any case: p ? p : "(null)" costs nothing and says nothing about p.',
  stage: 'path',
  effect: 'silences',
};

/** p ? p : "…", or the reverse: t := p in one branch, t := "…" in the other, and nothing else. */
export function isShownInstead({ condition, then, else: otherwise }: BranchTerminator): boolean {
  const tested = testedPlace(condition);
  const [a, b] = [onlyValueIn(then), onlyValueIn(otherwise)];
  if (!tested || !a || !b) return false;
  return (isLoad(a, tested) && isText(b)) || (isLoad(b, tested) && isText(a));
}

function onlyValueIn({ instrs, terminator }: Block): Expr | null {
  const [first] = instrs;
  const isChoice = instrs.length === 1 && terminator.kind === 'goto' && first?.kind === 'assign';
  return isChoice && first.place.kind === 'var' && first.place.variable.kind === 'temporary'
    ? withoutCasts(first.value)
    : null;
}

const isLoad = (e: Expr, place: Place): boolean => e.kind === 'load' && samePlace(e.place, place);

/** The address of the first character of a string literal. */
function isText(e: Expr): boolean {
  if (e.kind !== 'address' || e.place.kind !== 'index' || e.place.base.kind !== 'var') return false;
  const { variable } = e.place.base;
  return variable.kind === 'global' && variable.literal;
}
