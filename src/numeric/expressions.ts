// Integer expressions in the numeric domain: what they are worth, and what is known where one holds as a condition.
// For engines that keep numbers of variables beside their heaps; they say which place has which key.

import type { Expr, Place } from '../ir/instr.js';
import { isVolatile } from '../ir/volatile.js';
import { isComparison, NEGATED } from '../types/operators.js';
import { isInteger } from '../types/questions.js';
import {
  anyOf,
  combine,
  compare,
  convert,
  EITHER_TRUTH,
  exactly,
  type NumberValue,
  negated,
  numberAt,
  UNKNOWN_NUMBER,
} from './arithmetic.js';
import type { Key, Numbers } from './numbers.js';

/** The key under which the number at a place is known; null: nothing is. */
export type KeyOf = (place: Place) => Key | null;

export function numberOf(n: Numbers, e: Expr, keyOf: KeyOf): NumberValue {
  if (!isInteger(e.type)) return UNKNOWN_NUMBER;
  switch (e.kind) {
    case 'int':
      return exactly(Number(e.value));
    case 'load': {
      const key = isVolatile(e.place) ? null : keyOf(e.place);
      return key === null ? anyOf(e.type) : numberAt(n, key, e.type);
    }
    case 'cast':
      return convert(numberOf(n, e.operand, keyOf), e.operand.type, e.type);
    case 'unary':
      if (e.op === 'not') return EITHER_TRUTH;
      return e.op === 'neg' ? negated(n, numberOf(n, e.operand, keyOf), e.type) : anyOf(e.type);
    case 'binary':
      return combine(n, e.op, numberOf(n, e.left, keyOf), numberOf(n, e.right, keyOf), e.type);
    default:
      return anyOf(e.type);
  }
}

/** n ∧ e, or n ∧ ¬e; null if that cannot be. Conditions on anything but integers say nothing. */
export function assumeNumbers(n: Numbers, e: Expr, holds: boolean, keyOf: KeyOf): Numbers | null {
  if (e.kind === 'unary' && e.op === 'not') return assumeNumbers(n, e.operand, !holds, keyOf);
  if (e.kind === 'binary' && isComparison(e.op)) {
    if (!isInteger(e.left.type) || !isInteger(e.right.type)) return n;
    const op = holds ? e.op : NEGATED[e.op];
    return compare(n, op, numberOf(n, e.left, keyOf), numberOf(n, e.right, keyOf));
  }
  return isInteger(e.type) ? compare(n, holds ? 'ne' : 'eq', numberOf(n, e, keyOf), exactly(0)) : n;
}
