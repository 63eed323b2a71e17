// Comparisons of values: numbers by their terms, pointers by base and offset.
// Called by evaluate.ts; may split a context on whether memory is live.

import type { BinaryOp } from '../../ir/instr.js';
import { mayShareMemory } from '../../ir/read-only.js';
import {
  atMost,
  below,
  type Condition,
  type Constraint,
  different,
  equal,
  FALSE,
  just,
  negate,
  not,
  TRUE,
} from '../../logic/linear/constraint.js';
import { constant, symbol, type Term, ZERO } from '../../logic/linear/term.js';
import { doubt, type Here } from './analysis.js';
import { type Life, lifeOf } from './memory.js';
import { type Context, implies } from './paper/context.js';
import { type Base, keyOfBase, type Value } from './paper/value.js';

export interface Decided {
  readonly context: Context;
  /** The condition under which the expression is nonzero. */
  readonly condition: Condition;
}

/** An unknown result: a fresh flag. */
export const anyTruth = (here: Here): Condition =>
  just(equal(symbol(here.run.fresh.next('?', 'unknown', 0n, 1n)), constant(1)));

export function compareValues(here: Here, context: Context, op: BinaryOp, l: Value, r: Value): Decided[] {
  const [a, b] = [withoutPointer(l), withoutPointer(r)];
  if (a && b) return [{ context, condition: just(constraintOf(op, a, b)) }];
  if (l.kind === 'pointer' && r.kind === 'pointer') return comparePointers(here, context, op, l, r);
  if (l.kind === 'uninitialized' || r.kind === 'uninitialized')
    doubt(here, 'valid-deref', 'an uninitialized pointer is compared');
  return [{ context, condition: anyTruth(here) }];
}

/** A number, or the offset of a null pointer. */
function withoutPointer(v: Value): Term | null {
  if (v.kind === 'number') return v.term;
  return v.kind === 'pointer' && v.base.kind === 'null' ? v.offset : null;
}

type Pointer = Extract<Value, { kind: 'pointer' }>;

/** Pointers with the same base are compared by offset; with different bases only equality is decided. */
function comparePointers(here: Here, context: Context, op: BinaryOp, l: Pointer, r: Pointer): Decided[] {
  const unknown = (): Decided[] => [{ context, condition: anyTruth(here) }];
  const isSomewhere = ({ base }: Pointer): boolean => base.kind === 'wild' || base.kind === 'text';
  if (l.base.kind === 'null' || r.base.kind === 'null') return compareWithNull(here, context, op, l, r);
  if (isSomewhere(l) || isSomewhere(r)) return unknown();
  if (keyOfBase(l.base) === keyOfBase(r.base))
    return [{ context, condition: just(constraintOf(op, l.offset, r.offset)) }];
  if (op !== 'eq' && op !== 'ne') return unknown();
  return settleBoth(here, context, l, r).map(({ context: c, apart }) => {
    const same = apart ? sameAddress(l, r) : anyTruth(here);
    return { context: c, condition: op === 'eq' ? same : not(same) };
  });
}

/** Only a wild pointer may be null. */
function compareWithNull(here: Here, context: Context, op: BinaryOp, l: Pointer, r: Pointer): Decided[] {
  const isOpen = ({ base }: Pointer): boolean => base.kind === 'wild' && !base.somewhere;
  const unknown = isOpen(l) || isOpen(r) || (op !== 'eq' && op !== 'ne');
  const plain = l.offset.key === '0' && r.offset.key === '0';
  const condition = unknown || !plain ? anyTruth(here) : op === 'eq' ? FALSE : TRUE;
  return [{ context, condition }];
}

/** Literals with a common part may share memory. */
const mayShare = (here: Here, base: Base, { born }: Life): boolean =>
  base.kind === 'object' && base.id < 0 ? mayShareMemory(here.run.globals.variable(base.id)) : !!born?.mayShare;

const sameAddress = (l: Pointer, r: Pointer): Condition =>
  l.base.kind === 'record' && r.base.kind === 'record'
    ? just(equal(l.base.number, r.base.number), equal(l.offset, r.offset))
    : FALSE;

/**
 * Addresses with different bases differ if both are live and in bounds. The address of freed memory may be reused, and
 * one base may begin where another ends.
 */
function settleBoth(here: Here, context: Context, l: Pointer, r: Pointer): { context: Context; apart: boolean }[] {
  return livesOf(here, context, l.base).flatMap((a) =>
    livesOf(here, a.context, r.base).map((b) => ({
      context: b.context,
      apart:
        isInside(here, b.context, l, a) &&
        isInside(here, b.context, r, b) &&
        !(mayShare(here, l.base, a) && mayShare(here, r.base, b)),
    })),
  );
}

function livesOf(here: Here, context: Context, base: Base): Life[] {
  if (base.kind === 'record' || base.kind === 'object') return lifeOf(here, context, base);
  return [{ context, living: true, size: null, born: null }]; // functions and null
}

function isInside(here: Here, context: Context, { base, offset }: Pointer, { living, size, born }: Life): boolean {
  if (base.kind === 'null' || base.kind === 'function') return offset.key === '0';
  if (!living) return false;
  if (!size) return offset.key === '0' && born !== null;
  return (
    implies(here.run.decider, context, atMost(ZERO, offset)) && implies(here.run.decider, context, below(offset, size))
  );
}

function constraintOf(op: BinaryOp, a: Term, b: Term): Constraint {
  switch (op) {
    case 'eq':
      return equal(a, b);
    case 'ne':
      return different(a, b);
    case 'lt':
      return below(a, b);
    case 'le':
      return atMost(a, b);
    case 'gt':
      return negate(atMost(a, b));
    default:
      return negate(below(a, b));
  }
}
