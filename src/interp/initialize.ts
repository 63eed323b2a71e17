// Static initialisation: constants and address constants into the bytes of global variables.
// Runs once per variable and run, before any code of the program does; contents without addresses are copied from images.ts.

import type { Expr, Place } from '../ir/instr.js';
import type { GlobalVariable, InitialValue, StringValue } from '../ir/program.js';
import { sizeInSteps } from '../types/questions.js';
import type { CType } from '../types/types.js';
import { readValue, writeValue } from './cells.js';
import { compileArithmetic, compileComplement, compileNegation } from './compile/arithmetic.js';
import { writeBits } from './compile/bitfield.js';
import { compileComplexBinary } from './compile/complex.js';
import { makeConversion, wrapInt } from './compile/convert.js';
import type { Eval, Frame } from './frame.js';
import { obstruct } from './incidents.js';
import { isExactConstant, LONG_DIGITS } from './long-double.js';
import type { Memory } from './memory.js';
import { objectOf } from './pointer.js';
import type { LinkedProgram } from './program.js';
import { type Complex, isIntRep, isLong, isPointerRep, repOf, type Value } from './rep.js';
import { type Int, normalize, wrapBig } from './wide.js';

export function initialize(program: LinkedProgram, m: Memory, g: GlobalVariable): void {
  const start = m.base[objectOf(program.addressOf(g))]!;
  const { images } = program.linkage;
  const image = images.of(g);
  if (image.bytes) {
    m.u8.set(image.bytes, start);
    return;
  }
  for (const entry of image.entries) writeEntry(program, m, start, entry);
  if (image.isFixed) images.keep(g, m.u8.slice(start, start + image.size));
}

function writeEntry(program: LinkedProgram, m: Memory, start: number, entry: InitialValue): void {
  const a = start + entry.offset;
  if (isString(entry.value)) {
    m.u8.set(entry.type.size < 0 ? entry.value.bytes : entry.value.bytes.subarray(0, entry.type.size), a);
    return;
  }
  const value = evaluate(program, m, entry.value);
  if (entry.bits) {
    writeBits(m, a, entry.bits, value as Int);
    return;
  }
  if (isPointerRep(repOf(entry.type)) && a % m.pointerSize !== 0) markPacked(m, start);
  writeValue(m, a, value, entry.type);
}

const isString = (v: Expr | StringValue): v is StringValue => v.kind === 'string';

function markPacked(m: Memory, start: number): void {
  for (const id of m.living()) if (m.base[id] === start) m.packed[id] = 1;
}

const noFrame = null as unknown as Frame;

/** The value of a constant expression; a small evaluator of its own, because nothing is compiled yet. */
function evaluate(program: LinkedProgram, m: Memory, e: Expr): Value {
  switch (e.kind) {
    case 'int':
      return fitInt(m, e.value, e.type);
    case 'float':
      if (isLong(repOf(e.type)) && !isExactConstant(e.value)) m.reliesOn ??= LONG_DIGITS;
      return makeConversion('f64', repOf(e.type))?.(e.value) ?? e.value;
    case 'complex':
      return { re: e.real, im: e.imaginary };
    case 'function-address':
      return program.functionPointer(e.target);
    case 'address':
      return addressOf(program, m, e.place);
    case 'load': {
      const pointer = addressOf(program, m, e.place);
      return readValue(m, m.at(pointer, Math.max(0, e.type.size)), e.type);
    }
    case 'cast':
      return convert(m, evaluate(program, m, e.operand), e.operand.type, e.type);
    case 'unary': {
      const operand = evaluate(program, m, e.operand);
      const rep = repOf(e.operand.type);
      if (rep === 'complex') return { re: -(operand as Complex).re, im: -(operand as Complex).im };
      if (e.op === 'not') return operand === 0 ? 1 : 0;
      return (e.op === 'neg' ? compileNegation : compileComplement)(rep, () => operand)(noFrame);
    }
    case 'binary': {
      const left = evaluate(program, m, e.left);
      const right = evaluate(program, m, e.right);
      return applyBinary(e, left, right);
    }
    case 'label-address':
      return program.labelPointer(e.label);
  }
}

function applyBinary(e: Expr & { kind: 'binary' }, left: Value, right: Value): Value {
  const a: Eval = () => left;
  const b: Eval = () => right;
  if (e.op === 'ptr-add') {
    const size = e.left.type.kind === 'pointer' ? sizeInSteps(e.left.type.target) : 1;
    return wrapBig(BigInt(left as Int) + BigInt(right as Int) * BigInt(size), 64, false);
  }
  if (e.op === 'ptr-diff') {
    const size = e.left.type.kind === 'pointer' ? Math.max(1, sizeInSteps(e.left.type.target)) : 1;
    return normalize((BigInt(left as Int) - BigInt(right as Int)) / BigInt(size));
  }
  if (repOf(e.left.type) === 'complex') {
    return compileComplexBinary(e, a, b)(noFrame);
  }
  if (repOf(e.left.type) === 'bytes') obstruct('unsupported', 'arithmetic on vectors in a static initialiser');
  return compileArithmetic(e.op, repOf(e.left.type), a, b)(noFrame);
}

function convert(m: Memory, value: Value, from: CType, to: CType): Value {
  const source = repOf(from);
  const target = repOf(to);
  if (source === 'ptr32' && isIntRep(target)) return wrapInt(target)(m.addresses32!.encode(value as Int));
  if (target === 'ptr32' && !isPointerRep(source)) return m.addresses32!.decode(wrapInt('u32')(value as Int) as number);
  return makeConversion(source, target)?.(value) ?? value;
}

function fitInt(m: Memory, value: bigint, type: CType): Int {
  const rep = repOf(type);
  if (isIntRep(rep)) return wrapInt(rep)(normalize(value));
  if (rep === 'ptr32') return m.addresses32!.decode(Number(BigInt.asUintN(32, value)));
  return wrapBig(value, 64, false);
}

function addressOf(program: LinkedProgram, m: Memory, place: Place): number {
  switch (place.kind) {
    case 'var':
      if (place.variable.kind === 'global') return program.addressOf(place.variable);
      return obstruct('unsupported', `address of the local ${place.variable.name} in a static initialiser`);
    case 'deref':
      return evaluate(program, m, place.pointer) as number;
    case 'field':
      return addressOf(program, m, place.base) + place.field.offset;
    case 'index':
      return addressOf(program, m, place.base) + Number(evaluate(program, m, place.index) as Int) * place.type.size;
  }
}
