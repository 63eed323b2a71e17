// Values of expressions in a state: a number with its range and form, or an address. Reads and refines, never writes.
// Used by transfer and conditions; a comparison splits the state into those where it holds and those where it does not.

import { bytesOf } from '../../ir/bytes.js';
import type { BinaryExpr, CastExpr, Expr, LoadExpr } from '../../ir/instr.js';
import { isVolatile } from '../../ir/volatile.js';
import {
  combine as computeIn,
  keepsValue,
  type NumberValue,
  negated,
  numberAt,
  UNKNOWN_NUMBER,
} from '../../numeric/arithmetic.js';
import { assignRange, difference, type Key, type Linear } from '../../numeric/numbers.js';
import type { Range } from '../../numeric/range.js';
import * as ranges from '../../numeric/range.js';
import { type Comparison, isComparison } from '../../types/operators.js';
import { integerOf, isInteger } from '../../types/questions.js';
import type { BitRange, CType } from '../../types/types.js';
import { constantOf } from '../shared/constants.js';
import { access, type Position } from './access.js';
import { doubt, type Here, slotOf } from './analysis.js';
import { assume } from './conditions.js';
import { lasting, letEscape } from './escape.js';
import { addressesIn, exactOffset, hasOwnCells, overlapped, readTargets } from './memory.js';
import { leftPath, rightPath } from './paper/aep.js';
import {
  cellOf,
  isNumber,
  kindOf,
  type Name,
  NULL,
  nameOf,
  numberTarget,
  offsetOf,
  pointsToNode,
  REST,
  SIZE,
  type Target,
  type Targets,
  VALUE,
  valueOfTarget,
} from './paper/cell.js';
import { cut } from './paper/cut.js';
import { type Draft, isStrong, only, type ShapeNode, setTargets } from './paper/graph.js';
import { displace, refine } from './paper/refine.js';
import { guessed, type State } from './state.js';
import { amountIn, amountsOf, minus } from './stride.js';
import { isZeroAt } from './strings.js';
import { withBits } from './tags.js';
import { isRegister } from './variable-names.js';

export type Value = NumberInState | { readonly kind: 'pointer'; readonly position: Position };

export interface NumberInState extends NumberValue {
  readonly kind: 'number';
  readonly origin?: Origin;
}

/** Where a character was read: a node and an offset. */
export interface Origin {
  readonly name: Name;
  readonly offset: NumberValue;
}

export interface Evaluated {
  readonly state: State;
  readonly value: Value;
}

export const number = (range: Range, form: Linear | null = null): NumberInState => ({ kind: 'number', range, form });

const asNumber = (value: NumberValue): NumberInState => ({ kind: 'number', ...value });

export function evaluate(here: Here, state: State, e: Expr): Evaluated[] {
  if (e.type.kind === 'pointer') {
    return refine(here, state, rightPath(e)).map((a) => ({
      state: a.state,
      value: { kind: 'pointer', position: a.position },
    }));
  }
  switch (e.kind) {
    case 'int':
      return [{ state, value: number(ranges.constant(Number(e.value))) }];
    case 'load':
      return isVolatile(e.place)
        ? load(here, state, e).map((o) => ({ state: o.state, value: number(ranges.rangeOfType(e.type)) }))
        : load(here, state, e);
    case 'unary':
      return unary(here, state, e);
    case 'binary':
      return binary(here, state, e);
    case 'cast':
      return convert(here, state, e);
    default:
      return [{ state, value: number(ranges.ANYTHING) }];
  }
}

// ---- loads -----------------------------------------------------------------------------------------------------

function load(here: Here, state: State, e: LoadExpr): Evaluated[] {
  if (e.place.kind === 'var' && isRegister(e.place.variable)) {
    const name = slotOf(here, e.place.variable);
    if (!state.graph.has(name)) return [{ state, value: knownAs(state, cellOf(name, 0), e.type) }];
  }
  const inner = { ...here, at: e.at, end: e.end };
  return refine(inner, state, leftPath(e.place))
    .flatMap((a) => access(inner, a, bytesOf(e.place)))
    .flatMap(({ state: after, position }) =>
      loadNumber(here, after, position, e).map((loaded) =>
        bitsOf(e) ? loaded : asCharacter(loaded, position, e.type),
      ),
    );
}

