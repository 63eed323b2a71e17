// Initialisers: of locals as instructions, of static storage as values at offsets.
// A local aggregate is cleared first unless the initialiser covers all of it.

import type * as ast from '../../frontend/ast.js';
import { evaluate } from '../../frontend/typecheck/constant.js';
import { hasParts } from '../../types/questions.js';
import { ArrayType, type BitRange, type CType } from '../../types/types.js';
import type { Expr, Place } from '../instr.js';
import type { InitialValue } from '../program.js';
import { assignTo } from './assignments.js';
import type { FunctionBuilder } from './builder.js';
import { load, lowerValue, stable } from './expressions.js';

// ---- locals ----------------------------------------------------------------------------------------------------

export function initializeLocal(b: FunctionBuilder, place: Place, initializer: ast.Initializer): void {
  if (initializer.kind === 'list' && !fillsType(initializer, place.type)) {
    b.emit({ kind: 'clear', place, at: place.at, end: place.end });
  }
  initializePart(b, place, initializer);
}

function initializePart(b: FunctionBuilder, place: Place, initializer: ast.Initializer): void {
  const { at, end } = place;
  switch (initializer.kind) {
    case 'scalar':
      assignTo(b, place, initializer.value, initializer.value.at, initializer.value.end);
      return;
    case 'string': {
      const variable = b.unit.stringOf(initializer.literal, place.type as ArrayType);
      const value = load({ kind: 'var', variable, type: variable.type, at, end });
      b.emit({ kind: 'assign', place, value, at, end });
      return;
    }
    case 'list':
      for (const entry of initializer.entries) initializeEntry(b, place, entry);
  }
}

function initializeEntry(b: FunctionBuilder, base: Place, entry: ast.InitializerEntry): void {
  if (entry.first < 0) return initializePart(b, base, entry.value);
  if (entry.field) {
    const { at, end } = base;
    const place: Place = { kind: 'field', base, field: entry.field, type: entry.field.type, at, end };
    return initializePart(b, place, entry.value);
  }
  if (entry.first === entry.last) return initializePart(b, elementOf(b, base, entry.first), entry.value);
  // A range: the value is computed once.
  const { value } = entry;
  const once = value.kind === 'scalar' ? stable(b, lowerValue(b, value.value)) : null;
  for (let i = entry.first; i <= entry.last; i++) {
    const place = elementOf(b, base, i);
    if (once) b.emit({ kind: 'assign', place, value: once, at: once.at, end: once.end });
    else initializePart(b, place, value);
  }
}

function elementOf(b: FunctionBuilder, base: Place, i: number): Place {
  const { at, end } = base;
  const index: Expr = { kind: 'int', value: BigInt(i), type: b.types.ptrdiff, at, end };
  return { kind: 'index', base, index, type: (base.type as ArrayType).element, at, end };
}

/** Does the list initialise every scalar of the type? */
function fillsType(list: ast.ListInitializer, type: CType): boolean {
  const count = type.kind === 'record' ? (type.body.union ? -1 : (type.fields?.length ?? -1)) : arrayLength(type);
  const distinct = new Set(list.entries.map((e) => e.first));
  if (distinct.size !== count || distinct.has(-1)) return false;
  return list.entries.every((entry) => {
    if (entry.first !== entry.last || entry.field?.bits) return false;
    const inner = entry.field ? entry.field.type : (type as ArrayType).element;
    return entry.value.kind !== 'list' || fillsType(entry.value, inner);
  });
}

const arrayLength = (type: CType): number =>
  type.kind === 'array' || type.kind === 'vector' ? (type.length ?? -1) : -1;

// ---- static storage --------------------------------------------------------------------------------------------

/** The values of a constant initialiser at their offsets, or null if it is not constant. */
export function lowerStatic(b: FunctionBuilder, initializer: ast.Initializer, type: CType): InitialValue[] | null {
  const values: InitialValue[] = [];
  return collect(b, initializer, type, 0, null, values) ? values : null;
}

function collect(
  b: FunctionBuilder,
  initializer: ast.Initializer,
  type: CType,
  offset: number,
  bits: BitRange | null,
  into: InitialValue[],
): boolean {
  switch (initializer.kind) {
    case 'string': {
      const length = initializer.literal.bytes.length / (type as ArrayType).element.size;
      const padded = type.kind === 'array' && type.length === null ? new ArrayType(type.element, length) : type;
      into.push({
        offset,
        type: padded,
        bits,
        value: { kind: 'string', bytes: paddedString(initializer.literal, padded) },
      });
      return true;
    }
    case 'scalar':
      return collectScalar(b, initializer.value, type, offset, bits, into);
    case 'list':
      return initializer.entries.every((entry) => collectEntry(b, entry, type, offset, into));
  }
}

function collectEntry(
  b: FunctionBuilder,
  entry: ast.InitializerEntry,
  type: CType,
  offset: number,
  into: InitialValue[],
): boolean {
  if (entry.first < 0) return collect(b, entry.value, type, offset, null, into);
  if (entry.field) {
    return collect(b, entry.value, entry.field.type, offset + entry.field.offset, entry.field.bits, into);
  }
  const { element } = type as ArrayType;
  for (let i = entry.first; i <= entry.last; i++) {
    if (!collect(b, entry.value, element, offset + i * element.size, null, into)) return false;
  }
  return true;
}

function collectScalar(
  b: FunctionBuilder,
  e: ast.Expr,
  type: CType,
  offset: number,
  bits: BitRange | null,
  into: InitialValue[],
): boolean {
  // A compound literal in a static initialiser is replaced by its own initialiser.
  const inner = e.kind === 'cast' ? e.operand : e;
  if (inner.kind === 'compound-literal' && hasParts(type)) {
    return collect(b, inner.initializer, type, offset, bits, into);
  }
  const known = e.kind === 'int' ? null : evaluate(e);
  if (known !== null) {
    into.push({ offset, type, bits, value: { kind: 'int', value: known, type: e.type, at: e.at, end: e.end } });
    return true;
  }
  const [blocks, emitted] = [b.blocks.length, b.current.instrs.length];
  const value = lowerValue(b, e);
  if (b.blocks.length !== blocks || b.current.instrs.length !== emitted || !isConstant(value)) return false;
  into.push({ offset, type, bits, value });
  return true;
}

/** Constants, addresses of static storage, and arithmetic on them. */
function isConstant(e: Expr): boolean {
  switch (e.kind) {
    case 'load':
      return false;
    case 'address':
      return isConstantPlace(e.place);
    case 'unary':
    case 'cast':
      return isConstant(e.operand);
    case 'binary':
      return isConstant(e.left) && isConstant(e.right);
    default:
      return true;
  }
}

function isConstantPlace(place: Place): boolean {
  switch (place.kind) {
    case 'var':
      return place.variable.kind === 'global';
    case 'field':
      return isConstantPlace(place.base);
    case 'index':
      return isConstant(place.index) && isConstantPlace(place.base);
    case 'deref':
      return isConstant(place.pointer);
  }
}

/** The bytes of a literal, padded or cut to the length of the array. */
export function paddedString(literal: ast.StringLiteral, type: CType): Uint8Array {
  const size = type.size < 0 ? literal.bytes.length : type.size;
  if (size === literal.bytes.length) return literal.bytes;
  const bytes = new Uint8Array(size);
  bytes.set(literal.bytes.subarray(0, size));
  return bytes;
}
