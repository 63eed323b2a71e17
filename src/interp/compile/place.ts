// Places: their addresses, loads and stores.
// Called by the compilers of expressions and instructions; constant offsets of fields are folded here.

import type { DerefPlace, Place } from '../../ir/instr.js';
import type { GlobalVariable, LocalVariable } from '../../ir/program.js';
import type { Eval, Frame, Store } from '../frame.js';
import type { Machine } from '../machine.js';
import { objectOf } from '../pointer.js';
import { repOf, type Value } from '../rep.js';
import { type Int, makeWideOps } from '../wide.js';
import { bytesOfBits, readBits, writeBits } from './bitfield.js';
import type { Context } from './context.js';
import { compileExpr } from './expr.js';
import { compileLoad, compileStaticLoad, shift } from './load.js';
import { compileStaticStore, compileStore, hasSkewedPointer } from './store.js';

/** A place as a computed pointer plus a constant byte offset. */
interface Target {
  readonly base: Eval<Int>;
  readonly offset: number;
  /** Index into the arena, if it is fixed for the whole run. */
  readonly fixed: number | null;
}

export function compileAddress(c: Context, place: Place): Eval<Int> {
  const { base, offset } = compileTarget(c, place);
  return offset === 0 ? base : (f) => shift(base(f), offset);
}

export function compileRead(c: Context, place: Place): Eval {
  const register = registerOf(c, place);
  if (register !== null) return (f) => f.registers[register]!;
  const { base, offset, fixed } = compileTarget(c, place);
  if (place.kind === 'field' && place.field.bits) {
    const { bits } = place.field;
    const size = bytesOfBits(bits);
    return (f) => readBits(c.memory, c.memory.at(shift(base(f), offset), size), bits, place.type);
  }
  if (fixed !== null) return compileStaticLoad(c.memory, fixed, place.type);
  return compileLoad(c.memory, base, offset, place.type);
}

export function compileWrite(c: Context, place: Place): Store {
  const register = registerOf(c, place);
  if (register !== null) {
    return (f, v) => {
      f.registers[register] = v;
    };
  }
  const { base, offset, fixed } = compileTarget(c, place);
  if (place.kind === 'field' && place.field.bits) {
    const { bits } = place.field;
    const size = bytesOfBits(bits);
    return (f, v) => writeBits(c.memory, c.memory.atWrite(shift(base(f), offset), size), bits, v as Int);
  }
  if (fixed !== null && !hasSkewedPointer(place.type, 0)) return compileStaticStore(c.memory, fixed, place.type);
  return compileStore(c.memory, base, offset, place.type);
}

/** The register that the whole place is, or null. */
export function registerOf(c: Context, place: Place): number | null {
  if (place.kind !== 'var' || place.variable.kind === 'global') return null;
  return c.inMemory[place.variable.id] ? null : place.variable.id;
}

function compileTarget(c: Context, place: Place): Target {
  switch (place.kind) {
    case 'var':
      return place.variable.kind === 'global'
        ? variableTarget(c, place.variable)
        : { base: compileLocalAddress(c, place.variable), offset: 0, fixed: null };
    case 'deref':
      return { base: compilePointer(c, place), offset: 0, fixed: null };
    case 'field': {
      const inner = compileTarget(c, place.base);
      const { offset } = place.field;
      return { base: inner.base, offset: inner.offset + offset, fixed: addOffset(c, inner, place, offset) };
    }
    case 'index':
      return compileIndex(c, place);
  }
}

/** A dereference tells what a pointer of the input leads to whose type is not complete where it was made. */
function compilePointer(c: Context, { pointer, type }: DerefPlace): Eval<Int> {
  const value = compileExpr(c, pointer) as Eval<Int>;
  const { machine } = c;
  if (!machine.given || type.kind !== 'record') return value;
  return (f) => {
    const v = value(f);
    machine.given!.retype(v, type);
    return v;
  };
}