/** A bit-field read: its value says nothing about the other bits of the place. */
const bitsOf = ({ place }: LoadExpr): BitRange | null => (place.kind === 'field' ? place.field.bits : null);

/** A character keeps the position where it was read; the one that is known to be zero is zero. */
function asCharacter({ state, value }: Evaluated, position: Position, type: CType): Evaluated {
  const offset = type.size === 1 && pointsToNode(position.target) ? amountIn(position, 1) : null;
  if (value.kind === 'pointer' || !offset) return { state, value };
  const name = nameOf(position.target);
  if (!state.graph.get(name)?.unique) return { state, value };
  if (isZeroAt(state.numbers, name, offset)) return { state, value: number(ranges.ZERO) };
  return { state, value: { ...value, origin: { name, offset } } };
}

const knownAs = (state: State, key: Key, type: CType): Value =>
  asNumber(isInteger(type) ? numberAt(state.numbers, key, type) : UNKNOWN_NUMBER);

/** A number that may be part of an address exposes the address: the node escapes. */
function loadNumber(here: Here, state: State, position: Position, e: LoadExpr): Evaluated[] {
  const bits = bitsOf(e);
  const type = bits ? ranges.rangeOfBits(e.type, bits.width) : ranges.rangeOfType(e.type);
  if (!pointsToNode(position.target)) return [{ state, value: number(type) }];
  const node = state.graph.get(nameOf(position.target))!;
  const { pointerSize } = here.settings;
  const offset = exactOffset(position);
  if (offset !== null && !bits && e.type.size === pointerSize && isInteger(e.type)) {
    const { targets } = readTargets(state.graph, position, pointerSize);
    if (targets.some(pointsToNode)) {
      const mixed = node.cells.has(offset) && isStrong(node, offset) && targets.some(isNumber);
      return mixed ? numberOrAddress(here, state, position, e, targets) : addressIn(here, state, position, e);
    }
  }
  const addresses = addressesIn(node, position, e.type.size, pointerSize);
  const after = addresses.length > 0 ? letEscape(here, state, addresses) : state;
  if (
    offset === null ||
    bits ||
    !node.unique ||
    node.escaped ||
    !isInteger(e.type) ||
    isPieced(here, node, position, e)
  )
    return [{ state: after, value: number(type) }];
  const held = node.cells.get(offset) ?? node.rest;
  if (only(held) === NULL) return [{ state: after, value: number(ranges.ZERO) }];
  const expected = numberTarget(e.type.size, integerOf(e.type).signed);
  const values = node.cells.has(offset) ? constantsIn(held, expected) : null;
  const several = values !== null && values.length > 1;
  if (several) here.settings.choices.made++;
  const chosen = several ? guessed(after) : after;
  if (values) return values.map((v) => withNumber(chosen, cellOf(node.name, offset), expected, v, e.type));
  if (only(held) === VALUE && deservesCell(node, e))
    return [withCell(after, cellOf(node.name, offset), expected, e.type)];
  if (only(held) === expected) return [{ state: after, value: knownAs(after, cellOf(node.name, offset), e.type) }];
  return [{ state: after, value: number(type) }];
}

function addressIn(here: Here, state: State, { target }: Position, { at, end }: LoadExpr): Evaluated[] {
  return refine(here, state, [
    { kind: 'constant', target },
    { kind: 'follow', at, end },
  ]).map((a) => ({ state: a.state, value: { kind: 'pointer', position: a.position } }));
}

/** A cell that holds a number in some heaps and an address in others: one state for each. */
function numberOrAddress(here: Here, state: State, position: Position, e: LoadExpr, targets: Targets): Evaluated[] {
  const cell = position.target;
  const kind = isInteger(e.type) ? numberTarget(e.type.size, integerOf(e.type).signed) : null;
  const numbers = targets.filter(isNumber).flatMap((t) =>
    holding(state, cell, [t]).flatMap((s): Evaluated[] => {
      const value = valueOfTarget(t);
      if (value !== null && kind !== null && kindOf(t) === kind) return [withNumber(s, cell, kind, value, e.type)];
      return [{ state: s, value: number(ranges.rangeOfType(e.type)) }];
    }),
  );
  const others = targets.filter((t) => !isNumber(t));
  return [...numbers, ...holding(state, cell, others).flatMap((s) => addressIn(here, s, position, e))];
}

