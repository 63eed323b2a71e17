// Arithmetic that hides an address in a number, from which other arithmetic gets it back: `(uintptr_t)a ^ (uintptr_t)b`, distances.
// Between the compiler of expressions and the machine: what such an operation is given escapes, so that it is never told as lost.

import type { BinaryExpr, Expr, Instr, UnaryExpr, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { walkNode } from '../../ir/walk.js';
import type { Eval } from '../frame.js';
import type { Machine } from '../machine.js';
import { isIntRep, repOf } from '../rep.js';
import type { Int } from '../wide.js';
import type { Context } from './context.js';

/** Results from which an operand can be computed; a constant beside an address is a tag or an offset, through which it still shows. */
const MIXING: ReadonlySet<BinaryExpr['op']> = new Set(['xor', 'sub', 'add', 'or']);
const SHIFTING: ReadonlySet<BinaryExpr['op']> = new Set(['shl', 'shr']);

/** The operands of a binary operation; if it hides addresses, they escape when they are evaluated. */
export function letOperandsEscape(c: Context, e: BinaryExpr, a: Eval, b: Eval): [Eval, Eval] {
  const mixes = MIXING.has(e.op) && e.left.kind !== 'int' && e.right.kind !== 'int';
  if (!mixes && !SHIFTING.has(e.op)) return [a, b];
  if (!holdsAddress(c, e.left) && !holdsAddress(c, e.right)) return [a, b];
  return [escaping(c.machine, a), escaping(c.machine, b)];
}

/** The same for `-x` and `~x`. */
export const letOperandEscape = (c: Context, e: UnaryExpr, a: Eval): Eval =>
  (e.op === 'neg' || e.op === 'bitnot') && holdsAddress(c, e.operand) ? escaping(c.machine, a) : a;

const escaping =
  (m: Machine, a: Eval): Eval =>
  (f) => {
    const value = a(f);
    const { addresses32 } = m.memory;
    const pointer =
      addresses32 && Number.isInteger(value) ? addresses32.decode((value as number) >>> 0) : (value as Int);
    if (pointer >= 2 ** 32) m.escaped.add(value);
    return value;
  };

/** Is the value an address as a number, or computed from one? */
export const holdsAddress = ({ numbers }: Context, e: Expr): boolean => numbers !== null && isAddressNumber(e, numbers);

/** Local variables of a function that hold addresses as numbers; null if it makes no number of an address. */
export function addressNumbersIn({ blocks }: FunctionBody): ReadonlySet<Variable> | null {
  let casts = 0;
  const expr = (e: Expr) => {
    if (e.kind === 'cast' && e.operand.type.kind === 'pointer' && isIntRep(repOf(e.type))) casts++;
  };
  for (const { instrs, terminator } of blocks) for (const node of [...instrs, terminator]) walkNode(node, { expr });
  if (casts === 0) return null;
  const numbers = new Set<Variable>();
  for (let before = -1; before < numbers.size; ) {
    before = numbers.size;
    for (const { instrs } of blocks) for (const instr of instrs) noteAssigned(instr, numbers);
  }
  return numbers;
}

function noteAssigned(instr: Instr, numbers: Set<Variable>): void {
  if (instr.kind !== 'assign' || instr.place.kind !== 'var') return;
  if (isAddressNumber(instr.value, numbers)) numbers.add(instr.place.variable);
}

function isAddressNumber(e: Expr, numbers: ReadonlySet<Variable>): boolean {
  if (!isIntRep(repOf(e.type))) return false;
  if (e.kind === 'cast') return e.operand.type.kind === 'pointer' || isAddressNumber(e.operand, numbers);
  if (e.kind === 'unary') return isAddressNumber(e.operand, numbers);
  if (e.kind === 'binary') return isAddressNumber(e.left, numbers) || isAddressNumber(e.right, numbers);
  return e.kind === 'load' && e.place.kind === 'var' && numbers.has(e.place.variable);
}
