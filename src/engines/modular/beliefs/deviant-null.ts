// Belief: in a function that frees other members before it sets them to null, a member that is only set to null leaks.
// Asked by ownership/judge.ts about members that are overwritten by null without a read.

import type { Slots, Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const deviantNull: Belief = {
  name: 'deviant-null',
  why: 'free(p->a); p->a = NULL; p->b = NULL: b is like a if the program stores only fresh allocations in it.',
  stage: 'program',
  effect: 'finds',
};

/** So many members make it likely that one more is like them. */
const MANY = 3;

/**
 * Are only fresh allocations stored in the slot? If their origin is unknown, the members beside it decide, if there are
 * many.
 */
export function isLikeOthers({ stored }: Slots, slot: string, beside: readonly string[]): boolean {
  const mayOwn = (one: string): boolean => {
    const origins = [...(stored.get(one) ?? [])];
    return origins.length > 0 && origins.every((o) => o === 'fresh' || o === 'unknown');
  };
  if (!mayOwn(slot)) return false;
  return stored.get(slot)!.has('fresh') || (beside.length >= MANY && beside.every(mayOwn));
}

/** Does the function, or one that it calls, store to the slot? Then null is only its initial value. */
export const isFilled = (
  statements: readonly Statement[],
  f: Pick<Statement, 'name' | 'calls'>,
  slot: string,
): boolean =>
  statements.some(({ name, evidence }) => (name === f.name || f.calls.includes(name)) && evidence.stored.has(slot));
