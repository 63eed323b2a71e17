// Operators on GNU vectors: element by element, through the operators on scalars.
// A vector value is a copy of its bytes; clarity over speed, vectors are rare in heap programs.

import type { BinaryExpr, UnaryExpr } from '../../ir/instr.js';
import { isComparison } from '../../types/operators.js';
import type { CType, VectorType } from '../../types/types.js';
import { readValue, writeValue } from '../cells.js';
import type { Eval, Frame } from '../frame.js';
import { repOf, type Value } from '../rep.js';
import { makeScratch } from '../scratch.js';
import type { Int } from '../wide.js';
import { compileArithmetic, compileComplement, compileNegation } from './arithmetic.js';

/** Bytes to elements and back, by way of a scratch memory. */
export function unpack(bytes: Uint8Array, element: CType): Value[] {
  const scratch = makeScratch(bytes.length);
  scratch.u8.set(bytes);
  const out: Value[] = [];
  for (let a = 0; a + element.size <= bytes.length; a += element.size) out.push(readValue(scratch, a, element));
  return out;
}

export function pack(values: readonly Value[], element: CType): Uint8Array {
  const scratch = makeScratch(values.length * element.size);
  for (const [i, v] of values.entries()) writeValue(scratch, i * element.size, v, element);
  return scratch.u8;
}

export function compileVectorBinary(e: BinaryExpr, left: Eval, right: Eval): Eval {
  const operand = e.left.type.unqualified as VectorType;
  const result = e.type.unqualified as VectorType;
  const pair: [Value, Value] = [0, 0];
  const apply = compileArithmetic(
    e.op,
    repOf(operand.element),
    () => pair[0],
    () => pair[1],
  );
  const rightElement = (e.right.type.unqualified as VectorType).element ?? operand.element;
  return (f: Frame) => {
    const xs = unpack(left(f) as Uint8Array, operand.element);
    const ys = unpack(right(f) as Uint8Array, rightElement);
    const out = xs.map((x, i) => {
      pair[0] = x;
      pair[1] = ys[i]!;
      const r = apply(f);
      return isComparison(e.op) ? 0 - (r as number) : r;
    });
    return pack(out, result.element);
  };
}

export function compileVectorUnary(e: UnaryExpr, operand: Eval): Eval {
  const { element } = e.type.unqualified as VectorType;
  let value: Value = 0;
  const rep = repOf(element);
  const apply = e.op === 'neg' ? compileNegation(rep, () => value) : compileComplement(rep, () => value);
  return (f: Frame) => {
    const out = unpack(operand(f) as Uint8Array, element).map((v) => {
      value = v;
      return e.op === 'not' ? (v === 0 ? -1 : 0) : (apply(f) as Int);
    });
    return pack(out, element);
  };
}
