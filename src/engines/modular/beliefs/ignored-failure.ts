// Belief: a caller that ignores the result of a call knows that the call succeeds, unless an allocation fails in it.
// Asked by calls/calls.ts after outcomes are matched with the caller's state, where the result is not used.

import type { Fitting } from '../calls/instantiate.js';
import { isKnown, numberOf, type Value } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const ignoredFailure: Belief = {
  name: 'ignored-failure',
  why: 'push(queue, e) returns -1 if the queue is full; a caller that ignores the result knows that it is not. It cannot know that there is memory.',
  stage: 'call',
  effect: 'silences',
};

/**
 * An outcome is a failure if another one, with another result, takes over an argument that it does not. Failed allocations
 * are kept: they may happen at every call.
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
    !fitting[i]!.outcome.state.outOfMemory &&
    taken.some((some, j) => !isAlike(i, j) && [...some].some((argument) => !taken[i]!.has(argument)));
  const left = fitting.filter((_, i) => !hasFailed(i));
  return left.length > 0 ? left : fitting;
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
