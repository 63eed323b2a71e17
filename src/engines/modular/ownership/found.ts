// Elements that were found in a list or tree, by a key: unlike a record that is being constructed, their members are set.
// Asked by owners.ts where a member is overwritten without a read.

import type { Place } from '../../../ir/instr.js';
import { isInteger } from '../../../types/questions.js';
import type { CType } from '../../../types/types.js';
import { isTrivial } from '../domain/facts.js';
import type { State } from '../domain/state.js';
import { isKnown } from '../domain/symbols.js';

/**
 * Is the written member part of an element that was read from memory, with another member that was read as a key? Numbers
 * of the element that were tested may say that the member is not set.
 */
export function isFoundElement(state: State, place: Place, element: number): boolean {
  const { symbols, cells, facts } = state;
  const type = place.kind === 'field' ? place.base.type : null;
  const cell = cells.get(element);
  if (!cell || !type || symbols.info(element).kind !== 'input' || !isLinked(type)) return false;
  for (const [symbol, fact] of facts) {
    const info = symbols.info(symbol);
    const isNumber = info.kind === 'input' && info.of === element && isInteger(info.type);
    if (isNumber && !isTrivial(state, symbol, fact)) return false;
  }
  return [...cell.before.values()].some(({ value }) => {
    const info = isKnown(value) ? null : symbols.info(value.symbol);
    return info?.kind === 'input' && !leadsToRecord(info.type);
  });
}

/** Has the record a link to another of its type? */
const isLinked = (type: CType): boolean =>
  type.kind === 'record' &&
  !type.body.union &&
  (type.fields ?? []).some(
    ({ type: t }) => t.kind === 'pointer' && t.target.kind === 'record' && t.target.body === type.body,
  );

/** A link, or another structure: not a key. Summaries do not say which record it is. */
const leadsToRecord = (type: CType): boolean => type.kind === 'pointer' && type.target.kind === 'record';
