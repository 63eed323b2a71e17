// Belief: a switch with a case for every enumerator of its type always takes one of them.
// Asked by procedure.ts for the default edge of a switch.

import type { SwitchTerminator } from '../../../ir/instr.js';
import type { Belief } from './belief.js';

export const exhaustiveSwitch: Belief = {
  name: 'exhaustive-switch',
  why: 'Proofs must consider numbers that are not enumerators; code that lists all enumerators expects no other value.',
  stage: 'path',
  effect: 'silences',
};

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
