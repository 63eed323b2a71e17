// Reads and writes of cells: fields by offset, lazily materialised inputs, copies, escape and havoc.
// Between evaluate.ts, which finds the place, and state.ts, which holds the contents.

import { copyMap } from '../../../base/forking-map.js';
import { includes, rangeOfType } from '../../../numeric/range.js';
import type { CType } from '../../../types/types.js';
import { doubtedBy } from './doubts.js';
import { isNonzero } from './facts.js';
import {
  type Cell,
  type Event,
  type Field,
  makeCell,
  makeField,
  type State,
  shift,
  type Untouched,
  withValue,
} from './state.js';
import {
  addressOf,
  type FieldKey,
  isElement,
  isKnown,
  isOpaque,
  isZero,
  nullWith,
  numberOf,
  OPAQUE,
  SOME_ELEMENTS,
  type Symbolic,
  sameValue,
  UNINITIALIZED,
  type Value,
} from './symbols.js';

/** A field of a cell: where a load or store goes. */
export interface Spot {
  readonly cell: number;
  readonly key: FieldKey;
  readonly size: number;
  /** The slot of the field (ownership/slots.ts), the same in all functions. */
  readonly slot?: string | null;
  readonly isPointer?: boolean;
}

/** The field at the address. */
export function spotAt(v: Symbolic, size: number): Spot {
  return { cell: v.symbol, key: v.index === '' ? v.plus : `${v.index}+${v.plus}`, size };
}

const isScalar = (t: CType): boolean => t.kind === 'int' || t.kind === 'enum' || t.kind === 'pointer';

/** The value of a field. The first read of an unwritten field creates a symbol for its value. */
export function read(state: State, spot: Spot, type: CType): Value {
  const cell = state.cells.get(spot.cell)!;
  const field = cell.fields.get(spot.key);
  const isWhole = field !== undefined && field.size === spot.size;
  const value = isWhole ? state.resolve(field.value) : null;
  if (value !== null && (!isOpaque(value) || !isScalar(type))) return value;
  if (!isScalar(type)) return OPAQUE;
  if (isWhole) return nameUnknown(state, spot, field, type);
  if (field) return readPart(state, field, spot.size, type);
  return discover(state, cell, spot, type);
}

/** An unknown value gets a symbol when it is first read, so that two reads yield equal values. */
function nameUnknown(state: State, { cell, key, slot }: Spot, field: Field, type: CType): Value {
  const value = state.symbols.fresh(-cell, state.birth(-cell), `${key}?`, type, slot);
  state.setField(cell, key, withValue(field, value));
  return value;
}

/** A read of another size than the last write. */
function readPart(state: State, field: Field, size: number, type: CType): Value {
  const value = state.resolve(field.value);
  if (isKnown(value) && numberOf(value) >= 0 && size < field.size && numberOf(value) < 2 ** (8 * size - 1))
    return value;
  if (isZero(value)) return size < field.size ? 0 : OPAQUE;
  return state.symbols.term('part', value, size, type);
}

function discover(state: State, cell: Cell, spot: Spot, type: CType): Value {
  const byte = spot.size === 1 && typeof spot.key === 'number' ? state.symbols.byteAt(cell.name, spot.key) : null;
  if (byte !== null && includes(rangeOfType(type), { low: byte, high: byte })) return byte;
  const symbolic = isElement(spot.key);
  exposeElements(state, cell, spot.key);
  const untouched = symbolic && cell.untouched !== 'zero' && cell.fields.size > 0 ? 'unknown' : cell.untouched;
  // A table that is indexed by an input may have been filled elsewhere.
  if (untouched === 'uninitialized' && !symbolic) return UNINITIALIZED;
  // An element at a symbolic index of a zeroed table may have been filled where no path shows it.
  if (untouched === 'zero' && !(symbolic && cell.fields.size > 0))
    return symbolic ? nullWith(doubtedBy('cleared-table')) : 0;
  const isInput = untouched === 'input';
  const value = isInput
    ? state.symbols.input(cell.name, spot.key, type, spot.slot)
    : state.symbols.fresh(-cell.name, cell.epoch, `${spot.key}${lifeOf(state, cell)}`, type, spot.slot);
  const field = makeField(value, spot.size, null);
  if (isInput) state.addInput(cell.name, spot.key, field);
  else state.setField(cell.name, spot.key, field);
  return state.resolve(value);
}

/** Of a local variable: how often it has been made before, as in a loop. */
function lifeOf({ births }: State, { kind, name }: Cell): string {
  const lives = kind === 'local' ? births.get(-name) : undefined;
  return lives === undefined ? '' : `~${lives}`;
}

/** An element at a symbolic index may be any other element: what the element that is read may hold escapes. */
function exposeElements(state: State, { fields }: Cell, read: FieldKey): void {
  for (const [key, { value }] of fields) if (isElement(read) || isElement(key)) markEscaped(state, value);
}

