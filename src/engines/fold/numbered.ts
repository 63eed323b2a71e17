// Numbers stored in memory without pointer cells: a pointer that is read where a number was stored is unknown.
// Updated by stores of numbers; queried by reads of cells to which no pointer was stored.

import { forget } from '../../numeric/numbers.js';
import type { Kernel, NodeId } from './kernel.js';
import { makeNode, type Node, nodeOf, type State, withNode, withNumbers } from './paper/state.js';
import { MOST_SLOTS } from './pointer-offsets.js';

/** The value of a pointer at the offset to which no pointer was stored; unknown if it spans two words. */
export function blankAt(k: Kernel, n: Node, offset: number): Node['blank'] {
  return offset % k.pointerSize === 0 && !n.numbered.includes(offset) ? n.blank : 'unknown';
}

/** A range of bytes of a node; `size` may be infinite. */
export interface Extent {
  readonly offset: number;
  readonly size: number;
}

/** The state after numbers are stored in the range: its words are no longer blank, and the number of the node is forgotten. */
export function withNumberAt(k: Kernel, s: State, id: NodeId, { offset, size }: Extent): State {
  const t = withNumbers(s, forget(s.numbers, [id]));
  const n = nodeOf(t, id);
  if (n.blank === 'unknown') return t;
  const word = k.pointerSize;
  const [first, last] = [Math.max(0, Math.floor(offset / word)), Math.ceil((offset + size) / word)];
  if (!(last - first <= MOST_SLOTS)) return withUnknownRest(t, id);
  const words = Array.from({ length: Math.max(0, last - first) }, (_, i) => (first + i) * word);
  const numbered = uniteWords(n.numbered, words);
  return numbered === n.numbered ? t : withNode(t, makeNode({ ...n, numbered }));
}

/** All bytes without a cell of their own become unknown. */
export const withUnknownRest = (s: State, id: NodeId): State =>
  withNode(s, makeNode({ ...nodeOf(s, id), blank: 'unknown', numbered: [] }));

/** Ascending; returns `a` itself if it contains all of `b`. */
export function uniteWords(a: readonly number[], b: readonly number[]): readonly number[] {
  const more = b.filter((word) => !a.includes(word));
  return more.length === 0 ? a : [...a, ...more].sort((x, y) => x - y);
}
