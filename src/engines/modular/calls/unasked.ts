// Calls whose result nobody looks at: whoever does not ask believes that it has worked. Outcomes that say otherwise are left out.
// Used by calls.ts before and behind the matching of outcomes with the caller's state.

import { isChanged } from '../domain/join.js';
import { isKnown, isZero, numberOf, type Value } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Fitting } from './instantiate.js';

/**
 * insert(tree, e) gives back what is in the way, null if nothing is. Whoever does not look at the answer knows that nothing is:
 * outcomes that change nothing and find something are left out if there is one that does and does not.
 */
export function withoutFindings(outcomes: readonly Outcome[]): readonly Outcome[] {
  const changes = ({ state }: Outcome): boolean => [...state.cells.values()].some(isChanged);
  const isNull = ({ result }: Outcome): boolean => result !== null && isZero(result);
  const isInserting = outcomes.some((outcome) => isNull(outcome) && changes(outcome));
  return isInserting ? outcomes.filter((outcome) => isNull(outcome) || changes(outcome)) : outcomes;
}

/**
 * push(list, e) gives back -1 if there is no memory for the link, add(item, e) gives back `e`. An outcome that does not take over
 * an argument that another one takes over, and that does not return the very same number, is one that has failed.
 */
export function withoutFailures(fitting: readonly Fitting[]): readonly Fitting[] {
  if (fitting.length < 2) return fitting;
  const taken = fitting.map(({ outcome }) => takenOver(outcome));
  const results = fitting.map(({ outcome }) => codeOf(outcome));
  const all = new Set(taken.flatMap((some) => [...some]));
  if (all.size === 0) return fitting;
  const isAlike = (i: number, j: number): boolean => results[i] !== null && results[i] === results[j];
  const hasFailed = (i: number): boolean =>
    fitting[i]!.outcome.result !== null &&
    taken.some((some, j) => !isAlike(i, j) && [...some].some((argument) => !taken[i]!.has(argument)));
  const left = fitting.filter((_, i) => !hasFailed(i));
  return left.length > 0 ? left : fitting;
}

/** The number that it returns; null if that is none that is known. */
function codeOf({ state, result }: Outcome): number | null {
  const code = result === null ? null : state.resolve(result);
  return code !== null && isKnown(code) ? numberOf(code) : null;
}

/** Arguments that are stored somewhere, given away or freed. */
function takenOver({ state }: Outcome): Set<number> {
  const taken = new Set<number>();
  const isArgument = (v: Value): boolean => !isKnown(v) && state.symbols.info(v.symbol).kind === 'parameter';
  for (const { name, kind, escaped, status, fields, before } of state.cells.values()) {
    if ((escaped || status === 'freed') && state.symbols.info(name).kind === 'parameter') taken.add(name);
    if (kind === 'local' || fields === before) continue;
    for (const [key, field] of fields)
      if (field.isPointer && before.get(key) !== field && isArgument(field.value) && !isKnown(field.value))
        taken.add(field.value.symbol);
  }
  return taken;
}
