// Belief: a variable that a callee sets in one of two outcomes that look alike to the caller is not used uninitialised.
// Asked by calls.ts for all outcomes that fit a call.

import type { Returned } from '../calls/instantiate.js';
import type { State } from '../domain/state.js';
import { isKnown } from '../domain/symbols.js';
import type { Possible } from '../exec/freeing.js';
import type { Belief } from './belief.js';
import { looksAlike } from './counted-free.js';

export const setInAnotherOutcome: Belief = {
  name: 'set-in-another-outcome',
  why: 'The result says what was set, by values that the summary does not distinguish: an option, and whether it has an argument.',
  stage: 'call',
  effect: 'silences',
};

/** x uninitialised after o₁ and set after o₂, o₁ ≈ o₂ to the caller ⟹ x unknown after o₁. */
export function setWhereAlike(possible: readonly Possible[]): void {
  if (possible.length < 2) return;
  for (const { returned } of possible)
    for (const name of unsetIn(returned.state))
      if (possible.some((p) => isSet(p.returned.state, name, returned.state) && mayDiffer(p.returned, returned)))
        returned.state.update(returned.state.cells.get(name)!, { untouched: 'unknown' });
}

/** Do the outcomes look alike, although their results may differ? Equal constants tell the caller nothing. */
const mayDiffer = (a: Returned, b: Returned): boolean => looksAlike(a, b) && !(isFixed(a) && isFixed(b));

const isFixed = ({ state, result }: Returned): boolean => result === null || isKnown(state.resolve(result));

function unsetIn({ cells }: State): number[] {
  const names: number[] = [];
  for (const { name, kind, untouched } of cells.values())
    if (kind === 'local' && untouched === 'uninitialized') names.push(name);
  return names;
}

/** Is more of the variable set here than there? */
function isSet(here: State, name: number, there: State): boolean {
  const cell = here.cells.get(name);
  if (!cell) return false;
  if (cell.untouched !== 'uninitialized') return true;
  const { fields } = there.cells.get(name)!;
  for (const key of cell.fields.keys()) if (!fields.has(key)) return true;
  return false;
}
