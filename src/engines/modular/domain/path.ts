// The way of a path through its procedure: instructions and decisions, the last one first.
// Reports look back at it (beliefs/decided-in-between.ts, exec/contradiction.ts); states only keep the decisions.

import type { Block } from '../../../ir/instr.js';
import type { FunctionBody } from '../../../ir/program.js';
import type { Step } from './state.js';

/** A path to an instruction. */
export interface Path {
  readonly body: FunctionBody;
  readonly block: Block;
  /** The position of the instruction in the block; its end for the terminator. */
  readonly index: number;
  readonly steps: Step | null;
}

/** An instruction: its block, and its position there. */
export type Position = readonly [Block, number];

/** Instructions, the last one first, and the decision before them. */
export interface Part {
  readonly instrs: readonly Position[];
  readonly step: Step | null;
}

export function* backwards({ body, block, index, steps }: Path): Generator<Part> {
  let until: Block = block;
  let last = index;
  for (let step = steps; ; step = step.before) {
    const instrs: Position[] = [];
    const start: Block = step ? step.to : body.entry;
    let left = body.blocks.length;
    for (let b: Block | null = start; b && left > 0; b = b === until ? null : onlySuccessor(b), left--) {
      const end = b === until ? last : b.instrs.length;
      for (let i = 0; i < end; i++) instrs.push([b, i]);
    }
    yield { instrs: instrs.reverse(), step };
    if (!step) return;
    until = step.from;
    last = until.instrs.length;
  }
}

const onlySuccessor = ({ terminator: t }: Block): Block | null => (t.kind === 'goto' ? t.target : null);
