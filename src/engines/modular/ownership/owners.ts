// Ownership of memory that the caller's structures hold: evidence about stores to slots, and claims about lost targets.
// free(p) loses the targets of the record that nothing else reaches; so does a store to a slot.

import type { CallInstr, Place } from '../../../ir/instr.js';
import { isInteger } from '../../../types/questions.js';
import type { CType } from '../../../types/types.js';
import { isGutted } from '../beliefs/gutted-record.js';
import { escapedRecords, recycledRecords } from '../beliefs/recycled-record.js';
import type { Returned } from '../calls/instantiate.js';
import { isNonzero, rangeOf, wereEqual } from '../domain/facts.js';
import type { Cell, Event, Field, State } from '../domain/state.js';
import {
  addressOf,
  type FieldKey,
  isKnown,
  isOpaque,
  isUninitialized,
  isZero,
  type Symbolic,
  type Value,
} from '../domain/symbols.js';
import { locate, spotOf } from '../exec/evaluate.js';
import { eventOf, findingOf, type Here } from '../exec/report.js';
import type { Outcome } from '../summary/summary.js';
import { GUTTED, type LossKind, lostWith, type Origin } from './claims.js';
import { isFoundElement } from './found.js';
import { globalSlot, membersOf, slotOf, targetOf } from './slots.js';
import { unlinkedIn } from './unlinked.js';

// ---- evidence --------------------------------------------------------------------------------------------------

export function noteStore(here: Here, state: State, place: Place, where: Symbolic, v: Value): void {
  const origin = pointsInto(state, v, where) ? 'other' : originOf(state, v);
  const isNull = v === 0;
  const slot = origin || isNull ? slotOf(place, here.body.source.name) : null;
  if (!slot) return;
  if (origin) here.notes.store(slot, origin);
  const { key } = spotOf(where, place);
  const held = state.cells.get(where.symbol)?.fields.get(key)?.value;
  if (held !== undefined && state.cellAt(state.resolve(held))?.status === 'freed') here.notes.renew(slot);
  if (origin === 'fresh' || origin === 'shared') here.notes.hold(slot, (state.resolve(v) as Symbolic).symbol);
  const kind = origin === 'fresh' ? 'unset' : isNull ? 'nulled' : null;
  const loss = kind === 'unset' && isFoundElement(state, place, where.symbol) ? 'found' : kind;
  if (loss) claimUnreadField(here, state, where.symbol, key, { slot, kind: loss });
}

/** Notes what a callee stored through `&p->f`. */
export function noteOutputs(here: Here, state: State, { args }: CallInstr): void {
  for (const arg of args) {
    if (arg.kind !== 'address' || arg.place.type.kind !== 'pointer') continue;
    const slot = slotOf(arg.place, here.body.source.name);
    const where = slot === null ? null : locate(here, state, arg.place);
    const field = where && state.cells.get(where.symbol)?.fields.get(spotOf(where, arg.place).key);
    const origin = field?.written ? originOf(state, field.value, field) : null;
    if (slot && origin) here.notes.store(slot, origin);
  }
}

/** p->self = p: a cell does not own itself. */
const pointsInto = (state: State, value: Value, { symbol }: Symbolic): boolean => {
  const v = state.resolve(value);
  return !isKnown(v) && v.symbol === symbol;
};

function originOf(state: State, value: Value, within: Field | null = null): Origin | null {
  const v = state.resolve(value);
  if (isKnown(v)) return isZero(v) ? null : 'other';
  if (isUninitialized(v)) return null;
  if (isOpaque(v)) return 'unknown';
  const cell = state.cellAt(v);
  if (cell?.kind === 'heap')
    return v.plus !== 0 || cell.escaped ? 'other' : isHeld(state, cell, within) ? 'shared' : 'fresh';
  const { kind } = state.symbols.info(v.symbol);
  if (kind === 'global' || kind === 'local' || kind === 'function') return 'static';
  return kind === 'parameter' ? 'parameter' : 'other';
}

/** Does memory that outlives the procedure point to the cell already? */
function isHeld(state: State, { name }: Cell, within: Field | null): boolean {
  for (const holder of state.cells.values()) {
    if (holder.kind === 'local' || holder.status !== 'live' || holder.name === name) continue;
    for (const field of holder.fields.values()) {
      if (field === within || isKnown(field.value)) continue;
      if (state.cellAt(state.resolve(field.value))?.name === name) return true;
    }
  }
  return false;
}

/**
 * A callee frees what an argument points to. If the parameter has no record type, the type is known here; otherwise,
 * what the record holds is known here.
 */
