// Control dependence: the branches of a function that decide whether a block is reached.
// For traces, which leave out the decisions that make no difference to what they lead to.

import { successorsOf } from './cfg.js';
import type { Block } from './instr.js';
import type { FunctionBody } from './program.js';

/**
 * By block: the blocks whose terminators decide whether it is reached, directly. b decides t if t comes after one successor of b on
 * every way, and not after b itself. Ways on which the program ends do not count: what they check is no decision of the function.
 */
export function decidersIn({ blocks }: FunctionBody): (target: Block) => ReadonlySet<Block> {
  const returning = blocksThatReturn(blocks);
  const after = postdominators(blocks, returning);
  const goesOn = new Set(returning);
  const known = new Map<Block, Set<Block>>();
  return (target) => {
    const before = known.get(target);
    if (before) return before;
    const found = new Set<Block>();
    for (const block of blocks) {
      const next = new Set(successorsOf(block.terminator));
      if (next.size < 2) continue;
      const comesAfter = (b: Block) => b === target || after[b.id]!.has(target.id);
      const all = [...next].filter((b) => goesOn.has(b));
      if (all.some(comesAfter) && (block === target || !all.every(comesAfter))) found.add(block);
    }
    known.set(target, found);
    return found;
  };
}

/** With what decides about the deciders. */
export function allDeciders(deciders: (target: Block) => ReadonlySet<Block>, target: Block): ReadonlySet<Block> {
  const found = new Set(deciders(target));
  for (const block of found) for (const more of deciders(block)) found.add(more);
  return found;
}

/** By block: the blocks on every way from it to a return, itself excluded; none if there is no way to a return. */
function postdominators(blocks: readonly Block[], order: readonly Block[]): ReadonlySet<number>[] {
  const sets: (Set<number> | null)[] = blocks.map(() => null);
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of order) {
      const now = meet(block, sets);
      if (!now || (sets[block.id] && sets[block.id]!.size === now.size)) continue;
      sets[block.id] = now;
      changed = true;
    }
  }
  return sets.map((set) => set ?? new Set<number>());
}

/** Null if nothing is known of any successor. */
function meet(block: Block, sets: readonly (Set<number> | null)[]): Set<number> | null {
  if (block.terminator.kind === 'return') return new Set();
  let common: Set<number> | null = null;
  for (const next of new Set(successorsOf(block.terminator))) {
    const behind = sets[next.id];
    if (!behind) continue;
    const whole = new Set(behind).add(next.id);
    common = common === null ? whole : intersection(common, whole);
  }
  return common;
}

const intersection = (a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> =>
  new Set([...a].filter((id) => b.has(id)));

/** The blocks from which a return can be reached, backwards from the returns. */
function blocksThatReturn(blocks: readonly Block[]): Block[] {
  const before = new Map<Block, Block[]>();
  for (const block of blocks) {
    for (const next of successorsOf(block.terminator)) before.set(next, [...(before.get(next) ?? []), block]);
  }
  const found = new Set(blocks.filter(({ terminator }) => terminator.kind === 'return'));
  for (const block of found) for (const earlier of before.get(block) ?? []) found.add(earlier);
  return [...found];
}
