// eval(e, [s, t, p]): the symbolic value of an expression, and of the places and conditions in it.
// Reads of memory may split the context; invalid reads are reported.

import { bytesOf } from '../../ir/bytes.js';
import type { Expr, Place, Variable } from '../../ir/instr.js';
import { isVolatile } from '../../ir/volatile.js';
import { type Condition, different, equal, just, not, TRUE } from '../../logic/linear/constraint.js';
import { add, constant, numberIn, plus, quotient, scale, subtract, type Term, ZERO } from '../../logic/linear/term.js';
import { isComparison } from '../../types/operators.js';

import { sizeInSteps } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import { isPlainLocal } from '../shared/plain-locals.js';
import { type Here, keyOfVariable, rangeOf, unknownOf } from './analysis.js';
import { compute, convert, fit } from './arithmetic.js';
import { anyTruth, compareValues, type Decided } from './compare.js';
import { escapeOperands } from './escape.js';
import { type Address, access, load, type Outcome, report, unknownValue } from './memory.js';
import { assume, type Context, fork } from './paper/context.js';
import { type Base, keyOfBase, NULL, number, pointer, UNKNOWN, type Value, WILD } from './paper/value.js';

// ---- places ----------------------------------------------------------------------------------------------------

export type Where =
  | { readonly kind: 'register'; readonly key: string }
  | ({ readonly kind: 'memory'; readonly bits: boolean } & Address);

export interface Resolved {
  readonly context: Context;
  readonly where: Where;
}

const memory = (base: Base, offset: Term, bits = false): Where => ({ kind: 'memory', base, offset, bits });

/** Scalars whose address is not taken are in the state, everything else in memory. */
export const isRegister = isPlainLocal;

export function resolve(here: Here, context: Context, place: Place): Resolved[] {
  switch (place.kind) {
    case 'var':
      return [{ context, where: whereIs(here, context, place.variable) }];
    case 'deref':
      return evaluate(here, context, place.pointer).flatMap(({ context: c, value }) => follow(here, c, value));
    case 'field':
      return resolve(here, context, place.base).map(({ context: c, where }) => ({
        context: c,
        where:
          where.kind === 'memory'
            ? memory(where.base, plus(where.offset, place.field.offset), place.field.bits !== null)
            : where,
      }));
    case 'index':
      return resolve(here, context, place.base).flatMap(({ context: c, where }) =>
        evaluate(here, c, place.index).map((i): Resolved => {
          const term = i.value.kind === 'number' ? i.value.term : unknownOf(here.run, place.index.type);
          if (where.kind !== 'memory') return { context: i.context, where };
          const step = scale(term, BigInt(sizeInSteps(place.type)));
          return { context: i.context, where: memory(where.base, add(where.offset, step), where.bits) };
        }),
      );
  }
}

function whereIs(here: Here, context: Context, v: Variable): Where {
  if (v.kind === 'global') return memory({ kind: 'object', id: here.run.globals.idOf(v) }, ZERO);
  const key = keyOfVariable(here.frame, v);
  const slot = context.variables.get(key);
  return slot?.kind === 'object' ? memory({ kind: 'object', id: slot.id }, ZERO) : { kind: 'register', key };
}

function follow(here: Here, context: Context, value: Value): Resolved[] {
  if (value.kind === 'pointer') return [{ context, where: memory(value.base, value.offset) }];
  if (value.kind === 'uninitialized') {
    uninitialized(here, context);
    return [];
  }
  const zero = value.kind === 'number' && numberIn(value.term) === 0n;
  return [{ context, where: memory(zero ? { kind: 'null', failed: false } : { kind: 'wild' }, ZERO) }];
}

export const uninitialized = (here: Here, context: Context): void =>
  report(here, context, { rule: 'uninitialized-pointer', message: 'the pointer is uninitialized' });

// ---- expressions -----------------------------------------------------------------------------------------------