export function write(state: State, spot: Spot, value: Value, written: Event): void {
  const cell = state.cells.get(spot.cell)!;
  const anywhere = isElement(spot.key);
  if (isNotTracked(cell, spot, value)) {
    const untouched = cell.untouched === 'input' ? 'input' : 'unknown';
    state.update(cell, { untouched, epoch: cell.epoch + 1 });
    return;
  }
  const fields = state.fieldsOf(spot.cell);
  if (typeof spot.key === 'number' && fields.size < MOST_FIELDS) cover(fields, spot.key, spot.size);
  const { size } = spot;
  fields.set(spot.key, makeField(value, size, written, spot.isPointer === true));
  if (anywhere && cell.untouched !== 'input' && cell.untouched !== 'unknown')
    state.update(state.cells.get(spot.cell)!, { untouched: 'unknown' });
}

/** Weak update of an element at an unknown index. The value escapes; of the element only remains whether it is a pointer. */
export function writeWeakly(
  state: State,
  name: number,
  field: Pick<Field, 'value' | 'isPointer' | 'size'>,
  at: Event,
): void {
  const isPointer = field.isPointer === true || leadsToCell(state, field.value);
  markEscaped(state, field.value);
  const cell = state.cells.get(name)!;
  if (cell.untouched !== 'input' && cell.untouched !== 'unknown') state.update(cell, { untouched: 'unknown' });
  const known = cell.fields.get(SOME_ELEMENTS);
  const size = Math.max(field.size, known?.size ?? 0);
  if (!known || (isPointer && !known.isPointer) || size > known.size)
    state.setField(name, SOME_ELEMENTS, makeField(OPAQUE, size, at, isPointer || known?.isPointer === true));
  if (!isKnown(field.value)) fillNulls(state, state.cells.get(name)!, field.size);
}

/** A null element may have been overwritten by a value of the same size. */
function fillNulls(state: State, { name, fields }: Cell, size: number): void {
  for (const [key, field] of fields)
    if (field.isPointer && isZero(field.value) && field.size === size)
      state.fieldsOf(name).set(key, withValue(field, OPAQUE));
}

function leadsToCell(state: State, value: Value): boolean {
  const cell = state.cellAt(state.resolve(value));
  return cell !== null && cell.kind !== 'unknown';
}

/** Replaces writes at symbolic indices by weak updates: the index has no meaning outside this procedure. */
export function summarizeElements(state: State, { name, fields, before }: Cell): void {
  for (const [key, field] of fields) {
    if (!isElement(key) || key === SOME_ELEMENTS || before.get(key) === field) continue;
    const { value, size } = field;
    if (field.written) writeWeakly(state, name, { value, size, isPointer: false }, field.written);
    else markEscaped(state, field.value);
    state.fieldsOf(name).delete(key);
  }
}

/** Integer elements of large arrays are not tracked. */
const isNotTracked = (cell: Cell, spot: Spot, value: Value): boolean =>
  cell.fields.size >= MOST_FIELDS && !cell.fields.has(spot.key) && (isKnown(value) || spot.size < 4);

const MOST_FIELDS = 64;

/** Fields that overlap the bytes [at, at + size) become unknown. */
function cover(fields: Map<FieldKey, Field>, at: number, size: number): void {
  for (const [key, field] of fields) {
    if (typeof key !== 'number' || key === at || key >= at + size || key + field.size <= at) continue;
    fields.set(key, withValue(field, OPAQUE));
  }
}

/** Copies `size` bytes (as many as there are if null), including pointers. */
export function copyBytes(state: State, to: Symbolic, from: Symbolic, size: number | null): void {
  const source = state.cells.get(from.symbol);
  const target = state.cells.get(to.symbol);
  if (!source || !target || sameValue(from, to)) return;
  if (from.index !== '' || to.index !== '') {
    escapeCopied(state, source);
    if (to.index === '') overwrite(state, to, size, 'unknown');
    else state.update(state.cells.get(to.symbol)!, { untouched: unlessWritten(target), epoch: target.epoch + 1 });
    return;
  }
  const fields = outside(target.fields, to.plus, size);
  if (size === null) escapeMissing(state, target, fields);
  for (const [key, field] of source.fields) {
    const moved = moveKey(key, from.plus, to.plus, size);
    if (moved !== null) fields.set(moved, field);
    else if (typeof key !== 'number') markEscaped(state, field.value);
  }
  const whole = to.plus === 0 && from.plus === 0 && isWhole(target, size);
  // Zeros that are overwritten by what the caller knows are zeros no more.
  const rest = whole && target.untouched === 'zero' ? 'unknown' : unlessWritten(target);
  const untouched = whole && source.untouched !== 'input' ? source.untouched : rest;
  const copyOf = whole ? (source.untouched === 'input' ? from : source.copyOf) : target.copyOf;
  const wiped = whole ? size : target.wiped;
  if (!whole && isLarge(size)) escapeCopied(state, source);
  state.update(state.cells.get(to.symbol)!, { fields, untouched, copyOf, wiped, epoch: target.epoch + 1 });
}

