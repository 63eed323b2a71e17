// Doubts: why a null pointer is a possibility that no programmer would call an error, by the names of beliefs (beliefs/).
// Carried by the null itself (symbols.ts) and by facts (state.ts), from where the null was found to where it is dereferenced.

import type { BeliefName } from '../beliefs/names.js';

/** Sorted, without repetition; the same set of doubts is the same object. */
export type Doubts = readonly BeliefName[];

export const NO_DOUBTS: Doubts = [];

const interned = new Map<string, Doubts>();

function intern(names: readonly BeliefName[]): Doubts {
  const sorted = [...new Set(names)].sort();
  const key = sorted.join();
  const known = interned.get(key);
  if (known) return known;
  interned.set(key, sorted);
  return sorted;
}

export const doubtedBy = (name: BeliefName): Doubts => intern([name]);

/** Doubts of the one or of the other. */
export function unite(a: Doubts, b: Doubts): Doubts {
  if (a === b || b.length === 0) return a;
  return a.length === 0 ? b : intern([...a, ...b]);
}