export function evaluate(here: Here, context: Context, e: Expr): Outcome[] {
  switch (e.kind) {
    case 'int':
      return [{ context, value: e.type.kind === 'pointer' ? pointerOf(e.value) : number(constant(e.value)) }];
    case 'load': {
      const outcomes = read(here, context, e.place);
      if (e.type.kind === 'pointer' || !isVolatile(e.place)) return outcomes;
      return outcomes.map((o) => ({ context: o.context, value: unknownValue(here, e.type) }));
    }
    case 'address':
      return resolve(here, context, e.place).map(({ context: c, where }) => ({
        context: c,
        value: where.kind === 'memory' ? pointer(where.base, where.offset) : WILD,
      }));
    case 'function-address':
      return [{ context, value: pointer({ kind: 'function', symbol: here.run.program.addressed(e.target) }) }];
    case 'unary':
      return evaluateUnary(here, context, e);
    case 'binary':
      return evaluateBinary(here, context, e);
    case 'cast':
      return evaluate(here, context, e.operand).flatMap((o) => cast(here, o, e.operand.type, e.type));
    default:
      return [{ context, value: unknownValue(here, e.type) }];
  }
}

const pointerOf = (n: bigint): Value => (n === 0n ? NULL : WILD);

export function read(here: Here, context: Context, place: Place): Outcome[] {
  return resolve(here, context, place).flatMap(({ context: c, where }): Outcome[] => {
    if (where.kind === 'register') {
      const slot = c.variables.get(where.key);
      const value = slot?.kind === 'value' ? slot.value : UNKNOWN;
      return settle(here, c, value, place.type);
    }
    const { type } = place;
    return access(here, c, where, constant(bytesOf(place))).flatMap((a) => {
      if (where.bits) return [{ context: a, value: unknownValue(here, type) }];
      return load(here, a, where, type, nameOf(here, place)).flatMap((o) =>
        reinterpret(here, o.context, o.value, type),
      );
    });
  });
}

/** Bytes that were written as another type are converted; an uninitialised number is any number. */
function reinterpret(here: Here, context: Context, value: Value, type: CType): Outcome[] {
  if (value.kind !== 'number' || type.kind === 'pointer') return settle(here, context, value, type);
  if (!rangeOf(type)) return [{ context, value: unknownValue(here, type) }];
  return convert(here, context, type, value.term).map((r) => ({ context: r.context, value: number(r.term) }));
}

function settle(here: Here, context: Context, value: Value, type: CType): Outcome[] {
  if (value.kind === 'uninitialized' && type.kind !== 'pointer') return [{ context, value: unknownValue(here, type) }];
  if (value.kind === 'unknown' && (rangeOf(type) || type.kind === 'pointer'))
    return [{ context, value: unknownValue(here, type) }];
  return [{ context, value }];
}

/** The source text of the place. */
export function nameOf(here: Here, { at, end }: Place): string {
  return here.frame.body.source.phrase({ at, end }).slice(0, 60) || 'a field';
}

function evaluateUnary(here: Here, context: Context, e: Extract<Expr, { kind: 'unary' }>): Outcome[] {
  if (e.op === 'not') return asNumber(here, context, e);
  return evaluate(here, context, e.operand).flatMap(({ context: c, value }): Outcome[] => {
    if (value.kind !== 'number')
      return [{ context: escapeOperands(here, c, [value]), value: unknownValue(here, e.type) }];
    const term = e.op === 'neg' ? scale(value.term, -1n) : e.op === 'bitnot' ? plus(scale(value.term, -1n), -1) : null;
    if (!term) return [{ context: c, value: unknownValue(here, e.type) }];
    return fit(here, c, e.type, term).map((r) => ({ context: r.context, value: number(r.term) }));
  });
}

function evaluateBinary(here: Here, context: Context, e: Extract<Expr, { kind: 'binary' }>): Outcome[] {
  if (isComparison(e.op))
    return e.left.type.kind === 'vector' ? [{ context, value: UNKNOWN }] : asNumber(here, context, e);
  return evaluate(here, context, e.left).flatMap((l) =>
    evaluate(here, l.context, e.right).flatMap((r) => combine(here, r.context, e, l.value, r.value)),
  );
}

function combine(here: Here, context: Context, e: Extract<Expr, { kind: 'binary' }>, l: Value, r: Value): Outcome[] {
  if (e.op === 'ptr-add') return [{ context, value: move(here, e, l, r) }];
  if (e.op === 'ptr-diff') return [distance(here, context, e, l, r)];
  if (l.kind !== 'number' || r.kind !== 'number')
    return [{ context: escapeOperands(here, context, [l, r]), value: unknownValue(here, e.type) }];
  return compute(here, context, e.op, e.type, l.term, r.term).map((c) => ({
    context: c.context,
    value: number(c.term),
  }));
}

const targetSize = (t: CType): bigint => (t.kind === 'pointer' ? BigInt(sizeInSteps(t.target)) : 1n);