export function watchFreed(here: Here, { args, callee }: CallInstr, { state }: Outcome, after: Returned): void {
  for (const [inner, name] of after.freed) {
    const info = state.symbols.info(inner);
    if (info.kind !== 'parameter' || isMoved(state, inner)) continue;
    const declared = callee.type.params?.[info.index]?.type;
    const arg = args[info.index];
    if (declared?.kind === 'pointer' && declared.target.kind === 'record') {
      if (callee.kind === 'direct') noteHanded(here, after.state, name, callee.function.name, declared.target);
      continue;
    }
    const members = arg && membersOf(targetOf(arg) ?? arg.type);
    if (members) here.notes.watch(name, members);
  }
}

function noteHanded(here: Here, state: State, name: number, to: string, type: CType): void {
  const cell = state.cells.get(name);
  for (const { offset, slot } of membersOf(type) ?? []) {
    here.notes.end(slot);
    here.notes.hand(to, slot, !cell || mayHold(state, cell, offset));
  }
}

/** May the field hold a pointer? Not in a cell that was allocated here and not filled. */
function mayHold(state: State, { kind, untouched, escaped, fields }: Cell, offset: number): boolean {
  if (kind !== 'heap' || escaped) return true;
  const field = fields.get(offset);
  if (field) return !isKnown(state.resolve(field.value)) && !isUninitialized(field.value);
  return untouched !== 'zero' && untouched !== 'uninitialized';
}

/** realloc: the contents moved to another cell. */
export const isMoved = (state: State, name: number): boolean =>
  [...state.cells.values()].some(({ copyOf }) => copyOf?.symbol === name);

// ---- claims ----------------------------------------------------------------------------------------------------

/** At the end of a path: claims the lost targets of freed cells and of overwritten slots. */
export function claimLost(here: Here, state: State, result: Value | null): void {
  for (const slot of escapedRecords(state)) here.notes.recycle(slot);
  claimUnlinked(here, state, result);
  const cells = [...state.cells.values()].filter((c) => c.kind !== 'heap' && c.kind !== 'local' && !c.escaped);
  const changed = cells.filter((c) => here.notes.watched(c.name) || c.kind !== 'unknown');
  if (changed.length === 0) return;
  for (const slot of recycledRecords(state, cells)) here.notes.recycle(slot);
  const kept = reachedFrom(state, result);
  for (const cell of changed) {
    if (cell.status === 'freed') claimChildren(here, state, cell, kept);
    else if (cell.status === 'live') claimOverwritten(here, state, cell, kept);
  }
}

/** free(p): claims the targets of the cell that nothing else reaches. */
function claimChildren(here: Here, state: State, cell: Cell, kept: ReadonlySet<number>): void {
  const members = here.notes.watched(cell.name);
  if (!members || cell.freed?.conditional || isArray(cell)) return;
  const counted = isCountedDown(state, cell);
  for (const { offset, slot, name } of members) {
    const field = cell.before.get(offset) ?? cell.fields.get(offset);
    const fate = field ? fateOf(state, field.value, kept) : 'lost';
    if (fate === 'kept') here.notes.care(slot, 'dropped');
    if (fate !== 'lost') continue;
    const message = lostWith([name]);
    claim(here, state, { slot, kind: 'dropped', member: name, counted, message, event: cell.freed?.event ?? null });
  }
}

/** if (--p->count == 0) free(p) */
function isCountedDown(state: State, { fields }: Cell): boolean {
  return [...fields.values()].some(({ value }) => {
    const info = isKnown(value) || !isZero(state.resolve(value)) ? null : state.symbols.info(value.symbol);
    return (info?.kind === 'input' || info?.kind === 'term') && isInteger(info.type);
  });
}

/** It is not known which elements were freed. */
const isArray = (cell: Cell): boolean => [...cell.fields.keys()].some((key) => typeof key === 'string');

/** p->f = …: claims the old target. */
function claimOverwritten(here: Here, state: State, cell: Cell, kept: ReadonlySet<number>): void {
  for (const [key, field] of cell.fields) {
    const before = cell.before.get(key);
    if (!field.written || before === field) continue;
    if (before && wereEqual(state, state.resolve(before.value), state.resolve(field.value))) continue;
    if (before) claimOld(here, state, before, field.written, kept);
    else if (cell.kind === 'global' && cell.untouched !== 'unknown') claimUnread(here, state, cell, key, field.written);
  }
}

const OVERWRITTEN = 'the memory that was here before is lost: its last pointer is overwritten';

function claimOld(here: Here, state: State, before: Field, event: Event, kept: ReadonlySet<number>): void {
  const slot = state.symbols.slotOf(before.value) ?? (isGutted(state, before.value) ? GUTTED : null);
  if (slot === null) return;
  const fate = fateOf(state, before.value, kept);
  if (fate === 'kept') here.notes.care(slot, 'overwritten');
  if (fate !== 'lost' || !isNonzero(state, state.resolve(before.value)) || isStillCounted(state, before.value)) return;
  claim(here, state, { slot, kind: 'overwritten', message: OVERWRITTEN, event });
}

