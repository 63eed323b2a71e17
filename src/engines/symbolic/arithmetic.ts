// C's arithmetic on terms: results are in the range of their type; signed overflow gives any number, unsigned wraps.
// Called by evaluate.ts; may split a context on the sign of an operand.

import type { BinaryOp } from '../../ir/instr.js';
import { atMost, different } from '../../logic/linear/constraint.js';
import {
  add,
  constant,
  mentions,
  multiply,
  numberIn,
  plus,
  quotient,
  remainder,
  scale,
  subtract,
  symbol,
  symbolsOf,
  type Term,
  ZERO,
} from '../../logic/linear/term.js';
import { isInModel } from '../../models/origin.js';
import type { CType } from '../../types/types.js';
import { because } from '../reason.js';
import { type Here, type Range, rangeOf, unknownOf } from './analysis.js';
import { type Context, fork, impliesAll, learn } from './paper/context.js';

export interface Computed {
  readonly context: Context;
  readonly term: Term;
}

/** The result of an operation in the range of its type. */
export function fit(here: Here, context: Context, type: CType, term: Term): Computed[] {
  const range = rangeOf(type);
  if (!range || isWithin(here, context, term, range)) return [{ context, term }];
  if (!range.signed) return [{ context, term: remainder(term, range.high + 1n) }];
  const n = numberIn(term);
  if (n !== null) return [{ context, term: constant(BigInt.asIntN(range.bits, n)) }];
  const inside = withoutOverflow(here, context, term, range);
  if (!isCounted(term) || overflowsSoon(here, context, term, range))
    return [...inside, ...overflows(here, context, type, term, range)];
  here.run.ledger.assume(because('environment', 'numbers that loops count up do not overflow'));
  return inside;
}

/** Does the term grow with the iterations of a loop? */
const isCounted = (term: Term): boolean => [...symbolsOf(term).values()].some((s) => s.origin === 'index' || s.counted);

/** A number that is counted up from a small one needs more iterations than a program runs for. */
function overflowsSoon({ run }: Here, context: Context, term: Term, { low, high }: Range): boolean {
  const unknowns = [...symbolsOf(term).values()];
  if (unknowns.some((s) => s.counted)) return false; // its relation to the iterations is not known yet
  const indices = unknowns.filter((s) => s.origin === 'index');
  let soon: Context | null = context;
  for (const index of indices) soon = soon && learn(run.decider, soon, atMost(symbol(index), constant(SOON)));
  const start = soon;
  return [atMost(term, constant(low - 1n)), atMost(constant(high + 1n), term)].some(
    (out) => start !== null && learn(run.decider, start, out) !== null,
  );
}

const SOON = 1_000;

function withoutOverflow(here: Here, context: Context, term: Term, { low, high }: Range): Computed[] {
  const above = learn(here.run.decider, context, atMost(constant(low), term));
  const both = above && learn(here.run.decider, above, atMost(term, constant(high)));
  return both ? [{ context: both, term }] : [];
}

/** Where the result is out of range, C leaves it undefined: any value. */
function overflows(here: Here, context: Context, type: CType, term: Term, { low, high }: Range): Computed[] {
  return [atMost(term, constant(low - 1n)), atMost(constant(high + 1n), term)].flatMap((out) => {
    const where = learn(here.run.decider, context, out);
    return where ? [{ context: where, term: unknownOf(here.run, type) }] : [];
  });
}

/** Conversions wrap. */
export function convert(here: Here, context: Context, type: CType, term: Term): Computed[] {
  const range = rangeOf(type);
  if (!range || isWithin(here, context, term, range)) return [{ context, term }];
  if (range.bits === 1) return truth(here, context, term);
  const any = anyOther(here, context, term, range);
  if (any) return [{ context, term: any }];
  const size = 1n << BigInt(range.bits);
  if (!range.signed) return [{ context, term: remainder(term, size) }];
  const half = size / 2n;
  return [{ context, term: plus(remainder(plus(term, half), size), -half) }];
}

/** In a model, an input without constraints: its conversion is a fresh input in the range of the target type. */
function anyOther({ run, frame }: Here, { known, path }: Context, term: Term, { low, high }: Range): Term | null {
  const [only] = term.parts;
  if (!isInModel(frame.body.source) || term.parts.length !== 1 || term.constant !== 0n || only!.times !== 1n)
    return null;
  const { atom } = only!;
  if (atom.kind !== 'symbol' || atom.symbol.origin !== 'input' || atom.symbol.position) return null;
  if ([known, ...path].some((cube) => cube.some((c) => mentions(c.term, atom.symbol)))) return null;
  return symbol(run.fresh.next(atom.symbol.name, 'input', low, high));
}

