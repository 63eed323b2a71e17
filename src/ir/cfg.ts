// The control flow graph as engines see it: edges that carry the assumption under which they are taken.
// Computed on demand from the terminators of blocks.

import type { AssumeInstr, Block, Expr, SwitchCase, SwitchTerminator, Terminator } from './instr.js';

/** The assumptions on an edge are a conjunction; an edge of a switch may carry several. */
export interface Edge {
  readonly from: Block;
  readonly to: Block;
  readonly assumes: readonly AssumeInstr[];
}

/** The blocks a terminator may go to; a block may appear more than once. */
export function successorsOf(t: Terminator): readonly Block[] {
  switch (t.kind) {
    case 'goto':
      return [t.target];
    case 'branch':
      return [t.then, t.else];
    case 'switch':
      return [...t.cases.map((c) => c.target), t.default];
    case 'computed-goto':
    case 'choose':
      return t.targets;
    case 'return':
    case 'unreachable':
      return [];
  }
}

/** The outgoing edges of a block with their assumptions. */
export function edgesOf(block: Block): Edge[] {
  const t = block.terminator;
  switch (t.kind) {
    case 'branch':
      return [
        { from: block, to: t.then, assumes: [assume(t.condition, t.at, t.end, true)] },
        { from: block, to: t.else, assumes: [assume(t.condition, t.at, t.end, false)] },
      ];
    case 'switch':
      return switchEdges(block, t);
    default:
      return successorsOf(t).map((to) => ({ from: block, to, assumes: [] }));
  }
}

const assume = (condition: Expr, at: number, end: number, holds: boolean): AssumeInstr => ({
  kind: 'assume',
  condition,
  holds,
  at,
  end,
});

/** One edge per case; the default edge assumes that no case matches. */
function switchEdges(block: Block, t: SwitchTerminator): Edge[] {
  const edges: Edge[] = t.cases.map((c) => ({ from: block, to: c.target, assumes: inCase(t, c) }));
  const outside = t.cases
    .filter((c) => c.low === c.high)
    .map((c) => assume(compare(t, 'eq', c.low), t.at, t.end, false));
  edges.push({ from: block, to: t.default, assumes: outside });
  return edges;
}

function inCase(t: SwitchTerminator, c: SwitchCase): AssumeInstr[] {
  if (c.low === c.high) return [assume(compare(t, 'eq', c.low), t.at, t.end, true)];
  return [assume(compare(t, 'ge', c.low), t.at, t.end, true), assume(compare(t, 'le', c.high), t.at, t.end, true)];
}

function compare(t: SwitchTerminator, op: 'eq' | 'ge' | 'le', value: bigint): Expr {
  const { at, end } = t;
  const constant: Expr = { kind: 'int', value, type: t.value.type, at, end };
  // Comparisons have type int; engines only test whether they hold.
  return { kind: 'binary', op, left: t.value, right: constant, type: t.value.type, at, end };
}

/** Predecessors of every block, by block id. */
export function predecessorsOf(blocks: readonly Block[]): readonly Block[][] {
  const result: Block[][] = blocks.map(() => []);
  for (const block of blocks)
    for (const successor of new Set(successorsOf(block.terminator))) result[successor.id]!.push(block);
  return result;
}
