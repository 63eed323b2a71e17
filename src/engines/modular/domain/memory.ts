// Reading and writing cells: fields by offset, lazily discovered inputs, copies of whole blocks.
// Between evaluate.ts (which place) and state.ts (what is there).

import { copyMap } from '../../../base/forking-map.js';
import { includes, rangeOfType } from '../../../numeric/range.js';
import type { CType, RecordType } from '../../../types/types.js';
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
  type FieldKey,
  isElement,
  isKnown,
  isZero,
  nullWith,
  numberOf,
  OPAQUE,
  SOME_ELEMENTS,
  type SymbolInfo,
  type Symbolic,
  sameValue,
  UNINITIALIZED,
  type Value,
} from './symbols.js';

/** A field of a cell that a place stands for. */
export interface Spot {
  readonly cell: number;
  readonly key: FieldKey;
  readonly size: number;
  /** What the field is called everywhere. */
  readonly slot?: string | null;
  readonly isPointer?: boolean;
}

/** The field that a pointer points to. */
export function spotAt(v: Symbolic, size: number): Spot {
  return { cell: v.symbol, key: v.index === '' ? v.plus : `${v.index}+${v.plus}`, size };
}

const isScalar = (t: CType): boolean => t.kind === 'int' || t.kind === 'enum' || t.kind === 'pointer';

/** What the field holds; the first look at a field nobody has written gives it a name. */
export function read(state: State, spot: Spot, type: CType): Value {
  const cell = state.cells.get(spot.cell)!;
  const field = cell.fields.get(spot.key);
  if (field && field.size === spot.size) return state.resolve(field.value);
  if (!isScalar(type)) return OPAQUE;
  if (field) return readPart(state, field, spot.size, type);
  return discover(state, cell, spot, type);
}

/** A shorter or longer look at bytes that were written as something else. */
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
  if (symbolic) exposeElements(state, cell);
  const untouched = symbolic && cell.untouched !== 'zero' && cell.fields.size > 0 ? 'unknown' : cell.untouched;
  // Whoever finds an element by a number from elsewhere may know that it was filled elsewhere, too.
  if (untouched === 'uninitialized' && !symbolic) return UNINITIALIZED;
  // Some element of a zeroed table: whoever has the table may have filled it where nobody looked.
  if (untouched === 'zero' && !(symbolic && cell.fields.size > 0))
    return symbolic ? nullWith(doubtedBy('cleared-table')) : 0;
  const isInput = untouched === 'input';
  const value = isInput
    ? state.symbols.input(cell.name, spot.key, type, spot.slot)
    : state.symbols.fresh(-cell.name, cell.epoch, `${spot.key}`, type, spot.slot);
  const field = makeField(value, spot.size, null);
  if (isInput) state.addInput(cell.name, spot.key, field);
  else state.setField(cell.name, spot.key, field);
  return state.resolve(value);
}

/** An element at an index nobody knows may be any that was stored: what they point to can be reached through it. */
function exposeElements(state: State, cell: Cell): void {
  for (const { value } of cell.fields.values()) letGo(state, value);
}

