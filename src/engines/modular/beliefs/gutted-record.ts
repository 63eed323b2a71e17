// Belief: a record whose members have been freed should be freed before its pointer is overwritten.
// Asked by ownership/owners.ts about pointers in nameless fields.

import type { State } from '../domain/state.js';
import type { Value } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const guttedRecord: Belief = {
  name: 'gutted-record',
  why: 'Members are freed because their record is about to be freed.',
  stage: 'program',
  effect: 'finds',
};

export function isGutted(state: State, value: Value): boolean {
  const cell = state.cellAt(state.resolve(value));
  const children = cell ? [...cell.before.values()].map((field) => state.cellAt(state.resolve(field.value))) : [];
  return children.some((child) => child?.status === 'freed' && !child.freed?.conditional);
}
