// Belief: who does not look at the result of a call believes that it has worked.
// Asked by calls/calls.ts behind the matching of outcomes with the caller's state, where the result is not used.

import type { Fitting } from '../calls/instantiate.js';
import { isKnown, numberOf, type Value } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const ignoredFailure: Belief = {
  name: 'ignored-failure',
  why: 'push(list, e) returns -1 if there is no memory for the link; whoever ignores that has given the element away all the same.',
  stage: 'call',
  effect: 'silences',
};

/**
 * An outcome that does not take over an argument that another one takes over, and that does not return the very same number,
 * is one that has failed.
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