function compileIndex(c: Context, place: Place & { kind: 'index' }): Target {
  const inner = compileTarget(c, place.base);
  const size = place.type.size;
  if (place.index.kind === 'int') {
    const step = Number(place.index.value) * size;
    return { base: inner.base, offset: inner.offset + step, fixed: addOffset(c, inner, place, step) };
  }
  const index = compileExpr(c, place.index) as Eval<Int>;
  return { base: addScaled(inner.base, index, size), offset: inner.offset, fixed: null };
}

/** Pointer + index * size; all three are numbers unless the program computes garbage. */
export function addScaled(base: Eval<Int>, index: Eval<Int>, size: number): Eval<Int> {
  return (f) => {
    const p = base(f);
    const i = index(f);
    if (typeof p === 'number' && typeof i === 'number') {
      const r = p + i * size;
      if (r >= 0 && r <= Number.MAX_SAFE_INTEGER) return r;
    }
    return wide.add(p, wide.mul(BigInt.asUintN(64, BigInt(i)), size));
  };
}

const wide = makeWideOps(64, false);

/** Runs from a function make a variable when they first mention it, and compiled code serves many of them. */
function variableTarget(c: Context, variable: GlobalVariable): Target {
  const { machine } = c;
  if (!machine.given) return fixedTarget(c, machine.program.addressOf(variable));
  let given: Machine['given'] = null;
  let pointer = 0;
  const base = () => {
    if (given !== machine.given) {
      given = machine.given;
      pointer = machine.program.addressOf(variable);
    }
    return pointer;
  };
  return { base, offset: 0, fixed: null };
}

function fixedTarget(c: Context, pointer: number): Target {
  const id = objectOf(pointer);
  const fixed = c.memory.isAlive(id) && c.memory.state[id] === 1 ? c.memory.base[id]! : null;
  return { base: () => pointer, offset: 0, fixed };
}

/** A part of a variable at a fixed index is at a fixed index too, if it lies inside and is aligned. */
function addOffset(c: Context, inner: Target, place: Place, offset: number): number | null {
  if (inner.fixed === null) return null;
  const part = place.type;
  const whole = place.kind === 'field' || place.kind === 'index' ? place.base.type : part;
  if (offset < 0 || part.size < 0 || whole.size < 0 || offset + part.size > whole.size) return null;
  const fixed = inner.fixed + offset;
  const rep = repOf(part);
  return rep !== 'bytes' && fixed % Math.min(8, c.memory.pointerSize, Math.max(1, part.size)) !== 0 ? null : fixed;
}

/** A variable in memory gets its object at its first access, so that each entry into its scope makes a fresh one. */
function compileLocalAddress(c: Context, variable: LocalVariable): Eval<Int> {
  const { id } = variable;
  return (f) => {
    const p = f.registers[id] as Int;
    return p === 0 ? allocateLocal(c, f, variable) : p;
  };
}

export function allocateLocal(c: Context, f: Frame, variable: LocalVariable): number {
  const size = Math.max(0, variable.type.size);
  const pointer = c.memory.allocateFresh(size, 'stack', variable, null);
  f.registers[variable.id] = pointer;
  return pointer;
}

/** Copy the bytes of one place to another: records and arrays are assigned whole. */
export function compileCopy(c: Context, to: Place, from: Place): (f: Frame) => void {
  const target = compileAddress(c, to);
  const source = compileAddress(c, from);
  const size = Math.max(0, to.type.size);
  const m = c.memory;
  return (f) => {
    const s = source(f);
    const t = target(f);
    const a = m.at(s, size);
    m.u8.copyWithin(m.atWrite(t, size), a, a + size);
    if (m.packed[objectOf(s)]) m.packed[objectOf(t)] = 1;
  };
}

export function compileClear(c: Context, place: Place): (f: Frame) => void {
  const register = registerOf(c, place);
  if (register !== null) {
    const zero: Value = repOf(place.type) === 'complex' ? { re: 0, im: 0 } : 0;
    return (f) => {
      f.registers[register] = zero;
    };
  }
  const address = compileAddress(c, place);
  const size = Math.max(0, place.type.size);
  return (f) => {
    const a = c.memory.atWrite(address(f), size);
    c.memory.u8.fill(0, a, a + size);
  };
}
