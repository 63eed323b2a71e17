// Does a switch name every value that its type has? Then no other is expected where it is left without one of them.
// Asked by procedure.ts: proofs must reckon with numbers that are no enumerators, a search for mistakes need not.

import type { SwitchTerminator } from '../../../ir/instr.js';

const answers = new WeakMap<SwitchTerminator, boolean>();

export function isExhaustive(t: SwitchTerminator): boolean {
  const known = answers.get(t);
  if (known !== undefined) return known;
  const answer = namesAll(t);
  answers.set(t, answer);
  return answer;
}

function namesAll({ value, cases }: SwitchTerminator): boolean {
  let e = value;
  while (e.kind === 'cast') e = e.operand;
  const values = e.type.kind === 'enum' ? (e.type.body.values ?? []) : [];
  return values.length > 0 && values.every((v) => cases.some(({ low, high }) => low <= v && v <= high));
}
