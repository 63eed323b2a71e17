// As what a block is allocated: the type core predicate of the paper. Records of the same size and layout, such as the elements of a
// list and of the lists that they own, are not merged with each other. Asked once per allocation, by intrinsics.ts.

import type { Block, CallInstr, Expr } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { printType } from '../../types/print-type.js';
import type { CType } from '../../types/types.js';
import type { Frame } from './analysis.js';

/** Types that say nothing about the memory behind them. */
const isBlank = (t: CType): boolean => t.kind === 'void' || (t.kind === 'int' && t.size === 1);

/**
 * The type that the first pointer to it has, from the allocator outwards: functions that return it as `void *` or `char *` do
 * not know. Any name would be sound, because it only keeps nodes apart.
 */
export function allocatedType(frame: Frame): string {
  for (let f: Frame = frame; f.caller && f.call; f = f.caller) {
    const type = pointeeBehind(f.caller.body, f.call);
    if (type && !isBlank(type)) return nameOf(type);
  }
  return '';
}

export const nameOf = (type: CType): string => printType(type.unqualified);

function pointeeBehind({ blocks }: FunctionBody, call: CallInstr): CType | null {
  const { result } = call;
  if (!result || result.type.kind !== 'pointer') return null;
  const own = result.type.target.unqualified;
  if (!isBlank(own) || result.kind !== 'var') return own;
  const block = blocks.find((b) => b.instrs.includes(call));
  const converted =
    block &&
    conversionOf(block, (e) => e.kind === 'load' && e.place.kind === 'var' && e.place.variable === result.variable);
  return converted ?? own;
}

/** The pointer that the variable becomes by the first assignment in the block: `t = malloc(8); p = (struct node *)t`. */
function conversionOf({ instrs }: Block, isIt: (e: Expr) => boolean): CType | null {
  for (const i of instrs) {
    if (i.kind !== 'assign' || i.place.type.kind !== 'pointer') continue;
    let value = i.value;
    while (value.kind === 'cast') value = value.operand;
    if (isIt(value)) return i.place.type.target.unqualified;
  }
  return null;
}
