// The points of a function at which heaps are shown: lines, loop heads, returns, after a place.
// Between the IR and the callers of an engine's `draw`.

import { successorsOf } from '../../ir/cfg.js';
import type { Block } from '../../ir/instr.js';
import type { FunctionBody, FunctionSymbol } from '../../ir/program.js';
import { flowGraphOf } from '../../solver/flow-graph.js';
import { weakOrder } from '../../solver/weak-order.js';
import type { Point, Site } from '../engine.js';

/** Where the heap of a line is shown: at the loop heads in it, else before its first instruction. */
export interface LinePoints {
  readonly line: number;
  readonly points: readonly Point[];
  /** Is this a loop head? */
  readonly loop: boolean;
}

/** The lines of a function that have code, in order. */
export function pointsByLine(f: FunctionSymbol): LinePoints[] {
  const heads = loopHeads(f.body!);
  const lines = new Map<number, { points: Point[]; loop: boolean }>();
  for (const block of f.body!.blocks) {
    for (const { line, index } of firstOfLines(f.body!, block)) {
      const loop = index === 0 && heads.has(block);
      const entry = lines.get(line) ?? { points: [], loop: false };
      if (loop && !entry.loop) entry.points = [];
      if (loop || entry.points.length === 0) entry.points.push({ function: f, block, index });
      entry.loop ||= loop;
      lines.set(line, entry);
    }
  }
  return [...lines].map(([line, entry]) => ({ line, ...entry })).sort((a, b) => a.line - b.line);
}

/** Lines of another file, included into the function, are left out. */
function firstOfLines({ source, at: start }: FunctionBody, block: Block): { line: number; index: number }[] {
  const { file } = source.locate(start);
  const found = new Map<number, number>();
  [...block.instrs, block.terminator].forEach(({ at }, index) => {
    const place = at < 0 ? null : source.locate(at);
    if (place?.file === file && !found.has(place.line)) found.set(place.line, index);
  });
  return [...found].map(([line, index]) => ({ line, index }));
}

function loopHeads(body: FunctionBody): ReadonlySet<Block> {
  const { isHead } = weakOrder(flowGraphOf(body));
  return new Set(body.blocks.filter((b) => isHead[b.id]));
}

export function returnsOf(f: FunctionSymbol): Point[] {
  return f.body!.blocks.flatMap((block): Point[] =>
    block.terminator.kind === 'return' ? [{ function: f, block, index: block.instrs.length }] : [],
  );
}

/** After the instruction that contains a site; after a condition, at its successors. */
export function pointsBehind(f: FunctionSymbol, { at, end }: Site): Point[] {
  for (const block of f.body!.blocks) {
    const index = block.instrs.findIndex((i) => i.at <= at && end <= i.end);
    if (index >= 0) return [{ function: f, block, index: index + 1 }];
    const { terminator } = block;
    if (terminator.at <= at && end <= terminator.end) {
      return successorsOf(terminator).map((next) => ({ function: f, block: next, index: 0 }));
    }
  }
  return [];
}

/** After the last instruction of each block that is in a line. */
export function pointsBehindLine(f: FunctionSymbol, line: number): Point[] {
  const { source, blocks } = f.body!;
  return blocks.flatMap((block): Point[] => {
    const index = block.instrs.findLastIndex(({ at }) => at >= 0 && source.locate(at).line === line);
    return index >= 0 ? [{ function: f, block, index: index + 1 }] : [];
  });
}
