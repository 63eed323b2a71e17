// Sets of nodes as the bits of one word: at most 32 nodes, and every set operation is one instruction.
// The lowest layer of the three-valued logic; hot.

export const MAX_NODES = 32;

/** Number of the lowest bit of a non-empty set. */
export const lowest = (set: number): number => 31 - Math.clz32(set & -set);

/** Has the set exactly one element? */
export const isSingle = (set: number): boolean => set !== 0 && (set & (set - 1)) === 0;

export const bit = (node: number): number => 1 << node;

export function sizeOf(set: number): number {
  let n = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) n++;
  return n;
}

export function elementsOf(set: number): number[] {
  const result: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) result.push(lowest(rest));
  return result;
}
