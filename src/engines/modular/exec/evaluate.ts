// Evaluates places to fields of cells, and expressions to values.
// Reports the dereference of null, freed and uninitialised pointers, which ends the path: the functions then return null.

import type { BinaryExpr, CastExpr, Expr, Place, Variable } from '../../../ir/instr.js';
import { includes, rangeOfType } from '../../../numeric/range.js';
import { type Comparison, isComparison, SWAPPED } from '../../../types/operators.js';
import { integerOf, isInteger } from '../../../types/questions.js';
import type { CType } from '../../../types/types.js';
import { assumeComparison, decide, excludeNull, isNonzero, rangeOf } from '../domain/facts.js';
import { currentGlobal } from '../domain/havoc-globals.js';
import { markEscaped, materialize, read, type Spot, spotAt } from '../domain/memory.js';
import { type Cell, isRegister, makeCell, type State, shift } from '../domain/state.js';
import {
  addressOf,
  isKnown,
  isOpaque,
  isUninitialized,
  isZero,
  type Known,
  numberOf,
  OPAQUE,
  type Symbolic,
  symbolic,
  type TermInfo,
  UNINITIALIZED,
  type Value,
} from '../domain/symbols.js';
import { slotOf } from '../ownership/slots.js';
import { type Here, reportDereference, reportUnchecked } from './report.js';

/** The address of a place that is accessed; null if the path ends. */
export const locate = (here: Here, state: State, place: Place): Symbolic | null =>
  locateBy(here, state, place, dereference);

type Follow = (here: Here, state: State, pointer: Expr) => Symbolic | null;

function locateBy(here: Here, state: State, place: Place, follow: Follow): Symbolic | null {
  switch (place.kind) {
    case 'var':
      return addressOf(cellOfVariable(here, state, place.variable).name);
    case 'deref':
      return follow(here, state, place.pointer);
    case 'field': {
      const base = locateBy(here, state, place.base, follow);
      return base && (shift(base, place.field.offset) as Symbolic);
    }
    case 'index': {
      const base = locateBy(here, state, place.base, follow);
      const index = base && evaluate(here, state, place.index);
      return base && index !== null ? displace(state, base, index, place.type.size) : null;
    }
  }
}

/** &((T *)0)->f: the offset of a member in a record; null if it is not constant. */
function offsetIn(place: Place): number | null {
  if (place.kind === 'field') {
    const base = offsetIn(place.base);
    return base === null ? null : base + place.field.offset;
  }
  if (place.kind === 'index' && place.index.kind === 'int') {
    const base = offsetIn(place.base);
    return base === null ? null : base + Number(place.index.value) * place.type.size;
  }
  let pointer = place.kind === 'deref' ? place.pointer : null;
  while (pointer?.kind === 'cast') pointer = pointer.operand;
  return pointer?.kind === 'int' ? toNumber(pointer.value) : null;
}

/** The address that a pointer expression yields; its cell is materialised at the first access. */
function dereference(here: Here, state: State, pointer: Expr): Symbolic | null {
  const value = evaluate(here, state, pointer);
  if (value === null) return null;
  return reach(here, state, value, pointer);
}

/** &p->f is pointer arithmetic only: the target of `p` may have been freed. */
function pointInto(here: Here, state: State, pointer: Expr): Symbolic | null {
  const value = evaluate(here, state, pointer);
  if (value === null) return null;
  const isFreed = !isKnown(value) && state.cells.get(value.symbol)?.status === 'freed';
  return isFreed ? value : reach(here, state, value, pointer);
}

/** Checks that the pointer is valid; reports an error and returns null if it is not. */
export function reach(here: Here, state: State, value: Value, pointer: Expr | null): Symbolic | null {
  if (isKnown(value) || isUninitialized(value)) {
    reportDereference(here, state, value, null, pointer);
    return null;
  }
  if (isOpaque(value)) return unknownMemory(here, state, value);
  const known = state.cells.get(value.symbol);
  if (!known && !excludeNull(state, value.symbol)) return null;
  const cell = known ?? materialize(state, value.symbol);
  if (cell.status === 'live') {
    if (cell.maybeNull) assumeAllocated(here, state, cell, pointer);
    return value;
  }
  reportDereference(here, state, value, cell, pointer);
  return null;
}