export function write(state: State, spot: Spot, value: Value, written: Event): void {
  const cell = state.cells.get(spot.cell)!;
  const anywhere = isElement(spot.key);
  if (isForgettable(cell, spot, value)) {
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

/**
 * Some element of the cell, nobody here knows which, holds the value: it can be reached from there, and whether it is the
 * address of something is all that is kept of it.
 */
export function writeSomewhere(
  state: State,
  name: number,
  field: Pick<Field, 'value' | 'isPointer' | 'size'>,
  at: Event,
): void {
  const isPointer = field.isPointer === true || leadsToCell(state, field.value);
  letGo(state, field.value);
  const cell = state.cells.get(name)!;
  if (cell.untouched !== 'input' && cell.untouched !== 'unknown') state.update(cell, { untouched: 'unknown' });
  const known = cell.fields.get(SOME_ELEMENTS);
  const size = Math.max(field.size, known?.size ?? 0);
  if (!known || (isPointer && !known.isPointer) || size > known.size)
    state.setField(name, SOME_ELEMENTS, makeField(OPAQUE, size, at, isPointer || known?.isPointer === true));
  if (!isKnown(field.value)) fillNulls(state, state.cells.get(name)!, field.size);
}

/** A null among the elements may have been replaced by something of the same size. */
function fillNulls(state: State, { name, fields }: Cell, size: number): void {
  for (const [key, field] of fields)
    if (field.isPointer && isZero(field.value) && field.size === size)
      state.fieldsOf(name).set(key, withValue(field, OPAQUE));
}

function leadsToCell(state: State, value: Value): boolean {
  const cell = state.cellAt(state.resolve(value));
  return cell !== null && cell.kind !== 'unknown';
}

/** Elements that were written: whoever comes later cannot tell which they are. */
export function forgetElements(state: State, { name, fields, before }: Cell): void {
  for (const [key, field] of fields) {
    if (!isElement(key) || key === SOME_ELEMENTS || before.get(key) === field) continue;
    const { value, size } = field;
    if (field.written) writeSomewhere(state, name, { value, size, isPointer: false }, field.written);
    else letGo(state, field.value);
    state.fieldsOf(name).delete(key);
  }
}

/** Numbers in large arrays are not followed. */
const isForgettable = (cell: Cell, spot: Spot, value: Value): boolean =>
  cell.fields.size >= MOST_FIELDS && !cell.fields.has(spot.key) && (isKnown(value) || spot.size < 4);

const MOST_FIELDS = 64;

/** Fields that the bytes [at, at + size) overlap are no longer what they were. */
function cover(fields: Map<FieldKey, Field>, at: number, size: number): void {
  for (const [key, field] of fields) {
    if (typeof key !== 'number' || key === at || key >= at + size || key + field.size <= at) continue;
    fields.set(key, withValue(field, OPAQUE));
  }
}

/** Copies `size` bytes (all, if not known) from one place to another, pointers included. */
export function copyBytes(state: State, to: Symbolic, from: Symbolic, size: number | null): void {
  const source = state.cells.get(from.symbol);
  const target = state.cells.get(to.symbol);
  if (!source || !target || (from.symbol === to.symbol && from.plus === to.plus)) return;
  const exact = from.index === '' && to.index === '';
  const fields = exact ? outside(target.fields, to.plus, size) : copyMap(target.fields);
  for (const [key, field] of source.fields) {
    const moved = exact ? moveKey(key, from.plus, to.plus, size) : null;
    if (moved !== null) fields.set(moved, field);
    else if (!exact || typeof key !== 'number') letGo(state, field.value);
  }
  const whole = exact && to.plus === 0 && from.plus === 0 && isWhole(target, size);
  const untouched = whole && source.untouched !== 'input' ? source.untouched : unlessWritten(target);
  const copyOf = whole ? (source.untouched === 'input' ? from : source.copyOf) : target.copyOf;
  state.update(state.cells.get(to.symbol)!, { fields, untouched, copyOf, epoch: target.epoch + 1 });
}

const unlessWritten = (cell: Cell): Untouched => (cell.untouched === 'uninitialized' ? 'unknown' : cell.untouched);

function outside(fields: Cell['fields'], at: number, size: number | null): Map<FieldKey, Field> {
  const kept = copyMap(fields);
  const end = size === null ? Infinity : at + size;
  for (const key of fields.keys()) if (typeof key === 'number' && key >= at && key < end) kept.delete(key);
  return kept;
}

/** Elements at a symbolic index keep their names if the block does. */
function moveKey(key: FieldKey, from: number, to: number, size: number | null): FieldKey | null {
  if (typeof key !== 'number') return from === to ? key : null;
  return key >= from && (size === null || key < from + size) ? key - from + to : null;
}

/** Looks at every scalar of a record, so that a copy of it knows what it copies. A union may be its first pointer. */
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

/** The fields within `size` bytes become zero or unknown; if nobody knows how many, pointers are taken to lie beyond. */
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
    if (at === null) letGo(state, field.value);
    state.fieldsOf(cell.name).set(key, withValue(field, how === 'zero' && at !== null ? 0 : OPAQUE));
  }
  const untouched = cell.untouched === 'uninitialized' ? how : cell.untouched;
  state.update(state.cells.get(cell.name)!, { untouched, epoch: cell.epoch + 1 });
}

/** Where a field lies within the element at `index`; null if it is in one that may be another. */
function offsetOf(key: FieldKey, index: string): number | null {
  if (typeof key === 'number') return index === '' ? key : null;
  return index !== '' && key.startsWith(`${index}+`) ? Number(key.slice(index.length + 1)) : null;
}

function pointersOf(state: State, cell: Cell): Map<FieldKey, Field> {
  return new Map([...cell.fields].filter(([, { value }]) => state.cellAt(state.resolve(value))));
}

/** Of an input nobody has looked into, as much as is overwritten is all there is. */
function isWhole(cell: Cell, size: number | null): boolean {
  if (size === null) return true;
  if (cell.kind === 'input' || cell.kind === 'unknown')
    return [...cell.fields.keys()].every((key) => Number(key) < size);
  const { size: all } = cell;
  return all === null || !isKnown(all) || numberOf(all) <= size;
}

/**
 * Code that is not seen gets hold of the value: cells it reaches may be kept and changed by anyone; also what was put since
 * into those that it had hold of before.
 */