/** 1 if the number is not 0. */
function truth(here: Here, context: Context, term: Term): Computed[] {
  const { yes, no } = fork(here.run.decider, context, different(term, ZERO));
  return [...(yes ? [{ context: yes, term: constant(1) }] : []), ...(no ? [{ context: no, term: ZERO }] : [])];
}

function isWithin(here: Here, context: Context, term: Term, { low, high }: Range): boolean {
  const n = numberIn(term);
  if (n !== null) return n >= low && n <= high;
  const bounds = boundsOf(term);
  if (bounds && bounds.low >= low && bounds.high <= high) return true;
  return impliesAll(here.run.decider, context, [atMost(constant(low), term), atMost(term, constant(high))]);
}

/** Computed from the bounds of the unknowns alone. */
function boundsOf(t: Term): { low: bigint; high: bigint } | null {
  let [low, high] = [t.constant, t.constant];
  for (const { atom, times } of t.parts) {
    const [l, h] =
      atom.kind === 'symbol'
        ? [atom.symbol.low, atom.symbol.high]
        : atom.kind === 'remainder'
          ? [0n, atom.by - 1n]
          : [null, null];
    if (l === null || h === null) return null;
    low += times > 0n ? times * l : times * h;
    high += times > 0n ? times * h : times * l;
  }
  return { low, high };
}

export function compute(here: Here, context: Context, op: BinaryOp, type: CType, a: Term, b: Term): Computed[] {
  switch (op) {
    case 'add':
      return fit(here, context, type, add(a, b));
    case 'sub':
      return fit(here, context, type, subtract(a, b));
    case 'mul':
      return fit(here, context, type, multiply(a, b));
    case 'div':
    case 'rem':
      return divide(here, context, op, type, a, b);
    default:
      return compounds(here, context, op, type, a, b);
  }
}

/** Truncates towards zero, as in C: by the sign of the dividend. */
function divide(here: Here, context: Context, op: 'div' | 'rem', type: CType, a: Term, b: Term): Computed[] {
  const by = numberIn(b);
  if (by === null || by <= 0n) return [{ context, term: unknownOf(here.run, type) }];
  const { yes, no } = fork(here.run.decider, context, atMost(ZERO, a));
  const down = (t: Term) => (op === 'div' ? quotient(t, by) : remainder(t, by));
  return [
    ...(yes ? [{ context: yes, term: down(a) }] : []),
    ...(no ? [{ context: no, term: scale(down(scale(a, -1n)), -1n) }] : []),
  ];
}

/** Shifts by constants are multiplications, masks of low bits are remainders; others are evaluated for constants only. */
function compounds(here: Here, context: Context, op: BinaryOp, type: CType, a: Term, b: Term): Computed[] {
  const [x, y] = [numberIn(a), numberIn(b)];
  const range = rangeOf(type);
  if ((op === 'shl' || op === 'shr') && !(range && y !== null && y >= 0n && y < BigInt(range.bits)))
    return [{ context, term: unknownOf(here.run, type) }]; // C leaves it undefined
  if (x !== null && y !== null && range) {
    const n = fold(op, x, y);
    if (n !== null) return convert(here, context, type, constant(n));
  }
  if (op === 'shl' && y !== null) return fit(here, context, type, scale(a, 1n << y));
  if (op === 'shr' && y !== null) return [{ context, term: quotient(a, 1n << y) }];
  if (op === 'and' && y !== null && isMask(y)) return [{ context, term: remainder(a, y + 1n) }];
  if (op === 'and' && x !== null && isMask(x)) return [{ context, term: remainder(b, x + 1n) }];
  return [{ context, term: unknownOf(here.run, type) }];
}

const isMask = (n: bigint): boolean => n > 0n && ((n + 1n) & n) === 0n;

function fold(op: BinaryOp, x: bigint, y: bigint): bigint | null {
  switch (op) {
    case 'and':
      return x & y;
    case 'or':
      return x | y;
    case 'xor':
      return x ^ y;
    case 'shl':
      return y >= 0n && y < 128n ? x << y : null;
    case 'shr':
      return y >= 0n && y < 128n ? x >> y : null;
    default:
      return null;
  }
}

/** Does the term depend on inputs only? */
export const isAboutInput = (t: Term): boolean => [...symbolsOf(t).values()].every((s) => s.origin !== 'unknown');