/** The first use of an untested allocation: from here on the path assumes that it succeeded. */
function assumeAllocated(here: Here, state: State, cell: Cell, pointer: Expr | null): void {
  if (cell.kind === 'heap' && here.options.mallocMayFail) reportUnchecked(here, state, cell, pointer);
  state.update(cell, { maybeNull: false });
}

/** Each dereference of an opaque pointer yields a fresh cell of unknown origin. */
function unknownMemory(here: Here, state: State, value: Symbolic): Symbolic {
  const fresh = state.symbols.fresh(here.at, state.birth(here.at), 'somewhere', null);
  state.cells.set(fresh.symbol, makeCell(fresh.symbol, 'unknown', 'unknown', { escaped: true }));
  return addressOf(fresh.symbol, value.plus);
}

/** base + index · size. */
export function displace(state: State, base: Symbolic, index: Value, size: number): Symbolic {
  const n = state.resolve(index);
  if (isKnown(n)) return symbolic(base.symbol, base.plus + numberOf(n) * size, base.index);
  const text = `${base.index}[${n.symbol}*${size}]`;
  return symbolic(base.symbol, base.plus + n.plus * size, text.length > 60 ? '[?]' : text);
}

export function cellOfVariable(here: Here, state: State, variable: Variable): Cell {
  const { symbols } = state;
  if (variable.kind !== 'global') {
    const name = symbols.local(variable);
    return state.cells.get(name) ?? add(state, makeCell(name, 'local', 'uninitialized'));
  }
  const one = here.program.variableOf(variable);
  const name = symbols.global(one);
  return state.cells.get(name) ?? add(state, currentGlobal(state, here.globalCell(name, one, state)));
}

function add(state: State, cell: Cell): Cell {
  state.cells.set(cell.name, cell);
  return cell;
}

// ---- expressions -----------------------------------------------------------------------------------------------

export function evaluate(here: Here, state: State, e: Expr): Value | null {
  switch (e.kind) {
    case 'int':
      return toNumber(e.value) ?? OPAQUE;
    case 'float':
    case 'complex':
    case 'label-address':
      return OPAQUE;
    case 'load':
      return load(here, state, e.place, e.type);
    case 'address':
      return offsetIn(e.place) ?? locateBy(here, state, e.place, pointInto);
    case 'function-address':
      return addressOf(state.symbols.function(here.program.addressed(e.target)));
    case 'unary': {
      const operand = evaluate(here, state, e.operand);
      return operand === null ? null : negateOrNot(state, e.op, operand, e.type);
    }
    case 'binary':
      return binary(here, state, e);
    case 'cast':
      return cast(here, state, e);
  }
}

/** 64-bit numbers of the upper half are represented by the negative numbers with the same bits: ~7, SIZE_MAX. */
function toNumber(value: bigint): number | null {
  const n = Number(BigInt.asIntN(64, value));
  return Number.isSafeInteger(n) ? n : null;
}

/** The operand of an unsigned comparison is not negative. */
const comparable = (v: Value, type: CType): Value =>
  isKnown(v) && numberOf(v) < 0 && (isUnsigned(type) || type.kind === 'pointer') ? numberOf(v) + 2 ** 64 : v;

/** The comparison a op b in this type. No address is less than null: p > NULL is p ≠ NULL, p < NULL is false. */
export function comparison(op: Comparison, a: Value, b: Value, type: CType): readonly [Comparison, Value, Value] {
  const [x, y] = [comparable(a, type), comparable(b, type)];
  if (type.kind !== 'pointer' || op === 'eq' || op === 'ne' || (!isZero(x) && !isZero(y))) return [op, x, y];
  if (!isZero(y)) return comparison(SWAPPED[op], y, x, type);
  if (op === 'gt' || op === 'le') return [op === 'gt' ? 'ne' : 'eq', x, y];
  return [op === 'lt' ? 'ne' : 'eq', 0, 0];
}

