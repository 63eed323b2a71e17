// Code that accesses memory as numbers that may hold pointers: by conversions of pointers, or by members of unions.
// Asked for slices: a number that is stored outside by its own type overwrites no pointer.

import type { Expr, Place } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { walkNode } from '../../ir/walk.js';
import { isArithmetic } from '../../types/questions.js';
import type { CType } from '../../types/types.js';

export function retypes({ blocks }: FunctionBody): boolean {
  let found = false;
  const expr = (e: Expr): void => {
    found ||= e.kind === 'cast' && pointsToNumber(e.type) && e.operand.kind !== 'int' && !isSafe(e.operand.type);
  };
  const place = (p: Place): void => {
    found ||= p.kind === 'field' && p.base.type.kind === 'record' && p.base.type.body.union;
  };
  for (const { instrs, terminator } of blocks)
    for (const node of [...instrs, terminator]) walkNode(node, { expr, place });
  return found;
}

const pointsToNumber = (t: CType): boolean => t.kind === 'pointer' && isArithmetic(innermost(t.target));

/** Not a pointer to a record, a pointer, or anything: its memory holds numbers only. */
const isSafe = (t: CType): boolean => pointsToNumber(t);

const innermost = (t: CType): CType => (t.kind === 'array' ? innermost(t.element) : t.unqualified);
