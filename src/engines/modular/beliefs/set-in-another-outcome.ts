// Belief: a variable that a callee sets in one of two outcomes that look alike to the caller is not used without that.
// Asked by calls.ts for all outcomes that fit a call.

import type { Returned } from '../calls/instantiate.js';
import { doubtedBy } from '../domain/doubts.js';
import { type Cell, type State, withValue } from '../domain/state.js';
import { isKnown, isZero, nullWith } from '../domain/symbols.js';
import type { Possible } from '../exec/freeing.js';
import type { Belief } from './belief.js';
import { looksAlike } from './counted-free.js';

export const setInAnotherOutcome: Belief = {
  name: 'set-in-another-outcome',
  why: 'The result says what was set, by values that the summary does not distinguish: an option, and whether it has an argument.',
  stage: 'call',
  effect: 'silences',
};

/**
 * x uninitialised after o₁ and set after o₂, o₁ ≈ o₂ to the caller ⟹ x unknown after o₁.
 * The same for x null: it is doubtful after o₁.
 */
export function setWhereAlike(possible: readonly Possible[]): void {
  if (possible.length < 2) return;
  for (const { returned } of possible) {
    const others = possible.map((p) => p.returned).filter((other) => other !== returned && mayDiffer(other, returned));
    if (others.length === 0) continue;
    const { state } = returned;
    for (const cell of [...state.cells.values()]) {
      if (cell.kind !== 'local') continue;
      if (cell.untouched === 'uninitialized' && others.some((other) => isSet(other.state, cell)))
        state.update(cell, { untouched: 'unknown' });
      doubtNulls(state, cell, others);
    }
  }
}

/** Do the outcomes look alike, although their results may differ? Equal constants tell the caller nothing. */
const mayDiffer = (a: Returned, b: Returned): boolean => looksAlike(a, b) && !(isFixed(a) && isFixed(b));

const isFixed = ({ state, result }: Returned): boolean => result === null || isKnown(state.resolve(result));

/** Is more of the variable set there? */
function isSet({ cells }: State, { name, fields }: Cell): boolean {
  const cell = cells.get(name);
  if (!cell) return false;
  if (cell.untouched !== 'uninitialized') return true;
  for (const key of cell.fields.keys()) if (!fields.has(key)) return true;
  return false;
}

function doubtNulls(state: State, { name, fields }: Cell, others: readonly Returned[]): void {
  for (const [key, field] of fields) {
    if (field.value !== 0 || !field.isPointer) continue;
    const isElsewhere = others.some((other) => {
      const value = other.state.cells.get(name)?.fields.get(key)?.value;
      return value !== undefined && !isZero(other.state.resolve(value));
    });
    if (isElsewhere) state.setField(name, key, withValue(field, DOUBTFUL));
  }
}

const DOUBTFUL = nullWith(doubtedBy('set-in-another-outcome'));
