// Mutants without a null test: the code that the test guards runs in any case. Only tests whose removal is an error: the
// text of the program shows that a null can come to the test, and from there to a dereference.

import { successorsOf } from '../../src/ir/cfg.js';
import type { Block } from '../../src/ir/instr.js';
import { linesOf } from '../edit.js';
import type { CallEffects } from './call-effects.js';
import {
  changedBy,
  dereferences,
  endsProgram,
  isPure,
  type NullTest,
  nullTestOf,
  originOf,
  partsOf,
  textOf,
} from './code.js';
import type { MutationKind } from './kind.js';

/** Not assertions, nor tests whether an allocation has failed: these are rules of their own. */
export const nullTestDropped: MutationKind = {
  name: 'null-test-dropped',
  rules: ['null-dereference'],
  editsIn: (body, { effects, nulls }) =>
    body.blocks.flatMap((block) => {
      const test = nullTestOf(block);
      if (!test || endsProgram(test.null) || !guardsDereference(test) || isOfAllocation(test, block, effects))
        return [];
      if (!nulls.reaches(body, block, test.pointer.place)) return [];
      const { at, end } = test.condition;
      const text = textOf(body, { at, end });
      return isPure(text) ? [{ at, end, put: test.ifNonnull + linesOf(text) }] : [];
    }),
};

/** Does a path from the test dereference the pointer, before the pointer changes or is tested again? */
function guardsDereference({ pointer, nonnull }: NullTest): boolean {
  const origin = originOf(pointer)!;
  const parts = partsOf(pointer.place);
  const seen = new Set<Block>();
  const guards = (block: Block): boolean => {
    if (seen.has(block)) return false;
    seen.add(block);
    for (const i of block.instrs) {
      if (dereferences(i, origin)) return true;
      if (parts.has(changedBy(i) ?? '')) return false;
    }
    if (dereferences(block.terminator, origin)) return true;
    const again = nullTestOf(block);
    if (again && originOf(again.pointer) === origin) return false;
    return successorsOf(block.terminator).some(guards);
  };
  return guards(nonnull);
}

function isOfAllocation({ pointer }: NullTest, { instrs }: Block, effects: CallEffects): boolean {
  const last = instrs.findLast((i) => changedBy(i) === originOf(pointer));
  return last?.kind === 'call' && effects.allocates(last);
}
