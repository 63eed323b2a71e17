// Tagged pointers: bits that a program stores in the alignment bits of an address, and removes again.
// Used by evaluate.ts for `&`, `|` and `^` of an address and a constant.

import type { BinaryExpr, Expr } from '../../ir/instr.js';
import { constant } from '../../numeric/range.js';
import { integerOf, isInteger } from '../../types/questions.js';
import { number, type Value } from './evaluate.js';
import { exactOffset } from './memory.js';
import { isHeap, isNull, nameOf, pointsToNode } from './paper/cell.js';
import { at, displace } from './paper/refine.js';
import type { State } from './state.js';

type Address = Extract<Value, { kind: 'pointer' }>;

/**
 * Allocations are aligned to the size of a pointer, so that the low bits of the address a = base + offset are those of
 * the offset:
 *
 *   a | c, a ^ c   c below the alignment      moves the address by what the low bits gain
 *   a & c          c below the alignment      the low bits of the offset that are in c
 *   a & ~c         c below the alignment      moves the address back by what the low bits lose
 */
export function withBits(state: State, e: BinaryExpr, address: Address, other: Expr, alignment: number): Value | null {
  const value = constantIn(other);
  if (value === null || e.type.size !== alignment || other.type.size !== alignment) return null;
  const bits = BigInt.asIntN(8 * alignment, value);
  const { target } = address.position;
  const all = BigInt(alignment) - 1n;
  const inLow = (bits & ~all) === 0n;
  const keepsHigh = (~bits & ~all) === 0n;
  if (isNull(target) && e.op === 'and' && address.position.displaced === 'no')
    return inLow ? number(constant(0)) : address;
  const offset = exactOffset(address.position);
  if (!pointsToNode(target) || offset === null || offset < 0 || !isAligned(state, nameOf(target))) return null;
  const low = BigInt(offset) & all;
  const move = (to: bigint): Value => ({
    kind: 'pointer',
    position: displace(at(target), constant(Number(to - low)), null),
  });
  if (e.op === 'and') return inLow ? number(constant(Number(low & bits))) : keepsHigh ? move(low & bits) : null;
  if (!inLow) return null;
  return e.op === 'or' ? move(low | bits) : e.op === 'xor' ? move(low ^ bits) : null;
}

/** Memory that the program allocated; memory from a caller may have any alignment. */
function isAligned({ graph }: State, name: number): boolean {
  const node = graph.get(name);
  return isHeap(name) && node?.stack === null && node.site !== null;
}

/** The value of a constant expression, wrapped around as its types say. */
function constantIn(e: Expr): bigint | null {
  if (e.kind === 'int') return e.value;
  if (!isInteger(e.type) || (e.kind !== 'cast' && e.kind !== 'unary')) return null;
  const inner = isInteger(e.operand.type) ? constantIn(e.operand) : null;
  if (inner === null) return null;
  if (e.kind === 'cast') return wrapped(e.type, inner);
  return e.op === 'neg' ? wrapped(e.type, -inner) : e.op === 'bitnot' ? wrapped(e.type, ~inner) : null;
}

const wrapped = (type: Parameters<typeof integerOf>[0], n: bigint): bigint =>
  integerOf(type).signed ? BigInt.asIntN(8 * type.size, n) : BigInt.asUintN(8 * type.size, n);
