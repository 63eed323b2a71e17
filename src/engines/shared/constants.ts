// Constants of the program: literals, their conversions, and the expansion of `offsetof`.
// For sizes, counts and indices that an engine needs independently of a state.

import type { Expr, Place } from '../../ir/instr.js';
import { rangeOfType } from '../../numeric/range.js';
import type { CType } from '../../types/types.js';

/** Larger values are not sizes or offsets. */
const LARGEST = 2n ** 40n;

/** The value, if it is the same in every state; null for conversions that change the value. */
export function constantOf(e: Expr | undefined): number | null {
  switch (e?.kind) {
    case 'int':
      return e.value > -LARGEST && e.value < LARGEST ? Number(e.value) : null;
    case 'cast':
      return within(e.type, constantOf(e.operand));
    case 'unary':
      return e.op === 'neg' ? within(e.type, opposite(constantOf(e.operand))) : null;
    case 'address':
      return constantPlace(e.place);
    default:
      return null;
  }
}

const within = (type: CType, n: number | null): number | null => {
  if (n === null || type.kind === 'pointer') return n;
  const { low, high } = rangeOfType(type);
  return n >= low && n <= high ? n : null;
};

const opposite = (n: number | null): number | null => (n === null ? null : -n);

/** The address of a member of an object at a constant address. */
function constantPlace(place: Place): number | null {
  if (place.kind === 'deref') return constantOf(place.pointer);
  const base = place.kind === 'field' ? constantPlace(place.base) : null;
  return base === null || place.kind !== 'field' ? null : base + place.field.offset;
}