/** Each bit-field is a field of its own. */
export function spotOf(v: Symbolic, place: Place): Spot {
  const spot = spotAt(v, place.type.size);
  if (place.type.kind === 'pointer') return { ...spot, isPointer: true };
  if (place.kind !== 'field' || !place.field.bits) return spot;
  return { ...spot, key: `b${spot.key}.${place.field.bits.shift}` };
}

function load(here: Here, state: State, place: Place, type: CType): Value | null {
  if (place.kind === 'var' && place.variable.kind !== 'global' && isRegister(place.variable))
    return state.resolve(state.registers[place.variable.id] ?? UNINITIALIZED);
  const where = locate(here, state, place);
  if (!where) return null;
  const spot = spotOf(where, place);
  const isNew = type.kind === 'pointer' && !state.cells.get(spot.cell)!.fields.has(spot.key);
  return read(state, isNew ? { ...spot, slot: slotOf(place, here.body.source.name) } : spot, type);
}

function negateOrNot(state: State, op: string, operand: Value, type: CType): Value {
  const v = state.resolve(operand);
  if (isKnown(v)) {
    const n = numberOf(v);
    if (op === 'neg') return inType(-n, type) ?? OPAQUE;
    if (op === 'not') return n === 0 ? 1 : 0;
    if (op === 'bitnot') return isUnsigned(type) && type.size < 8 ? 2 ** (8 * type.size) - 1 - n : -n - 1;
    return OPAQUE;
  }
  if (op === 'not' && isNonzero(state, v)) return 0;
  if (isOpaque(v) || isUninitialized(v)) return OPAQUE;
  return op === 'not' || op === 'neg' || op === 'bitnot' ? state.symbols.term(op, v, 0, type) : OPAQUE;
}

const isUnsigned = (t: CType): boolean => isInteger(t) && !integerOf(t).signed;

/** The number, if the type can represent it exactly. */
function inType(n: number, type: CType): number | null {
  const { low, high } = rangeOfType(type);
  return Number.isSafeInteger(n) && low <= n && n <= high ? n : null;
}

/** a op b op c …: iterates over the left spine, since sums may have thousands of terms. */
function binary(here: Here, state: State, e: BinaryExpr): Value | null {
  const spine: BinaryExpr[] = [];
  let first: Expr = e;
  for (; first.kind === 'binary'; first = first.left) spine.push(first);
  let value = evaluate(here, state, first);
  for (let node = spine.pop(); node && value !== null; node = spine.pop()) {
    const right = evaluate(here, state, node.right);
    value = right === null || !isDefined(here, state, node, right) ? null : combine(state, node, value, right);
  }
  return value;
}

/** x / y and x % y: the path goes on only if y ≠ 0. */
function isDefined(here: Here, state: State, { op, type }: BinaryExpr, divisor: Value): boolean {
  if ((op !== 'div' && op !== 'rem') || !isInteger(type) || isOpaque(divisor)) return true;
  if (assumeComparison(state, 'ne', divisor, 0)) return true;
  here.notes.endedInError = true;
  return false;
}

export function combine(state: State, e: Pick<BinaryExpr, 'op' | 'left' | 'type'>, a: Value, b: Value): Value {
  const { op, type } = e;
  if (op === 'ptr-add') {
    const size = e.left.type.kind === 'pointer' ? e.left.type.target.size : 1;
    if (isZero(b)) return a;
    return isKnown(a)
      ? isKnown(b)
        ? numberOf(a) + numberOf(b) * size
        : OPAQUE
      : displace(state, a, b, Math.max(size, 1));
  }
  if (isComparison(op)) {
    const [how, x, y] = comparison(op, a, b, e.left.type);
    const decided = decide(state, how, x, y);
    if (decided !== null) return decided ? 1 : 0;
    return isOpaque(x) || isOpaque(y) ? OPAQUE : state.symbols.term(how, x, y, type);
  }
  if (op === 'ptr-diff') return difference(state, e, a, b);
  return arithmetic(state, op, a, b, type);
}

