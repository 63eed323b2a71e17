// Binary and unary operators on scalars: one closure per operator and representation.
// Hot path: 32-bit integers and floats are plain number arithmetic, wider ones go through wide.ts.

import { type BinaryOp, isComparison } from '../../types/operators.js';
import type { Eval } from '../frame.js';
import { fail } from '../incidents.js';
import { type FloatRep, type IntRep, isFloatRep, isIntRep, isSignedRep, isWide, type Rep } from '../rep.js';
import { type Int, makeWideOps, type WideOps } from '../wide.js';
import { roundFloat, wrapInt } from './convert.js';

type Num = Eval<number>;
type Wide = Eval<Int>;

const signed64 = makeWideOps(64, true);
const unsigned64 = makeWideOps(64, false);

function wideOpsOf(rep: Rep): WideOps {
  if (rep === 'i64') return signed64;
  if (rep === 'u64' || rep === 'ptr' || rep === 'ptr32') return unsigned64;
  return makeWideOps(128, rep === 'i128');
}

/** Comparisons mix numbers and bigints freely; equal values are identical because both are normalised. */
export function compileComparison(op: BinaryOp, a: Eval, b: Eval): Eval<boolean> {
  const x = a as Num;
  const y = b as Num;
  switch (op) {
    case 'eq':
      return (f) => x(f) === y(f);
    case 'ne':
      return (f) => x(f) !== y(f);
    case 'lt':
      return (f) => x(f) < y(f);
    case 'le':
      return (f) => x(f) <= y(f);
    case 'gt':
      return (f) => x(f) > y(f);
    default:
      return (f) => x(f) >= y(f);
  }
}

/** `rep` is the representation of the left operand and of the result. */
export function compileArithmetic(op: BinaryOp, rep: Rep, a: Eval, b: Eval): Eval {
  if (rep === 'i32') return compileInt32(op, a as Num, b as Wide);
  if (rep === 'u32') return compileUint32(op, a as Num, b as Wide);
  if (isFloatRep(rep)) return compileFloat(op, rep, a as Num, b as Num);
  if (isWide(rep) || rep === 'ptr' || rep === 'ptr32') return compileWide(op, wideOpsOf(rep), a as Wide, b as Wide);
  const wrap = wrapInt(isIntRep(rep) ? rep : 'i32');
  const inner = (isSignedRep(rep) ? compileInt32 : compileUint32)(op, a as Num, b as Wide);
  return (f) => wrap(inner(f));
}

function divisor(value: number): number {
  if (value === 0) fail('division-by-zero', 'division by zero');
  return value;
}

const narrow =
  (b: Wide): Num =>
  (f) =>
    Number(b(f));

function compileInt32(op: BinaryOp, a: Num, other: Wide): Num {
  const b = other as Num;
  switch (op) {
    case 'add':
      return (f) => (a(f) + b(f)) | 0;
    case 'sub':
      return (f) => (a(f) - b(f)) | 0;
    case 'mul':
      return (f) => Math.imul(a(f), b(f));
    case 'div':
      return (f) => (a(f) / divisor(b(f))) | 0;
    case 'rem':
      return (f) => (a(f) % divisor(b(f))) | 0;
    case 'and':
      return (f) => a(f) & b(f);
    case 'or':
      return (f) => a(f) | b(f);
    case 'xor':
      return (f) => a(f) ^ b(f);
    case 'shl': {
      const n = narrow(other);
      return (f) => a(f) << n(f);
    }
    case 'shr': {
      const n = narrow(other);
      return (f) => a(f) >> n(f);
    }
    default:
      return boolean(compileComparison(op, a, b));
  }
}

function compileUint32(op: BinaryOp, a: Num, other: Wide): Num {
  const b = other as Num;
  switch (op) {
    case 'add':
      return (f) => (a(f) + b(f)) >>> 0;
    case 'sub':
      return (f) => (a(f) - b(f)) >>> 0;
    case 'mul':
      return (f) => Math.imul(a(f), b(f)) >>> 0;
    case 'div':
      return (f) => (a(f) / divisor(b(f))) >>> 0;
    case 'rem':
      return (f) => (a(f) % divisor(b(f))) >>> 0;
    case 'and':
      return (f) => (a(f) & b(f)) >>> 0;
    case 'or':
      return (f) => (a(f) | b(f)) >>> 0;
    case 'xor':
      return (f) => (a(f) ^ b(f)) >>> 0;
    case 'shl': {
      const n = narrow(other);
      return (f) => (a(f) << n(f)) >>> 0;
    }
    case 'shr': {
      const n = narrow(other);
      return (f) => a(f) >>> n(f);
    }
    default:
      return boolean(compileComparison(op, a, b));
  }
}

function compileFloat(op: BinaryOp, rep: FloatRep, a: Num, b: Num): Num {
  const round = roundFloat(rep);
  switch (op) {
    case 'add':
      return rep === 'f64' ? (f) => a(f) + b(f) : (f) => round(a(f) + b(f));
    case 'sub':
      return rep === 'f64' ? (f) => a(f) - b(f) : (f) => round(a(f) - b(f));
    case 'mul':
      return rep === 'f64' ? (f) => a(f) * b(f) : (f) => round(a(f) * b(f));
    case 'div':
      return rep === 'f64' ? (f) => a(f) / b(f) : (f) => round(a(f) / b(f));
    default:
      return boolean(compileComparison(op, a, b));
  }
}

function compileWide(op: BinaryOp, ops: WideOps, a: Wide, b: Wide): Wide {
  if (op === 'add') return withFastPath(a, b, ops.add, (x, y) => x + y);
  if (op === 'sub') return withFastPath(a, b, ops.sub, (x, y) => x - y);
  if (op === 'div' || op === 'rem') {
    const apply = ops[op];
    return (f) => {
      const x = a(f);
      const y = b(f);
      if (y === 0) fail('division-by-zero', 'division by zero');
      return apply(x, y);
    };
  }
  if (isComparison(op)) return boolean(compileComparison(op, a, b));
  const apply = ops[op as 'mul'];
  return (f) => apply(a(f), b(f));
}

/** Sums of small non-negative numbers need no check of sign or size. */
function withFastPath(a: Wide, b: Wide, slow: WideOps['add'], quick: (x: number, y: number) => number): Wide {
  return (f) => {
    const x = a(f);
    const y = b(f);
    if (typeof x === 'number' && typeof y === 'number') {
      const r = quick(x, y);
      if (r >= 0 && r <= Number.MAX_SAFE_INTEGER) return r;
    }
    return slow(x, y);
  };
}

function boolean(test: Eval<boolean>): Num {
  return (f) => (test(f) ? 1 : 0);
}

export function compileNegation(rep: Rep, a: Eval): Eval {
  if (isFloatRep(rep)) return (f) => -(a as Num)(f);
  if (isWide(rep)) {
    const { neg } = wideOpsOf(rep);
    return (f) => neg((a as Wide)(f));
  }
  const wrap = wrapInt(rep as IntRep);
  return (f) => wrap(0 - (a as Num)(f));
}

export function compileComplement(rep: Rep, a: Eval): Eval {
  if (isWide(rep)) {
    const { bitnot } = wideOpsOf(rep);
    return (f) => bitnot((a as Wide)(f));
  }
  const wrap = wrapInt(rep as IntRep);
  return (f) => wrap(~(a as Num)(f));
}
