// Expressions to closures: one case per kind of node, specialised on the representation of its type.
// Called by the compilers of places and instructions; the closures run in the machine's loop.

import type { BinaryExpr, CastExpr, Expr, UnaryExpr } from '../../ir/instr.js';
import { isComparison } from '../../types/operators.js';
import { sizeInSteps } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import type { Eval } from '../frame.js';
import { fail } from '../incidents.js';
import { isExact, isExactConstant, LONG_DIGITS } from '../long-double.js';
import { type Complex, isIntRep, isLong, isPointerRep, isWide, repOf, type Value } from '../rep.js';
import { type Int, normalize, wrapBig } from '../wide.js';
import { noteOpenAddresses, noteOpenComparison } from './address-comparison.js';
import { compileArithmetic, compileComparison, compileComplement, compileNegation } from './arithmetic.js';
import { compileComplexBinary, compileComplexUnary, fitPart } from './complex.js';
import type { Context } from './context.js';
import { makeConversion, wrapInt } from './convert.js';
import { holdsAddress, letOperandEscape, letOperandsEscape } from './hide.js';
import { addScaled, compileAddress, compileRead } from './place.js';
import { compileVectorBinary, compileVectorUnary, pack, unpack } from './vector.js';
import { watchComparison } from './watch.js';

export function compileExpr(c: Context, e: Expr): Eval {
  switch (e.kind) {
    case 'int':
      return constant(intValue(c, e.value, e.type));
    case 'float':
      if (isLong(repOf(e.type)) && !isExactConstant(e.value)) return noteInexact(c, () => e.value);
      return constant(makeConversion('f64', repOf(e.type))?.(e.value) ?? e.value);
    case 'complex':
      return constant({ re: e.real, im: e.imaginary });
    case 'load':
      return compileRead(c, e.place);
    case 'address':
      return compileAddress(c, e.place);
    case 'function-address':
      return constant(c.machine.program.functionPointer(e.target));
    case 'label-address':
      return constant(c.machine.program.labelPointer(e.label));
    case 'unary':
      return compileUnary(c, e);
    case 'binary':
      return compileBinary(c, e);
    case 'cast':
      return compileCast(c, e);
  }
}

const constant =
  (value: Value): Eval =>
  () =>
    value;

function intValue(c: Context, value: bigint, type: CType): Int {
  const rep = repOf(type);
  if (isIntRep(rep)) return wrapInt(rep)(normalize(value));
  if (rep === 'ptr32') return c.memory.addresses32!.decode(Number(BigInt.asUintN(32, value)));
  return wrapBig(value, 64, false);
}

/** The condition of a branch, as a JS boolean. */
export function compileTest(c: Context, e: Expr): Eval<boolean> {
  if (e.kind === 'unary' && e.op === 'not') {
    const inner = compileTest(c, e.operand);
    return (f) => !inner(f);
  }
  const scalar = e.kind === 'binary' && repOf(e.left.type);
  if (e.kind === 'binary' && isComparison(e.op) && scalar !== 'bytes' && scalar !== 'complex') {
    return compileWatched(c, e, compileExpr(c, e.left), compileExpr(c, e.right));
  }
  if (e.kind === 'cast' && isIntRep(repOf(e.type)) && repOf(e.type) === 'bool') return compileTest(c, e.operand);
  const value = compileExpr(c, e);
  if (repOf(e.type) === 'complex') {
    return (f) => {
      const v = value(f) as Complex;
      return v.re !== 0 || v.im !== 0;
    };
  }
  return (f) => value(f) !== 0;
}

function compileWatched(c: Context, e: BinaryExpr, a: Eval, b: Eval): Eval<boolean> {
  const { op } = e;
  const test = comparesAddresses(c, e)
    ? noteOpenComparison(c.memory, compileComparison(op, a, b), a, b)
    : compileComparison(op, a, b);
  const { coverage } = c.machine.options;
  const by = op === 'eq' || op === 'ne' ? 'equality' : 'order';
  return coverage ? watchComparison(coverage, by, test, [a, b]) : test;
}

const comparesAddresses = (c: Context, { left, right }: BinaryExpr): boolean =>
  (isPointerRep(repOf(left.type)) && left.kind !== 'int' && right.kind !== 'int') ||
  (holdsAddress(c, left) && holdsAddress(c, right));

function compileUnary(c: Context, e: UnaryExpr): Eval {
  const a = letOperandEscape(c, e, compileExpr(c, e.operand));
  const rep = repOf(e.operand.type);
  if (rep === 'bytes') return compileVectorUnary(e, a);
  if (rep === 'complex') return compileComplexUnary(e, a);
  switch (e.op) {
    case 'neg':
      return compileNegation(rep, a);
    case 'bitnot':
      return compileComplement(rep, a);
    case 'not':
      return (f) => (a(f) === 0 ? 1 : 0);
    case 'imag':
      return constant(0);
    default:
      return a;
  }
}