/** The contents are copied to where they cannot be followed. */
function escapeCopied(state: State, source: Cell): void {
  escapeContents(state, [source]);
  if (source.untouched === 'input') markCopied(state, addressOf(source.name));
}

/** May a copy of so many bytes contain a pointer? */
const isLarge = (size: number | null): boolean => size === null || size >= POINTER_SIZE;
const POINTER_SIZE = 4;

/** Of bytes that may have been overwritten or not it is unknown what they hold. */
function escapeMissing(state: State, { fields }: Cell, left: ReadonlyMap<FieldKey, Field>): void {
  for (const [key, { value }] of fields) if (!left.has(key)) markEscaped(state, value);
}

const unlessWritten = (cell: Cell): Untouched => (cell.untouched === 'uninitialized' ? 'unknown' : cell.untouched);

function outside(fields: Cell['fields'], at: number, size: number | null): Map<FieldKey, Field> {
  const kept = copyMap(fields);
  const end = size === null ? Infinity : at + size;
  for (const key of fields.keys()) if (typeof key === 'number' && key >= at && key < end) kept.delete(key);
  return kept;
}

/** Elements at a symbolic index keep their keys if the offset stays the same. */
function moveKey(key: FieldKey, from: number, to: number, size: number | null): FieldKey | null {
  if (typeof key !== 'number') return from === to ? key : null;
  return key >= from && (size === null || key < from + size) ? key - from + to : null;
}

/** Reads every scalar of a record before it is copied. A union counts as its first pointer. */
export function discoverAll(state: State, at: Symbolic, type: CType, left = { fields: 40 }): void {
  if (type.kind !== 'record') return;
  if (type.body.union) {
    const pointer = type.fields?.find((field) => field.type.kind === 'pointer');
    const spot = pointer && spotAt(shift(at, pointer.offset) as Symbolic, pointer.type.size);
    if (spot && !state.cells.get(at.symbol)?.fields.has(spot.key)) read(state, spot, pointer.type);
    return;
  }
  for (const field of type.fields ?? []) {
    const here = shift(at, field.offset) as Symbolic;
    if (field.type.kind === 'record') discoverAll(state, here, field.type, left);
    else if (isScalar(field.type) && !field.bits && left.fields-- > 0)
      read(state, spotAt(here, field.type.size), field.type);
  }
}

/** The fields within the overwritten bytes become zero or unknown. If the size is unknown, pointers are kept. */
export function overwrite(state: State, to: Symbolic, wiped: Value | null, how: 'zero' | 'unknown'): void {
  const cell = state.cells.get(to.symbol);
  if (!cell) return;
  const size = wiped !== null && isKnown(wiped) ? numberOf(wiped) : null;
  if (to.plus === 0 && to.index === '' && isWhole(cell, size)) {
    state.update(cell, {
      fields: size === null ? pointersOf(state, cell) : new Map(),
      untouched: how,
      wiped: wiped ?? OPAQUE,
      epoch: cell.epoch + 1,
    });
    return;
  }
  const { fields } = cell;
  const end = size === null ? Infinity : to.plus + size;
  for (const [key, field] of [...fields]) {
    const at = offsetOf(key, to.index);
    if (at !== null && (at < to.plus || at >= end)) continue;
    if (size === null && state.cellAt(state.resolve(field.value))) continue;
    if (at === null) markEscaped(state, field.value);
    state.fieldsOf(cell.name).set(key, withValue(field, how === 'zero' && at !== null ? 0 : OPAQUE));
  }
  const untouched = cell.untouched === 'uninitialized' ? how : cell.untouched;
  state.update(state.cells.get(cell.name)!, { untouched, epoch: cell.epoch + 1 });
}

/** The offset of a field within the element at `index`; null if it may be in another element. */
function offsetOf(key: FieldKey, index: string): number | null {
  if (typeof key === 'number') return index === '' ? key : null;
  return index !== '' && key.startsWith(`${index}+`) ? Number(key.slice(index.length + 1)) : null;
}

function pointersOf(state: State, cell: Cell): Map<FieldKey, Field> {
  return new Map([...cell.fields].filter(([, { value }]) => state.cellAt(state.resolve(value))));
}

/** Are all bytes of the cell overwritten? The size of an input is unknown: all fields known so far count as all of it. */
function isWhole(cell: Cell, size: number | null): boolean {
  if (size === null) return true;
  if (cell.kind === 'input' || cell.kind === 'unknown')
    return [...cell.fields.keys()].every((key) => Number(key) < size);
  const { size: all } = cell;
  return all === null || !isKnown(all) || numberOf(all) <= size;
}

