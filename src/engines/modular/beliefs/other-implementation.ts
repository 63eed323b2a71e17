// Belief: what one implementation of an operation frees, another implementation need not free.
// Asked by ownership/judge.ts about members of freed records.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const otherImplementation: Belief = {
  name: 'other-implementation',
  why: 'Of the functions that one member of a table of operations holds, each serves its own kind of objects, with members of their own.',
  stage: 'program',
  effect: 'silences',
};

/** Does another implementation free the member, or a function that it calls and this one does not? */
export const isFreedByAnother = (
  statements: readonly Statement[],
  { calls, alternatives }: Statement,
  freedBy: readonly string[],
): boolean => {
  const others = freedBy.filter((name) => !calls.includes(name));
  if (alternatives.length === 0 || others.length === 0) return false;
  const isAnother = (name: string): boolean => alternatives.includes(name);
  return others.some((name) => isAnother(name) || statements.some((s) => s.calls.includes(name) && isAnother(s.name)));
};
