// Belief: an element that is unlinked and neither freed nor kept is forgotten, if as many functions free what they unlink.
// Asked by ownership/judge.ts about elements that ownership/unlinked.ts has seen leave their list.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const deviantUnlink: Belief = {
  name: 'deviant-unlink',
  why: 'Who unlinks an element has the last pointer to it; that elements of this list are freed at all, others show.',
  stage: 'program',
  effect: 'finds',
};

/** An element that is in two lists, and is freed when it has left both, is not lost when it leaves one. */
export function isDeviant(statements: readonly Statement[], slot: string): boolean {
  const ways = new Set(slot.split(' '));
  const isPart = (pairs: string): boolean => pairs.split(' ').every((pair) => ways.has(pair));
  const freeing = statements.filter(({ evidence }) => [...evidence.discarded].some(isPart));
  const forgetting = statements.filter(({ claims }) => claims.some((c) => c.kind === 'unlinked' && c.slot === slot));
  return freeing.length >= forgetting.length;
}
