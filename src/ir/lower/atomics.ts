// `__sync_*`, `__atomic_*` and checked arithmetic as plain instructions, as in a single-threaded program.
// Other threads are not modelled; engines that depend on it list it in their assumptions.

import type * as ast from '../../frontend/ast.js';
import { integerOf, isInteger } from '../../types/questions.js';
import type { IntType } from '../../types/types.js';
import type { BinaryOp, Expr, Place } from '../instr.js';
import type { FunctionBuilder } from './builder.js';
import { converted, keep, load, loadVariable, lowerValue, stable, variablePlace } from './expressions.js';

export function lowerAtomic(b: FunctionBuilder, e: ast.AtomicUpdate): Expr {
  const { at, end, action } = e;
  const pointer = stable(b, lowerValue(b, e.pointer));
  const target = e.pointer.type.kind === 'pointer' ? e.pointer.type.target : e.type;
  const place: Place = { kind: 'deref', pointer, type: target, at, end };
  switch (action.kind) {
    case 'load':
      return loadVariable(keep(b, load(place)), at, end);
    case 'store':
      b.emit({ kind: 'assign', place, value: lowerValue(b, action.value), at, end });
      return { kind: 'int', value: 0n, type: b.types.int, at, end };
    case 'exchange': {
      const value = stable(b, lowerValue(b, action.value));
      const old = loadVariable(keep(b, load(place)), at, end);
      b.emit({ kind: 'assign', place, value, at, end });
      return old;
    }
    case 'update': {
      const value = stable(b, lowerValue(b, action.value));
      const old = loadVariable(keep(b, load(place)), at, end);
      const fresh = loadVariable(keep(b, updated(b, action.op, old, value)), at, end);
      b.emit({ kind: 'assign', place, value: fresh, at, end });
      return action.result === 'old' ? old : fresh;
    }
    case 'compare-exchange': {
      const expected = stable(b, lowerValue(b, action.expected));
      const value = stable(b, lowerValue(b, action.value));
      const old = loadVariable(keep(b, load(place)), at, end);
      const success = exchangeIfEqual(b, place, old, expected, value, null);
      return action.result === 'old' ? old : converted(success, e.type);
    }
    case 'compare-exchange-through': {
      const through = stable(b, lowerValue(b, action.expectedPointer));
      const expected: Place = { kind: 'deref', pointer: through, type: target, at, end };
      const value = stable(b, lowerValue(b, action.value));
      const old = loadVariable(keep(b, load(place)), at, end);
      return converted(exchangeIfEqual(b, place, old, load(expected), value, expected), e.type);
    }
  }
}

function updated(b: FunctionBuilder, op: BinaryOp | 'nand', old: Expr, value: Expr): Expr {
  const { at, end, type } = old;
  if (op === 'nand') {
    const both: Expr = { kind: 'binary', op: 'and', left: old, right: value, type, at, end };
    return { kind: 'unary', op: 'bitnot', operand: both, type, at, end };
  }
  if (type.kind !== 'pointer') return { kind: 'binary', op, left: old, right: value, type, at, end };
  // Atomic arithmetic on pointers counts bytes.
  const base = converted(old, b.types.charPointer);
  const right: Expr = op === 'sub' ? { kind: 'unary', op: 'neg', operand: value, type: value.type, at, end } : value;
  return converted({ kind: 'binary', op: 'ptr-add', left: base, right, type: b.types.charPointer, at, end }, type);
}

/** `if (old == expected) place := value else seen := old`; yields whether it was equal. */
function exchangeIfEqual(
  b: FunctionBuilder,
  place: Place,
  old: Expr,
  expected: Expr,
  value: Expr,
  seen: Place | null,
): Expr {
  const { at, end } = old;
  const equal: Expr = { kind: 'binary', op: 'eq', left: old, right: expected, type: b.types.int, at, end };
  const success = loadVariable(keep(b, equal), at, end);
  const [yes, no, join] = [b.newBlock(), b.newBlock(), b.newBlock()];
  b.terminate({ kind: 'branch', condition: success, then: yes, else: no, at, end });
  b.resume(yes);
  b.emit({ kind: 'assign', place, value, at, end });
  b.goto(join, at);
  b.resume(no);
  if (seen) b.emit({ kind: 'assign', place: seen, value: old, at, end });
  b.start(join, at);
  return success;
}

/**
 * `__builtin_add_overflow(a, b, &r)`: computed in 128 bits, where the exact result fits, and compared with its
 * conversion to the type of `r`. Products of two unsigned 64-bit numbers need all 128 bits, so they are computed
 * unsigned.
 */
export function lowerOverflow(b: FunctionBuilder, e: ast.OverflowArithmetic): Expr {
  const { at, end } = e;
  const { int128, uint128, int, bool } = b.types;
  const unsigned = e.op === 'mul' && isUnsigned(e.left) && isUnsigned(e.right);
  const wide: IntType = unsigned ? uint128 : int128;
  const left = converted(lowerValue(b, e.left), wide);
  const right = converted(lowerValue(b, e.right), wide);
  const pointer = e.pointer ? stable(b, lowerValue(b, e.pointer)) : null;
  const exact = loadVariable(keep(b, { kind: 'binary', op: e.op, left, right, type: wide, at, end }), at, end);
  const narrow = loadVariable(keep(b, converted(exact, e.range)), at, end);
  if (pointer) {
    b.emit({ kind: 'assign', place: { kind: 'deref', pointer, type: e.range, at, end }, value: narrow, at, end });
  }
  const back = converted(narrow, wide);
  const result = b.temporary(bool, at);
  const differs: Expr = { kind: 'binary', op: 'ne', left: exact, right: back, type: int, at, end };
  b.emit({ kind: 'assign', place: variablePlace(result, at, end), value: converted(differs, bool), at, end });
  return loadVariable(result, at, end);
}

const isUnsigned = (e: ast.Expr): boolean => isInteger(e.type) && !integerOf(e.type).signed;