/** The states in which the unique cell holds one of these targets. */
function holding(state: State, cell: number, targets: Targets): State[] {
  const draft: Draft = new Map(state.graph);
  setTargets(draft, nameOf(cell), offsetOf(cell), targets);
  return cut(draft) === 'contradictory' ? [] : [{ ...state, graph: draft }];
}

/** Does the number consist of several cells, or of a written part and a remainder? */
function isPieced(
  { settings: { pointerSize } }: Here,
  node: ShapeNode,
  position: Position,
  { type }: LoadExpr,
): boolean {
  if (node.cells.has(exactOffset(position)!)) return type.size > pointerSize;
  return overlapped(node, position, type.size, pointerSize).some((o) => o !== REST);
}

/** Numbers that a call has written, such as scanf, get cells when they are read; characters are too many for that. */
const deservesCell = (node: ShapeNode, { place, type }: LoadExpr): boolean =>
  hasOwnCells(node) && type.size > 1 && place.kind !== 'index';

/** The cell holds some number of this kind, which has a key from now on. */
function withCell(state: State, cell: number, kind: Target, type: CType): Evaluated {
  const draft: Draft = new Map(state.graph);
  setTargets(draft, nameOf(cell), offsetOf(cell), [kind]);
  const { low } = ranges.rangeOfType(type);
  const range = low === 0 ? { low, high: Infinity } : ranges.ANYTHING;
  const after = { ...state, graph: draft, numbers: assignRange(state.numbers, cell, range) };
  return { state: after, value: knownAs(after, cell, type) };
}

/** The values that a cell may hold, if all are known and of this kind. */
function constantsIn(held: Targets, kind: Target): number[] | null {
  const values = held.map((t) => (t === NULL || kindOf(t) === kind ? valueOfTarget(t) : null));
  return held.length > 0 && values.every((v) => v !== null) ? values : null;
}

/** The cell holds this one of its possible values. */
function withNumber(state: State, cell: number, kind: Target, value: number, type: CType): Evaluated {
  const draft: Draft = new Map(state.graph);
  setTargets(draft, nameOf(cell), offsetOf(cell), [kind]);
  const numbers = assignRange(state.numbers, cell, ranges.constant(value));
  const after = { ...state, graph: draft, numbers };
  return { state: after, value: knownAs(after, cell, type) };
}

// ---- operators -------------------------------------------------------------------------------------------------

function unary(here: Here, state: State, e: Expr & { kind: 'unary' }): Evaluated[] {
  if (e.op === 'not') return truth(here, state, e);
  return evaluate(here, state, e.operand).map(({ state: s, value }) => {
    const after = exposeAddress(here, s, value);
    if (value.kind === 'pointer' || e.op !== 'neg') return { state: after, value: number(ranges.rangeOfType(e.type)) };
    return { state: after, value: asNumber(negated(after.numbers, value, e.type)) };
  });
}

/** 1 where the condition holds, 0 where it does not. */
export function truth(here: Here, state: State, e: Expr): Evaluated[] {
  return [
    ...assume(here, state, e, true).map((s) => ({ state: s, value: number(ranges.constant(1)) })),
    ...assume(here, state, e, false).map((s) => ({ state: s, value: number(ranges.ZERO) })),
  ];
}

/** Vectors are compared element by element, so that such a comparison does not split states. */
export const isScalarComparison = (e: Expr): e is BinaryExpr & { op: Comparison } =>
  e.kind === 'binary' && isComparison(e.op) && e.type.kind !== 'vector';

function binary(here: Here, state: State, e: BinaryExpr): Evaluated[] {
  if (isScalarComparison(e)) return truth(here, state, e);
  return evaluate(here, state, e.left).flatMap((left) =>
    evaluate(here, left.state, e.right).map((right) => {
      const [first, second] = operands(here, left, right);
      return combine(here, e, first, second);
    }),
  );
}

function combine(here: Here, e: BinaryExpr, left: Value, { state, value: right }: Evaluated): Evaluated {
  if (left.kind === 'pointer' || right.kind === 'pointer') {
    if (e.op === 'ptr-diff') return { state, value: distance(state, left, right, e) };
    const moved = e.type.size === here.settings.pointerSize ? displaced(e.op, left, right) : null;
    const value = moved ?? tagged(here, state, e, left, right);
    if (value) return { state, value };
    return {
      state: exposeAddress(here, exposeAddress(here, state, left), right),
      value: number(ranges.rangeOfType(e.type)),
    };
  }
  return { state, value: asNumber(computeIn(state.numbers, e.op, left, right, e.type)) };
}

