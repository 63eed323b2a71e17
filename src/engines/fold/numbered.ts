// Numbers in memory that held no pointers: a pointer that is read where a number has been written may be anything.
// Written by stores of numbers, asked wherever a cell is read that nobody has written as a pointer.

import { forget } from '../../numeric/numbers.js';
import type { Kernel, NodeId } from './kernel.js';
import { makeNode, type Node, nodeOf, type State, withNode, withNumbers } from './paper/state.js';
import { MOST_SLOTS } from './pointer-offsets.js';

/** What a pointer at the offset is that nobody has written: of one that lies across two words nobody knows. */
export function blankAt(k: Kernel, n: Node, offset: number): Node['blank'] {
  return offset % k.pointerSize === 0 && !n.numbered.includes(offset) ? n.blank : 'unknown';
}

/** Bytes of a block; `size` may be infinite. */
export interface Extent {
  readonly offset: number;
  readonly size: number;
}

/** The state after numbers were written there: its words are not blank any more, and no number is known. */
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

/** Whatever was not told apart in the block may be anything from now on. */
export const withUnknownRest = (s: State, id: NodeId): State =>
  withNode(s, makeNode({ ...nodeOf(s, id), blank: 'unknown', numbered: [] }));

/** Ascending; `a` itself if it has all of them. */
export function uniteWords(a: readonly number[], b: readonly number[]): readonly number[] {
  const more = b.filter((word) => !a.includes(word));
  return more.length === 0 ? a : [...a, ...more].sort((x, y) => x - y);
}
