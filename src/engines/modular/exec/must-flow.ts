// What holds of local variables on every way to an instruction, whichever paths were followed: a forward analysis over the
// flow graph. No state is needed. Used by calls/surely.ts and freed-before.ts.

import { edgesOf } from '../../../ir/cfg.js';
import type { Block, Expr, Instr } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import { flowGraphOf, reversePostorder } from '../../../solver/flow-graph.js';

/** What is known of some variables; of the others nothing. */
export type Known<T> = Map<LocalVariable, T>;

export interface MustFlow<T> {
  step(known: Known<T>, instr: Instr): void;
  assume(known: Known<T>, condition: Expr, holds: boolean): void;
  /** What is known if two ways meet that each know something. Monotonic: joining again changes nothing. */
  join(a: T, b: T): T;
}

/** Told what holds before each instruction, and before the decision of each block (null), once that is final. */
export type Visitor<T> = (block: Block, instr: Instr | null, known: ReadonlyMap<LocalVariable, T>) => void;

/** known(b) = ⊓ over edges a → b of what a leaves and the edge assumes; blocks that were not visited yet restrict nothing. */
export function followAllWays<T>(body: FunctionBody, flow: MustFlow<T>, visit: Visitor<T>): void {
  const before = new Map<Block, Known<T>>([[body.entry, new Map()]]);
  const order = reversePostorder(flowGraphOf(body)).map((id) => body.blocks[id]!);
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const block of order) {
      const left = new Map(before.get(block)!);
      for (const instr of block.instrs) flow.step(left, instr);
      for (const { to, assumes } of edgesOf(block)) {
        const there = new Map(left);
        for (const { condition, holds } of assumes) flow.assume(there, condition, holds);
        const old = before.get(to);
        const met = old ? meet(old, there, flow) : there;
        if (met === old) continue;
        before.set(to, met);
        isStable = false;
      }
    }
  }
  for (const block of order) {
    const known = new Map(before.get(block)!);
    for (const instr of block.instrs) {
      visit(block, instr, known);
      flow.step(known, instr);
    }
    visit(block, null, known);
  }
}

/** What both know; the first itself if that is all that it knows. */
function meet<T>(a: Known<T>, b: Known<T>, { join }: MustFlow<T>): Known<T> {
  const both: Known<T> = new Map();
  let isSame = true;
  for (const [variable, x] of a) {
    const y = b.get(variable);
    const joined = y === undefined ? undefined : join(x, y);
    if (joined !== undefined) both.set(variable, joined);
    if (joined !== x) isSame = false;
  }
  return isSame ? a : both;
}
