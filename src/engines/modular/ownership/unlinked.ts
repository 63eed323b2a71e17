// Elements that are unlinked from doubly linked lists: *n->back = n->next. The function that unlinks one has its last
// pointer, and must free it, keep it or pass it on. Other functions show whether such elements are freed (judge.ts).

import type { Cell, State } from '../domain/state.js';
import { addressOf, type FieldKey, isKnown, type SymbolInfo, sameValue, type Value } from '../domain/symbols.js';

/** An element, and the pairs of links by which it was unlinked. */
export interface Unlinked {
  readonly cell: Cell;
  readonly pairs: ReadonlySet<string>;
  /**
   * `found`: neither freed nor kept, and its predecessor is known to point past it; `unclear`: neither, but something
   * may still point to it.
   */
  readonly fate: 'freed' | 'kept' | 'found' | 'unclear';
}

export function unlinkedIn(state: State, result: Value | null): Unlinked[] {
  const pairs = new Map<number, Set<string>>();
  for (const cell of state.cells.values()) {
    if (cell.fields === cell.before) continue;
    const taken = takenOutBy(state, cell);
    if (!taken) continue;
    const known = pairs.get(taken.name);
    if (known) known.add(taken.pair);
    else pairs.set(taken.name, new Set([taken.pair]));
  }
  return [...pairs].map(([name, through]) => {
    const cell = state.cells.get(name)!;
    return { cell, pairs: through, fate: fateOf(state, cell, through, result) };
  });
}

/** n->f->g = n->g, or *n->f = n->g: the element n, and the pair of its links f and g. */
function takenOutBy(state: State, cell: Cell): { name: number; pair: string } | null {
  const { symbols } = state;
  const name = symbols.holderOf(cell.name);
  const through = name === null ? null : symbols.slotOf(addressOf(cell.name));
  const element = through === null ? null : state.cells.get(name!);
  if (!element || (element.kind !== 'input' && element.kind !== 'unknown')) return null;
  const isBare = leadsToPointer(symbols.info(cell.name));
  for (const [key, { value, written, isPointer }] of cell.fields) {
    if (!written || !isPointer || cell.before.get(key)?.value === value) continue;
    const past = linkIn(state, element, value, isBare && key === 0 ? null : key);
    if (past !== null && past !== through) return { name: element.name, pair: [past, through!].sort().join('|') };
  }
  return null;
}

const leadsToPointer = (info: SymbolInfo): boolean =>
  info.kind === 'input' && info.type.kind === 'pointer' && info.type.target.kind === 'pointer';

/** The slot of the element (at this offset, unless null) whose initial content is the value. */
function linkIn(state: State, { fields, before }: Cell, value: Value, at: FieldKey | null): string | null {
  const v = state.resolve(value);
  for (const [key, field] of [...before, ...fields]) {
    if (field.written || isKnown(field.value) || (at !== null && key !== at)) continue;
    const slot = state.symbols.slotOf(field.value);
    if (slot !== null && (sameValue(field.value, value) || sameValue(state.resolve(field.value), v))) return slot;
  }
  return null;
}

function fateOf(state: State, cell: Cell, pairs: ReadonlySet<string>, result: Value | null): Unlinked['fate'] {
  if (cell.status === 'freed') return cell.freed?.conditional ? 'kept' : 'freed';
  if (cell.status !== 'live' || cell.escaped || isHeld(state, cell, result)) return 'kept';
  return isInList(state, cell, pairs) ? 'found' : 'unclear';
}

function isHeld(state: State, { name }: Cell, result: Value | null): boolean {
  const leadsThere = (value: Value): boolean => {
    const v = state.resolve(value);
    return !isKnown(v) && v.symbol === name;
  };
  if (result !== null && leadsThere(result)) return true;
  for (const holder of state.cells.values())
    if (holder.name !== name && holder.status === 'live')
      for (const { value } of holder.fields.values()) if (leadsThere(value)) return true;
  return false;
}

/** Was it found by following the list, or in a head that now points to one of its neighbours? */
function isInList(state: State, { name, before, fields }: Cell, pairs: ReadonlySet<string>): boolean {
  const { symbols } = state;
  const slot = symbols.slotOf(addressOf(name));
  if (slot !== null && [...pairs].some((pair) => pair.split('|').includes(slot))) return true;
  const holder = symbols.holderOf(name);
  const head = holder === null ? null : state.cells.get(holder);
  const links = new Set([...before.values(), ...fields.values()].flatMap(({ value }) => symbolOf(value)));
  return (
    !!head &&
    [...head.fields.values()].some((f) => f.written && f.isPointer && symbolOf(f.value).some((s) => links.has(s)))
  );
}

const symbolOf = (value: Value): number[] => (isKnown(value) ? [] : [value.symbol]);
