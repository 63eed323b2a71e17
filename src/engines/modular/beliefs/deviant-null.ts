// Belief: in a function that frees other members before it sets them to null, a member that is only set to null is forgotten.
// Asked by ownership/judge.ts about members that are overwritten by null unseen.

import type { Slots, Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const deviantNull: Belief = {
  name: 'deviant-null',
  why: 'free(p->a); p->a = NULL; p->b = NULL: b is like a if fresh blocks are all that the program stores in it.',
  stage: 'program',
  effect: 'finds',
};

/** Members that make it likely that one more is like them. */
const MANY = 3;

/** Does the slot hold fresh blocks, as far as is known? If nothing is known, it does if many beside it do. */
export function isLikeOthers({ stored }: Slots, slot: string, beside: readonly string[]): boolean {
  const mayOwn = (one: string): boolean => {
    const origins = [...(stored.get(one) ?? [])];
    return origins.length > 0 && origins.every((o) => o === 'fresh' || o === 'unknown');
  };
  if (!mayOwn(slot)) return false;
  return stored.get(slot)!.has('fresh') || (beside.length >= MANY && beside.every(mayOwn));
}

/** Does the function, or one that it calls, put a block there? Then it sets the slot to null before it does. */
export const isFilled = (
  statements: readonly Statement[],
  f: Pick<Statement, 'name' | 'calls'>,
  slot: string,
): boolean =>
  statements.some(({ name, evidence }) => (name === f.name || f.calls.includes(name)) && evidence.stored.has(slot));
