// Doubts of a null pointer: the names of the beliefs (beliefs/) by which dereferencing it is not an error.
// A null carries them (symbols.ts), or the fact that says so (state.ts), from the test that found it to its dereference.

import type { BeliefName } from '../beliefs/names.js';

/** Sorted, without duplicates; equal sets are the same object. */
export type Doubts = readonly BeliefName[];

export const NO_DOUBTS: Doubts = [];

const interned = new Map<string, Doubts>();

function intern(names: readonly BeliefName[]): Doubts {
  const sorted = [...new Set(names)].sort();
  const text = textOfDoubts(sorted);
  const known = interned.get(text);
  if (known) return known;
  interned.set(text, sorted);
  return sorted;
}

export const textOfDoubts = (doubts: Doubts): string => doubts.join();

/** The inverse of `textOfDoubts`. */
export const doubtsFrom = (text: string): Doubts =>
  interned.get(text) ?? intern(text === '' ? [] : (text.split(',') as BeliefName[]));

export const doubtedBy = (name: BeliefName): Doubts => intern([name]);

/** As facts have them: most have none, and none takes no room. */
export const orNull = (doubts: Doubts): Doubts | null => (doubts.length > 0 ? doubts : null);

export const uniteAll = (names: readonly BeliefName[]): Doubts => (names.length === 0 ? NO_DOUBTS : intern(names));

/** The union of two sets of doubts. */
export function unite(a: Doubts, b: Doubts): Doubts {
  if (a === b || b.length === 0) return a;
  return a.length === 0 ? b : intern([...a, ...b]);
}
