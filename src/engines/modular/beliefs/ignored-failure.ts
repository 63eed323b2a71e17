// Belief: a caller that ignores the result of a call knows that the call succeeds, unless an allocation fails in it.
// Asked by calls/calls.ts after outcomes are matched with the caller's state, where the result is not used.

import type { Fitting } from '../calls/instantiate.js';
import { isChanged } from '../domain/join.js';
import { isKnown, numberOf, type Value } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';
import { looksAlike } from './counted-free.js';

export const ignoredFailure: Belief = {
  name: 'ignored-failure',
  why: 'push(queue, e) returns -1 if the queue is full; a caller that ignores the result knows that it is not. It cannot know that there is memory.',
  stage: 'call',
  effect: 'silences',
};

/**
 * An outcome is a failure if another one, with another result, takes over an argument that it does not. A failed allocation
 * may happen at every call, so that its outcome is kept.
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
  const taking = fitting.filter((_, i) => taken[i]!.size > 0).map(({ outcome }) => outcome);
  const left = fitting.filter(({ outcome }, i) => !hasFailed(i) || isFailedAllocation(outcome, taking));
  return left.length > 0 ? left : fitting;
}

/** Has an allocation failed, and does the result say so? Nothing else happens in such an outcome. */
function isFailedAllocation(outcome: Outcome, taking: readonly Outcome[]): boolean {
  if (!outcome.state.outOfMemory || codeOf(outcome) === null) return false;
  for (const cell of outcome.state.cells.values())
    if ((cell.kind === 'input' || cell.kind === 'global') && isChanged(cell)) return false;
  return !taking.some((other) => looksAlike(outcome, other));
}

/** The known number that the outcome returns; null if there is none. */
function codeOf({ state, result }: Outcome): number | null {
  const code = result === null ? null : state.resolve(result);
  return code !== null && isKnown(code) ? numberOf(code) : null;
}

/** Arguments that are stored, freed, or escape. */
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
