// Control dependence: the branches of a function that decide whether a block is reached.
// For traces, which leave out the decisions that make no difference to what they lead to.

import { CONST, type CType } from '../types/types.js';
import { successorsOf } from './cfg.js';
import type { Block, Place } from './instr.js';
import type { FunctionBody } from './program.js';
import { walkExpr } from './walk.js';

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

/**
 * Does it matter that a path takes the edge? It decides whether the target is reached, or what it leaves out touches what the variable
 * leads to. Another round of a loop leaves out nothing.
 */
export function decisionsAbout(
  body: FunctionBody,
  target: Block,
  variable: string,
): (from: Block, to: Block) => boolean {
  const deciders = allDeciders(decidersIn(body), target);
  return (from, to) => {
    if (deciders.has(from)) return true;
    const out = leftOut(from, to);
    const isRound = out.some((block) => block === from || successorsOf(block.terminator).includes(from));
    return !isRound && out.some((block) => touches(block, variable));
  };
}

/** The blocks behind the other successors that cannot be reached from the one that is taken. */
function leftOut(from: Block, to: Block): Block[] {
  const others = successorsOf(from.terminator).filter((next) => next !== to);
  const taken = reachable([to]);
  return [...reachable(others)].filter((block) => !taken.has(block));
}

function reachable(starts: readonly Block[]): Set<Block> {
  const found = new Set(starts);
  for (const block of found) for (const next of successorsOf(block.terminator)) found.add(next);
  return found;
}

/** Is it set, or is a pointer from it stored, or passed to a function that may change what it points to? */
function touches({ instrs }: Block, variable: string): boolean {
  let found = false;
  const place = (p: Place) => {
    found ||= p.kind === 'var' && p.variable.name === variable;
  };
  for (const instr of instrs) {
    if (instr.kind === 'assign') place(instr.place);
    if (instr.kind === 'call' && instr.result) place(instr.result);
    if (instr.kind === 'assign' && instr.value.type.kind === 'pointer') walkExpr(instr.value, { place });
    if (instr.kind === 'call') for (const arg of instr.args) if (mayChange(arg.type)) walkExpr(arg, { place });
  }
  return found;
}

const mayChange = (type: CType): boolean => type.kind === 'pointer' && (type.target.quals & CONST) === 0;

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
