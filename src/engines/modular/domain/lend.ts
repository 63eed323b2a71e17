// The argument of an unknown call that keeps nothing of it (keeping/): changed, but not escaped.
// Used by calls.ts. The cell itself can still be lost by the caller; all that it leads to escapes.

import { isNonzero } from './facts.js';
import { havoc, markEscaped } from './memory.js';
import { type Cell, type Field, makeCell, type State, withValue } from './state.js';
import { type FieldKey, isKnown, type Value } from './symbols.js';

export function lend(state: State, v: Value, at: number): void {
  const address = state.resolve(v);
  const cell = state.cellAt(address) ?? addInput(state, address);
  if (!cell) return;
  const count = state.birth(at);
  const fields = new Map<FieldKey, Field>();
  for (const [key, field] of cell.fields) {
    markEscaped(state, field.value);
    havoc(state, field.value, at);
    fields.set(key, withValue(field, state.symbols.fresh(at, count, `${cell.name}.${key}`, null)));
  }
  const now = state.cells.get(cell.name)!;
  state.update(now, { fields, untouched: 'unknown', epoch: now.epoch + 1 });
}

/** An input without a cell gets one, so that the summary says that it changes. A parameter may be a number. */
function addInput(state: State, v: Value): Cell | null {
  const info = isKnown(v) ? null : state.symbols.info(v.symbol);
  const isPointer = info?.kind === 'parameter' || (info?.kind === 'input' && info.type.kind === 'pointer');
  if (isKnown(v) || !isPointer) return null;
  const maybeNull = info.kind === 'parameter' || !isNonzero(state, v);
  const cell = makeCell(v.symbol, 'input', 'input', { maybeNull });
  state.cells.set(v.symbol, cell);
  return cell;
}