function difference(state: State, e: Pick<BinaryExpr, 'left' | 'type'>, a: Value, b: Value): Value {
  const size = e.left.type.kind === 'pointer' ? Math.max(e.left.type.target.size, 1) : 1;
  if (!isKnown(a) && !isKnown(b) && a.symbol === b.symbol && a.index === b.index && !isOpaque(a))
    return (a.plus - b.plus) / size;
  return isOpaque(a) || isOpaque(b) ? OPAQUE : state.symbols.term('ptr-diff', a, b, e.type);
}

function arithmetic(state: State, op: BinaryExpr['op'], a: Value, b: Value, type: CType): Value {
  if (!isInteger(type)) return OPAQUE;
  if (isKnown(a) && isKnown(b))
    return inType(compute(op, operandOf(op, a, type), operandOf(op, b, type)), type) ?? OPAQUE;
  if (op === 'add' && isKnown(b) && stays(a, numberOf(b), type)) return shift(a, numberOf(b));
  if (op === 'add' && isKnown(a) && stays(b, numberOf(a), type)) return shift(b, numberOf(a));
  if (op === 'sub' && isKnown(b) && stays(a, -numberOf(b), type)) return shift(a, -numberOf(b));
  if (op === 'sub' && !isKnown(a) && !isKnown(b) && a.symbol === b.symbol && a.index === b.index && !isOpaque(a))
    return a.plus - b.plus;
  if ((op === 'mul' || op === 'and') && (isZero(a) || isZero(b))) return 0;
  if ((op === 'or' || op === 'xor' || op === 'shl' || op === 'shr') && isZero(b)) return a;
  if (op === 'and' && isCleared(state, a, b, type)) return 0;
  const other = op === 'and' ? otherBit(state, { left: a, right: b, type }) : null;
  if (other && isZero(state.resolve(other))) return isKnown(a) ? a : b;
  if (other && isNonzero(state, state.resolve(other))) return 0;
  const tagged = tag(state, op, a, b);
  if (tagged !== null) return tagged;
  if (isOpaque(a) || isOpaque(b) || isUninitialized(a) || isUninitialized(b)) return OPAQUE;
  // XOR lists, prev ^ next: either pointer can be recovered from the other.
  if (op === 'xor' || op === 'or') for (const hidden of [a, b]) if (state.cellAt(hidden)) markEscaped(state, hidden);
  return state.symbols.term(op, a, b, type);
}

/** Small constants are assumed not to overflow types of 32 bits and more. */
const stays = (v: Value, n: number, type: CType): boolean =>
  !isKnown(v) && !isOpaque(v) && (integerOf(type as never).bits >= 32 ? Math.abs(n) < 2 ** 31 : false);

/** SIZE_MAX / 32 is an unsigned division; for sums and products both representations agree. */
const operandOf = (op: BinaryExpr['op'], v: Known, type: CType): number =>
  numberOf(op === 'div' || op === 'rem' || op === 'shr' ? (comparable(v, type) as Known) : v);

function compute(op: BinaryExpr['op'], a: number, b: number): number {
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return b === 0 ? NaN : Math.trunc(a / b);
    case 'rem':
      return b === 0 ? NaN : a % b;
    case 'shl':
      return b >= 0 && b < 53 ? a * 2 ** b : NaN;
    case 'shr':
      return b >= 0 && b < 64 ? Math.floor(a / 2 ** b) : NaN;
    default:
      return bitwise(op, a, b);
  }
}

function bitwise(op: BinaryExpr['op'], a: number, b: number): number {
  const [x, y] = [BigInt(a), BigInt(b)];
  if (op === 'and') return Number(x & y);
  if (op === 'or') return Number(x | y);
  if (op === 'xor') return Number(x ^ y);
  return NaN;
}

/** x & 4 and x & 2 for x & 6; none if the mask is unknown, a single bit, or too long. */
export function bitsOf(
  { symbols }: State,
  { left, right, type }: Pick<TermInfo, 'left' | 'right' | 'type'>,
): Symbolic[] {
  const [x, by] = isKnown(left) ? [right, left] : [left, right];
  const mask = isKnown(by) ? numberOf(by) : 0;
  if (isKnown(x) || mask <= 0 || mask > LONGEST_MASK || (mask & (mask - 1)) === 0) return [];
  const bits: Symbolic[] = [];
  for (let bit = 1; bit <= mask; bit *= 2) if ((mask & bit) !== 0) bits.push(symbols.term('and', x, bit, type));
  return bits;
}