/** p->count--; assert(p->count > 0): others hold the record, too. */
function isStillCounted(state: State, pointer: Value): boolean {
  const cell = state.cellAt(state.resolve(pointer));
  if (!cell) return false;
  return [...cell.fields].some(([key, { value, written }]) => {
    const first = cell.before.get(key)?.value;
    if (!written || first === undefined || isKnown(first) || isKnown(value)) return false;
    return value.symbol === first.symbol && value.plus < first.plus && rangeOf(state, value).low > 0;
  });
}

/** A store of a fresh cell or null to a field that was not read before. */
function claimUnreadField(
  here: Here,
  state: State,
  name: number,
  key: FieldKey,
  lost: Pick<Lost, 'slot' | 'kind'>,
): void {
  const cell = state.cells.get(name);
  if (!cell || cell.fields.has(key)) return;
  const isIntact = cell.kind === 'input' && cell.untouched === 'input' && !cell.escaped;
  const isOthers = cell.kind !== 'heap' && cell.kind !== 'local' && cell.untouched === 'unknown';
  if (isIntact || (lost.kind === 'nulled' && isOthers))
    claim(here, state, { ...lost, message: OVERWRITTEN, event: null });
}

/** A store to a global that was not read before. */
function claimUnread(here: Here, state: State, { name }: Cell, key: FieldKey, event: Event): void {
  const info = state.symbols.info(name);
  if (info.kind !== 'global' || key !== 0) return;
  const { variable } = info;
  if (variable.type.kind !== 'pointer' || variable.type.target.kind === 'record') return;
  const slot = globalSlot(variable, here.body.source.name);
  const message = `the memory that \`${variable.name}\` points to is lost: its last pointer is overwritten`;
  claim(here, state, { slot, kind: 'unread', message, event });
}

/** An element that is unlinked from its list and then neither freed nor kept. */
function claimUnlinked(here: Here, state: State, result: Value | null): void {
  for (const { pairs, fate } of unlinkedIn(state, result)) {
    const slot = [...pairs].sort().join(' ');
    if (fate === 'freed') here.notes.discard(slot);
    if (fate === 'freed' || fate === 'kept') here.notes.care(slot, 'unlinked');
    if (fate !== 'found') continue;
    const message = 'the element that was unlinked from its list is lost: nothing points to it any more';
    claim(here, state, { slot, kind: 'unlinked', message, event: null });
  }
}

interface Lost {
  readonly slot: string;
  readonly kind: LossKind;
  readonly member?: string;
  readonly counted?: boolean;
  readonly message: string;
  readonly event: Event | null;
}

function claim(here: Here, state: State, { message, event, ...lost }: Lost): void {
  const { site } = event ?? eventOf(here);
  if ((state.isMerged && here.believes('merged-state')) || site.source !== here.body.source) return;
  here.notes.claim({ ...lost, finding: findingOf(here, state, { rule: 'leak', message, cell: null, event }) });
}

/** `none`: the pointer is null. */
function fateOf(state: State, value: Value, kept: ReadonlySet<number>): 'kept' | 'lost' | 'none' {
  const v = state.resolve(value);
  if (isKnown(v)) return 'none';
  const cell = state.cellAt(v);
  if (cell && (cell.status !== 'live' || cell.escaped)) return 'kept';
  return kept.has(v.symbol) || isArgument(state, v) ? 'kept' : 'lost';
}

/** Has a test shown that the pointer is an argument? The caller has it. */
const isArgument = (state: State, v: Value): boolean =>
  state.symbols.pointerParameters().some((parameter) => wereEqual(state, v, parameter));

/** Symbols reachable from memory that outlives the procedure. */
function reachedFrom(state: State, result: Value | null): Set<number> {
  const reached = new Set<number>();
  const work: Value[] = result === null ? [] : [result];
  for (const cell of state.cells.values()) {
    const isRoot = cell.kind === 'global' || cell.kind === 'unknown' || cell.escaped;
    if (isRoot || state.symbols.info(cell.name).kind === 'parameter') work.push(addressOf(cell.name));
    if (cell.copyOf) work.push(cell.copyOf);
  }
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    const v = state.resolve(value);
    if (isKnown(v) || reached.has(v.symbol)) continue;
    reached.add(v.symbol);
    const cell = state.cellAt(v);
    if (cell?.status === 'live') for (const { value: inner } of cell.fields.values()) work.push(inner);
  }
  return reached;
}
