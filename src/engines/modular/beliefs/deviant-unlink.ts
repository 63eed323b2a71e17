// Belief: an element that is unlinked and neither freed nor kept leaks, if as many functions free what they unlink.
// Asked by ownership/judge.ts about elements that ownership/unlinked.ts finds.

import type { Statement } from '../ownership/evidence.js';
import type { Belief } from './belief.js';

export const deviantUnlink: Belief = {
  name: 'deviant-unlink',
  why: 'The function that unlinks an element has the last pointer to it; other functions show that elements of this list are freed.',
  stage: 'program',
  effect: 'finds',
};

/**
 * Do at least as many functions free such elements as lose them? Only those count that unlink by a subset of the same
 * links: an element of two lists is not lost when it leaves one.
 */
export function isDeviant(statements: readonly Statement[], slot: string): boolean {
  const links = new Set(slot.split(' '));
  const isPart = (pairs: string): boolean => pairs.split(' ').every((pair) => links.has(pair));
  const freeing = statements.filter(({ evidence }) => [...evidence.discarded].some(isPart));
  const forgetting = statements.filter(({ claims }) => claims.some((c) => c.kind === 'unlinked' && c.slot === slot));
  return freeing.length >= forgetting.length;
}