/** x & 4 for ~x & 4, exactly one of which is 0; null if the term has another form or more than one bit. */
export function otherBit(
  { symbols }: State,
  { left, right, type }: Pick<TermInfo, 'left' | 'right' | 'type'>,
): Symbolic | null {
  const [x, by] = isKnown(left) ? [right, left] : [left, right];
  const bit = isKnown(by) ? numberOf(by) : 0;
  if (isKnown(x) || bit <= 0 || (bit & (bit - 1)) !== 0 || x.plus !== 0 || x.index !== '') return null;
  const info = symbols.info(x.symbol);
  return info.kind === 'term' && info.op === 'bitnot' ? symbols.term('and', info.left, bit, type) : null;
}

const LONGEST_MASK = 0xffff;

/** x & 6 where both x & 4 and x & 2 are known to be 0. */
function isCleared(state: State, left: Value, right: Value, type: CType): boolean {
  if (isKnown(left) === isKnown(right)) return false;
  const bits = bitsOf(state, { left, right, type });
  return bits.length > 0 && bits.every((bit) => isZero(state.resolve(bit)));
}

/**
 * Tag bits in the low bits of an aligned pointer: (p | 1), (p & ~7), (p & 1). With a larger mask the result is
 * somewhere in the cell.
 */
function tag(state: State, op: BinaryExpr['op'], a: Value, b: Value): Value | null {
  const [p, by] = isKnown(a) ? [b, a] : [a, b];
  if (isKnown(p) || !isKnown(by) || !state.cells.has(p.symbol) || p.index !== '') return null;
  const mask = numberOf(by);
  const low = ((p.plus % 8) + 8) % 8;
  if (op === 'or' && mask >= 0 && mask < 8) return shift(p, (low | mask) - low);
  if (op === 'and' && mask >= 0 && mask < 8) return low & mask;
  if (op === 'and' && (mask === -8 || mask === -4 || mask === -2)) return shift(p, (low & mask) - low);
  if (op === 'xor' && mask >= 0 && mask < 8) return shift(p, (low ^ mask) - low);
  if (op === 'and' && mask < -8 && mask >= -4096) return shift(p, -p.plus, `[&${mask}]`);
  return null;
}

/** A value that the new type can represent does not change. */
function cast(here: Here, state: State, e: CastExpr): Value | null {
  const operand = evaluate(here, state, e.operand);
  if (operand === null) return null;
  return convert(state, state.resolve(operand), e.operand.type, e.type);
}

export function convert(state: State, v: Value, from: CType, to: CType): Value {
  if (to.kind === 'pointer') return from.kind === 'float' ? OPAQUE : v;
  if (!isInteger(to)) return OPAQUE;
  if (!isInteger(from) && from.kind !== 'pointer') return OPAQUE;
  if (integerOf(to).bits === 1)
    return isKnown(v) ? (isZero(v) ? 0 : 1) : isNonzero(state, v) ? 1 : truthOf(state, v, to);
  if (isKnown(v)) return wrap(v, to);
  if (isOpaque(v) || isUninitialized(v)) return v;
  if (from.kind === 'pointer') return to.size >= from.size ? v : OPAQUE;
  if (to.size >= from.size && (state.cells.has(v.symbol) || isUnsigned(from) === isUnsigned(to))) return v;
  return includes(rangeOfType(to), rangeOf(state, v)) ? v : state.symbols.term('cast', v, 0, to);
}

const truthOf = (state: State, v: Value, to: CType): Value =>
  isOpaque(v) ? OPAQUE : state.symbols.term('ne', v, 0, to);

function wrap(v: Known, type: CType): Value {
  const n = numberOf(v);
  const { low, high } = rangeOfType(type);
  if (low <= n && n <= high) return v;
  if (!Number.isFinite(high)) return v;
  const size = high - low + 1;
  return ((((n - low) % size) + size) % size) + low;
}