function compileBinary(c: Context, e: BinaryExpr): Eval {
  const [a, b] = letOperandsEscape(c, e, compileExpr(c, e.left), compileExpr(c, e.right));
  if (e.op === 'ptr-add') return addScaled(a as Eval<Int>, b as Eval<Int>, targetSize(e.left.type));
  if (e.op === 'ptr-diff') return compileDistance(c, e, a as Eval<Int>, b as Eval<Int>);
  const rep = repOf(e.left.type);
  if (rep === 'bytes') return compileVectorBinary(e, a, b);
  if (rep === 'complex') {
    const value = compileComplexBinary(e, a, b);
    return isLongPair(e.left.type) ? noteInexact(c, value) : value;
  }
  if (isComparison(e.op)) {
    const test = compileWatched(c, e, a, b);
    return (f) => (test(f) ? 1 : 0);
  }
  return isLong(rep) ? compileLong(c, e.op, a as Eval<number>, b as Eval<number>) : compileArithmetic(e.op, rep, a, b);
}

/** A double has the digits of the exact result, or the run does not count. */
function compileLong({ memory }: Context, op: BinaryExpr['op'], a: Eval<number>, b: Eval<number>): Eval {
  let [x, y] = [0, 0];
  const result = compileArithmetic(
    op,
    'f80',
    () => x,
    () => y,
  ) as Eval<number>;
  return (f) => {
    const [left, right] = [a(f), b(f)];
    [x, y] = [left, right];
    const value = result(f);
    if (!isExact(op as 'add', left, right, value)) memory.reliesOn ??= LONG_DIGITS;
    return value;
  };
}

const isLongPair = (type: CType): boolean => type.kind === 'complex' && isLong(repOf(type.part));

const noteInexact =
  ({ memory }: Context, a: Eval): Eval =>
  (f) => {
    memory.reliesOn ??= LONG_DIGITS;
    return a(f);
  };

function targetSize(type: CType): number {
  return type.kind === 'pointer' ? sizeInSteps(type.target) : 1;
}

/** The distance between two blocks hides the address of either from whoever keeps only the other. */
function compileDistance({ machine, memory }: Context, e: BinaryExpr, a: Eval<Int>, b: Eval<Int>): Eval {
  const size = targetSize(e.left.type);
  const wrap = wrapInt(repOf(e.type) === 'i32' ? 'i32' : 'i64');
  return (f) => {
    const x = a(f);
    const y = b(f);
    if (size === 0) fail('division-by-zero', 'the distance of elements without size');
    if (typeof x !== 'number' || typeof y !== 'number') return wrap(normalize((BigInt(x) - BigInt(y)) / BigInt(size)));
    if (Math.abs(x - y) > 2 ** 31) {
      machine.escaped.add(x).add(y);
      noteOpenAddresses(memory, x, y);
    }
    return wrap(Math.trunc((x - y) / size));
  };
}

function compileCast(c: Context, e: CastExpr): Eval {
  const a = compileExpr(c, e.operand);
  const from = repOf(e.operand.type);
  const to = repOf(e.type);
  if (to === 'complex') return compileComplexCast(e, a);
  if (to === 'bytes') return compileBytesCast(e, a);
  if (from === 'bytes') return (f) => unpack(a(f) as Uint8Array, e.type)[0]!;
  if (from === 'ptr32' && isIntRep(to) && to !== 'bool') {
    const wrap = wrapInt(to);
    return (f) => wrap(c.memory.addresses32!.encode(a(f) as Int));
  }
  if (to === 'ptr32' && !isPointerRep(from)) {
    const wrap = wrapInt('u32');
    return (f) => c.memory.addresses32!.decode(wrap(a(f) as Int) as number);
  }
  const { machine } = c;
  if (machine.given && isPointerRep(from) && e.type.kind === 'pointer') {
    const { target } = e.type;
    return (f) => {
      const value = a(f);
      machine.given!.retype(value, target);
      return value;
    };
  }
  const convert = makeConversion(from, to);
  if (convert && isLong(to) && isIntRep(from) && isWide(from)) {
    return (f) => {
      const value = a(f) as Int;
      const result = convert(value);
      if (BigInt(result as number) !== BigInt(value)) c.memory.reliesOn ??= LONG_DIGITS;
      return result;
    };
  }
  return convert ? (f) => convert(a(f)) : a;
}

function compileComplexCast(e: CastExpr, a: Eval): Eval {
  const fit = fitPart(e.type.unqualified as never);
  if (repOf(e.operand.type) !== 'complex') return (f) => ({ re: fit(Number(a(f) as Int)), im: 0 });
  return (f) => {
    const v = a(f) as Complex;
    return { re: fit(v.re), im: fit(v.im) };
  };
}

/** Vectors are reinterpreted bit by bit; so is a scalar of the same size, a smaller one is repeated. */
function compileBytesCast(e: CastExpr, a: Eval): Eval {
  const from = e.operand.type;
  if (repOf(from) === 'bytes') return a;
  const copies = e.type.kind === 'vector' && from.size < e.type.size ? e.type.length : 1;
  return (f) => pack(new Array<Value>(copies).fill(a(f)), from);
}