function move(here: Here, e: Extract<Expr, { kind: 'binary' }>, l: Value, r: Value): Value {
  if (l.kind === 'uninitialized') return l;
  if (l.kind !== 'pointer') return WILD;
  const steps = r.kind === 'number' ? r.term : unknownOf(here.run, e.right.type);
  return { ...l, offset: add(l.offset, wrapped(here, scale(steps, targetSize(e.left.type)))) };
}

/** Addresses wrap around: adding 2^64 - 8, an unsigned -8, subtracts 8. */
function wrapped(here: Here, distance: Term): Term {
  const n = numberIn(distance);
  return n === null ? distance : constant(BigInt.asIntN(here.run.pointerSize * 8, n));
}

function distance(here: Here, context: Context, e: Extract<Expr, { kind: 'binary' }>, l: Value, r: Value): Outcome {
  const within = l.kind === 'pointer' && r.kind === 'pointer' && keyOfBase(l.base) === keyOfBase(r.base);
  if (!within || targetSize(e.left.type) === 0n)
    return { context: escapeOperands(here, context, [l, r]), value: unknownValue(here, e.type) };
  return { context, value: number(quotient(subtract(l.offset, r.offset), targetSize(e.left.type))) };
}

/** The condition as 0 or 1; splits the context. */
function asNumber(here: Here, context: Context, e: Expr): Outcome[] {
  return decideCondition(here, context, e).flatMap(({ context: c, condition }) => {
    const yes = assume(here.run.decider, c, condition);
    const no = assume(here.run.decider, c, not(condition));
    return [
      ...(yes ? [{ context: yes, value: number(constant(1)) }] : []),
      ...(no ? [{ context: no, value: number(ZERO) }] : []),
    ];
  });
}

function cast(here: Here, { context, value }: Outcome, from: CType, to: CType): Outcome[] {
  if (value.kind === 'pointer' && value.base.kind === 'null' && to.kind !== 'pointer' && rangeOf(to))
    return castNumber(here, context, value.offset, to); // a hand-written `offsetof`
  if (value.kind === 'pointer' || value.kind === 'uninitialized') {
    if (to.size === from.size) return [{ context, value }];
    const isTruth = to.kind === 'int' && to.bits === 1;
    return [{ context: isTruth ? context : escapeOperands(here, context, [value]), value: unknownValue(here, to) }];
  }
  if (to.kind === 'pointer') return toPointer(here, context, value);
  if (value.kind !== 'number' || !rangeOf(to)) return [{ context, value: unknownValue(here, to) }];
  return castNumber(here, context, value.term, to);
}

const castNumber = (here: Here, context: Context, term: Term, to: CType): Outcome[] =>
  convert(here, context, to, term).map((c) => ({ context: c.context, value: number(c.term) }));

/** 0 is null; any other number is a wild pointer. */
function toPointer(here: Here, context: Context, value: Value): Outcome[] {
  if (value.kind !== 'number') return [{ context, value: WILD }];
  const { yes, no } = fork(here.run.decider, context, equal(value.term, ZERO));
  return [...(yes ? [{ context: yes, value: NULL }] : []), ...(no ? [{ context: no, value: WILD }] : [])];
}

// ---- conditions ------------------------------------------------------------------------------------------------

export function decideCondition(here: Here, context: Context, e: Expr): Decided[] {
  if (e.kind === 'unary' && e.op === 'not')
    return decideCondition(here, context, e.operand).map((d) => ({ ...d, condition: not(d.condition) }));
  if (e.kind === 'binary' && isComparison(e.op) && e.left.type.kind !== 'vector') return compare(here, context, e);
  return evaluate(here, context, e).map(({ context: c, value }) => ({ context: c, condition: isTrue(here, value) }));
}

function isTrue(here: Here, value: Value): Condition {
  if (value.kind === 'number') return just(different(value.term, ZERO));
  if (value.kind !== 'pointer') return anyTruth(here);
  if (value.base.kind === 'wild') return value.base.somewhere ? TRUE : anyTruth(here);
  return value.base.kind === 'null' ? just(different(value.offset, ZERO)) : TRUE;
}

function compare(here: Here, context: Context, e: Extract<Expr, { kind: 'binary' }>): Decided[] {
  return evaluate(here, context, e.left).flatMap((l) =>
    evaluate(here, l.context, e.right).flatMap((r) => compareValues(here, r.context, e.op, l.value, r.value)),
  );
}