/** A value that was computed in the state `before`, in a later one of the same instruction. */
export function lastingValue(here: Here, before: State, { state, value }: Evaluated): Evaluated {
  if (value.kind !== 'pointer') return { state, value };
  const { state: after, position } = lasting(here, before, { state, position: value.position });
  return { state: after, value: { kind: 'pointer', position } };
}

/** Both operands in the state after the second. */
export function operands(here: Here, left: Evaluated, right: Evaluated): [Value, Evaluated] {
  const first = lastingValue(here, left.state, { state: right.state, value: left.value });
  return [first.value, lastingValue(here, right.state, { state: first.state, value: right.value })];
}

/** An address in an integer, moved by some bytes. */
function displaced(op: BinaryExpr['op'], left: Value, right: Value): Value | null {
  if (right.kind === 'pointer') return op === 'add' && left.kind === 'number' ? displaced(op, right, left) : null;
  if (left.kind !== 'pointer' || (op !== 'add' && op !== 'sub') || ranges.singleOf(right.range) === null) return null;
  const bytes = op === 'add' ? right.range : ranges.negate(right.range);
  return { kind: 'pointer', position: displace(left.position, bytes, null) };
}

/** An address with tag bits set or cleared in its alignment bits. */
function tagged({ settings }: Here, state: State, e: BinaryExpr, left: Value, right: Value): Value | null {
  if (left.kind === 'pointer')
    return right.kind === 'number' ? withBits(state, e, left, e.right, settings.pointerSize) : null;
  return right.kind === 'pointer' ? withBits(state, e, right, e.left, settings.pointerSize) : null;
}

function distance(state: State, left: Value, right: Value, e: BinaryExpr): Value {
  const all = ranges.rangeOfType(e.type);
  if (left.kind !== 'pointer' || right.kind !== 'pointer') return number(all);
  const [a, b] = [left.position, right.position];
  const size = e.left.type.kind === 'pointer' ? e.left.type.target.size : 0;
  if (size <= 0 || !pointsToNode(a.target) || nameOf(a.target) !== nameOf(b.target)) return number(all);
  const [x, y] = [amountIn(a, size), amountIn(b, size)];
  if (x && y) return { kind: 'number', ...minus(state.numbers, x, y) };
  const bytes = amountsOf(a, b);
  return bytes ? number(ranges.divide(minus(state.numbers, ...bytes).range, ranges.constant(size))) : number(all);
}

/** Arithmetic on an address yields a number that may become an address again: the node escapes. */
function exposeAddress(here: Here, state: State, value: Value): State {
  return value.kind === 'pointer' && pointsToNode(value.position.target)
    ? letEscape(here, state, [value.position.target])
    : state;
}

// ---- conversions -----------------------------------------------------------------------------------------------

function convert(here: Here, state: State, e: CastExpr): Evaluated[] {
  const type = e.type;
  if (type.kind === 'int' && type.bits === 1) return truth(here, state, e.operand);
  const known = constantOf(e);
  if (known !== null) return [{ state, value: number(ranges.constant(known)) }];
  return evaluate(here, state, e.operand).map(({ state: after, value }) => {
    if (value.kind === 'pointer') {
      if (isInteger(type) && type.size === here.settings.pointerSize) return { state: after, value };
      if (pointsToNode(value.position.target)) doubt(here, 'valid-deref', 'an address is cut to a smaller number');
      return { state: exposeAddress(here, after, value), value: number(ranges.rangeOfType(type)) };
    }
    const keeps = keepsValue(value, e.operand.type, type, (form) => isBelowSize(after, form));
    return { state: after, value: keeps ? value : number(ranges.rangeOfType(type)) };
  });
}

/** Allocations are so small that every number below their size fits. */
function isBelowSize(state: State, form: Linear | null): boolean {
  if (form?.times !== 1) return false;
  const sizes = state.numbers.zone.keys.filter((key) => offsetOf(key) === SIZE);
  return sizes.some((size) => difference(state.numbers, form.key, size) <= -form.plus);
}