/**
 * The value escapes: unknown code may keep, change and free all cells reachable from it, including those stored since
 * an earlier escape.
 */
export function markEscaped(state: State, v: Value): void {
  const first = isKnown(v) ? v : state.resolve(v);
  const cell = isKnown(first) ? null : (state.cells.get(first.symbol) ?? addEscapedInput(state, first));
  if (!cell) return;
  const work = escapeCell(state, cell);
  if (work.length > 0) escapeFrom(state, work, new Set([cell.name]));
}

function escapeFrom(state: State, work: Symbolic[], seen: Set<number>): void {
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (seen.has(value.symbol)) continue;
    seen.add(value.symbol);
    const next = state.cells.get(value.symbol) ?? addEscapedInput(state, value);
    if (next) work.push(...escapeCell(state, next));
  }
}

/** All that the cells point to escapes, including what was stored there after they had escaped themselves. */
export function escapeContents(state: State, cells: Iterable<Cell>): void {
  const work: Symbolic[] = [];
  const copies: Symbolic[] = [];
  for (const { fields, copyOf } of cells) {
    for (const { value } of fields.values()) {
      const v = isKnown(value) ? value : state.resolve(value);
      if (!isKnown(v)) work.push(v);
    }
    if (copyOf) copies.push(copyOf);
  }
  escapeFrom(state, work, new Set());
  for (const source of copies) markCopied(state, source);
}

/** The initial content of the cell is also held by memory that has no name here. */
export function markCopied(state: State, { symbol }: Symbolic): void {
  const cell = state.cells.get(symbol);
  if (cell && !cell.copied) state.update(cell, { copied: true });
}

/** Hot: marks one cell as escaped. Returns its pointers, which are followed next. */
function escapeCell(state: State, cell: Cell): Symbolic[] {
  const inner: Symbolic[] = [];
  for (const { value } of cell.fields.values()) {
    if (isKnown(value)) continue;
    const v = state.resolve(value);
    if (!isKnown(v) && v.symbol !== cell.name && (state.cells.has(v.symbol) || isPointer(state, v))) inner.push(v);
  }
  if (!cell.escaped) state.update(cell, { escaped: true });
  return inner;
}

function isPointer({ symbols }: State, { symbol }: Symbolic): boolean {
  const info = symbols.info(symbol);
  return info.kind === 'parameter' || (info.kind === 'input' && info.type.kind === 'pointer');
}

/** An escaping input without a cell gets one, so that the summary says that it escapes. A parameter may be a number. */
function addEscapedInput(state: State, v: Value): Cell | null {
  if (isKnown(v) || !isPointer(state, v)) return null;
  const maybeNull = state.symbols.info(v.symbol).kind === 'parameter' || !isNonzero(state, v);
  const cell = makeCell(v.symbol, 'input', 'input', { maybeNull });
  state.cells.set(v.symbol, cell);
  return cell;
}

/**
 * Havoc by an unknown call: all memory reachable from the value becomes unknown. With `part`, only so many bytes at the
 * pointer are havocked, if it points to a member inside its cell.
 */
export function havoc(state: State, v: Value, at: number, part: number | null = null): void {
  const seen = new Set<number>();
  const first = state.resolve(v);
  const work = [first];
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    const cell = state.cellAt(value) ?? addEscapedInput(state, value);
    if (!cell || seen.has(cell.name)) continue;
    seen.add(cell.name);
    const count = state.birth(at);
    const fields = new Map<FieldKey, Field>();
    for (const [key, field] of cell.fields) {
      if (value === first && isBeside(first, part, key)) {
        fields.set(key, field);
        continue;
      }
      work.push(state.resolve(field.value));
      fields.set(key, withValue(field, state.symbols.fresh(at, count, `${cell.name}.${key}`, null)));
    }
    state.update(cell, { fields, escaped: true, untouched: 'unknown', epoch: cell.epoch + 1 });
  }
}

/** Is the field outside the `part` bytes at the pointer? */
function isBeside(pointer: Value, part: number | null, key: FieldKey): boolean {
  if (part === null || isKnown(pointer) || pointer.plus <= 0 || pointer.index !== '') return false;
  return typeof key === 'number' && (key < pointer.plus || key >= pointer.plus + part);
}

/** Materialises the cell of a pointer at its first dereference. */
export function materialize(state: State, symbol: number): Cell {
  const { kind } = state.symbols.info(symbol);
  const isInput = kind === 'parameter' || kind === 'input';
  const cell = makeCell(symbol, isInput ? 'input' : 'unknown', isInput ? 'input' : 'unknown');
  state.cells.set(symbol, cell);
  return cell;
}
