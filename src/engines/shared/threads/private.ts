// Instructions that no other thread can see or disturb: they compute with variables that no pointer leads to.
// What the creator of a thread may do before it waits for it.

import type { Expr, Instr, Place, Terminator } from '../../../ir/instr.js';

export function isPrivate(i: Instr): boolean {
  if (i.kind === 'assign') return isPrivatePlace(i.place) && isPrivateValue(i.value);
  if (i.kind === 'assume') return isPrivateValue(i.condition);
  return i.kind === 'scope-end' && i.variables.every((v) => !v.addressTaken && !v.ownsBlock);
}

export function isPrivateEnd(t: Terminator): boolean {
  switch (t.kind) {
    case 'goto':
    case 'unreachable':
      return true;
    case 'branch':
      return isPrivateValue(t.condition);
    case 'switch':
      return isPrivateValue(t.value);
    default:
      return false;
  }
}

const isPrivatePlace = (p: Place): boolean =>
  p.kind === 'var' && p.variable.kind !== 'global' && !p.variable.addressTaken && !p.variable.ownsBlock;

function isPrivateValue(e: Expr): boolean {
  switch (e.kind) {
    case 'int':
    case 'float':
    case 'complex':
    case 'function-address':
      return true;
    case 'load':
      return isPrivatePlace(e.place);
    case 'unary':
    case 'cast':
      return isPrivateValue(e.operand);
    case 'binary':
      return isPrivateValue(e.left) && isPrivateValue(e.right);
    default:
      return false;
  }
}
