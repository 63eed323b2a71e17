// Stores that unlink an element from its list or tree: fields that may alias the written link become unknown.
// Used by transfer.ts for stores, and by effects.ts for those of a callee.

import type { RecordType } from '../../../types/types.js';
import { type Cell, type Field, type State, withValue } from './state.js';
import { isKnown, type SymbolInfo, sameValue, type Value } from './symbols.js';

/**
 * A store like e->prev->next = e->next unlinks `e`: the written cell was found through `e` and now points past it.
 * Fields of inputs that point to `e` may alias the written field, so they are havocked. Storing a cell of this
 * procedure is an insertion, and unlinks nothing.
 */
export function havocLinksPast(state: State, written: number, value: Value, at: number): void {
  const passed = holderOfInput(state, written);
  if (!passed || state.cellAt(value)?.kind === 'heap' || !pointsPast(state, passed, value)) return;
  if (!isLinkOf(state, passed.name, value)) return;
  havocLinks(state, passed.name, at, written);
}

/** Havocs the fields that point to this cell; not local variables, which are links only if other memory leads to them. */
export function havocLinks(state: State, name: number, at: number, except = name): void {
  for (const cell of [...state.cells.values()]) {
    if (cell.name === except || cell.name === name || (cell.kind === 'local' && !cell.escaped)) continue;
    for (const [key, field] of cell.fields) {
      if (isKnown(field.value) || field.value.symbol !== name) continue;
      const unknown = state.symbols.fresh(at, state.birth(at), `${cell.name}.${key}`, null);
      state.setField(cell.name, key, withValue(field, unknown));
    }
  }
}

/** The input or unknown cell in whose field this cell was found. */
function holderOfInput(state: State, name: number): Cell | null {
  const holder = state.symbols.holderOf(name);
  const cell = holder === null ? null : state.cells.get(holder);
  return cell && (cell.kind === 'input' || cell.kind === 'unknown') ? cell : null;
}

/** Is the value the initial content of a field of the cell? A field written since is not a link of the original list. */
function pointsPast(state: State, { before, fields }: Cell, value: Value): boolean {
  const isLink = (field: Field): boolean => !field.written && sameValue(state.resolve(field.value), value);
  return [...before.values()].some(isLink) || [...fields.values()].some(isLink);
}

/** A link leads to a record of the same type, or to a member of one. Other pointers are payload. */
function isLinkOf({ symbols }: State, name: number, value: Value): boolean {
  const from = recordAt(symbols.info(name));
  const to = isKnown(value) ? null : recordAt(symbols.info(value.symbol));
  return !from || !to || embeds(from, to);
}

const recordAt = (info: SymbolInfo): RecordType | null =>
  info.kind === 'input' && info.type.kind === 'pointer' && info.type.target.kind === 'record' ? info.type.target : null;

const embeds = (whole: RecordType, part: RecordType): boolean =>
  whole.body === part.body || (whole.fields ?? []).some(({ type }) => type.kind === 'record' && embeds(type, part));