export function letGo(state: State, v: Value): void {
  const first = isKnown(v) ? v : state.resolve(v);
  const cell = isKnown(first) ? null : (state.cells.get(first.symbol) ?? promise(state, first));
  if (!cell) return;
  const work = letGoOf(state, cell);
  if (work.length === 0) return;
  const seen = new Set([cell.name]);
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    if (seen.has(value.symbol)) continue;
    seen.add(value.symbol);
    const next = state.cells.get(value.symbol) ?? promise(state, value);
    if (next) work.push(...letGoOf(state, next));
  }
}

/** Hot: unseen code gets hold of one cell. Gives the pointers in it that may lead further. */
function letGoOf(state: State, cell: Cell): Symbolic[] {
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

/** An input that nobody has looked behind is given away: the caller must know. A parameter may be a number. */
function promise(state: State, v: Value): Cell | null {
  if (isKnown(v) || !isPointer(state, v)) return null;
  const maybeNull = state.symbols.info(v.symbol).kind === 'parameter' || !isNonzero(state, v);
  const cell = makeCell(v.symbol, 'input', 'input', { maybeNull });
  state.cells.set(v.symbol, cell);
  return cell;
}

/**
 * What unseen code may have done to memory it has hold of: contents are anybody's guess. Of a pointer to a member inside a
 * block, it knows the `part` of the block only that is this long.
 */
export function havoc(state: State, v: Value, at: number, part: number | null = null): void {
  const seen = new Set<number>();
  const first = state.resolve(v);
  const work = [first];
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    const cell = state.cellAt(value);
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

/** Is the field not in the part that begins at the pointer, inside the block? */
function isBeside(pointer: Value, part: number | null, key: FieldKey): boolean {
  if (part === null || isKnown(pointer) || pointer.plus <= 0 || pointer.index !== '') return false;
  return typeof key === 'number' && (key < pointer.plus || key >= pointer.plus + part);
}

/** The cell of a pointer that is dereferenced for the first time. */
export function materialize(state: State, symbol: number): Cell {
  const { kind } = state.symbols.info(symbol);
  const isInput = kind === 'parameter' || kind === 'input';
  const cell = makeCell(symbol, isInput ? 'input' : 'unknown', isInput ? 'input' : 'unknown');
  state.cells.set(symbol, cell);
  return cell;
}

/**
 * e->prev->next = e->next: a block found through `e` is made to point past it. If memory that is not ours points to `e`
 * somewhere, that may be the very field that is written: nobody knows any more what it holds. A block of our own that is put
 * there is put in, and passes nothing.
 */
export function doubtLinks(state: State, written: number, value: Value, at: number): void {
  const passed = foundThrough(state, written);
  if (!passed || state.cellAt(value)?.kind === 'heap' || !pointsPast(state, passed, value)) return;
  if (!isLinkOf(state, passed.name, value)) return;
  forgetLinks(state, passed.name, at, written);
}

/** Memory that is not ours (but for one cell) may point elsewhere than to this block now. */
export function forgetLinks(state: State, name: number, at: number, except = name): void {
  for (const cell of [...state.cells.values()]) {
    if (cell.name === except || cell.name === name || cell.kind === 'local' || cell.kind === 'heap') continue;
    for (const [key, field] of cell.fields) {
      if (isKnown(field.value) || field.value.symbol !== name) continue;
      const unknown = state.symbols.fresh(at, state.birth(at), `${cell.name}.${key}`, null);
      state.setField(cell.name, key, withValue(field, unknown));
    }
  }
}

/** The cell, not one of ours, whose field led to this one. */
function foundThrough(state: State, name: number): Cell | null {
  const holder = state.symbols.holderOf(name);
  const cell = holder === null ? null : state.cells.get(holder);
  return cell && (cell.kind === 'input' || cell.kind === 'unknown') ? cell : null;
}

/** Is it what the cell led to when it was found? What has been written to it since is no link of its list. */
function pointsPast(state: State, { before, fields }: Cell, value: Value): boolean {
  const isLink = (field: Field): boolean => !field.written && sameValue(state.resolve(field.value), value);
  return [...before.values()].some(isLink) || [...fields.values()].some(isLink);
}

/** Links of a record lead to others of its kind, or to what lies in them; a pointer to something else is what it holds. */
function isLinkOf({ symbols }: State, name: number, value: Value): boolean {
  const from = recordAt(symbols.info(name));
  const to = isKnown(value) ? null : recordAt(symbols.info(value.symbol));
  return !from || !to || embeds(from, to);
}

const recordAt = (info: SymbolInfo): RecordType | null =>
  info.kind === 'input' && info.type.kind === 'pointer' && info.type.target.kind === 'record' ? info.type.target : null;

const embeds = (whole: RecordType, part: RecordType): boolean =>
  whole.body === part.body || (whole.fields ?? []).some(({ type }) => type.kind === 'record' && embeds(type, part));
