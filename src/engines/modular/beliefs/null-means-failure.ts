// Belief: if another outcome returns null and stores an error message, an outcome without the message does not return null.
// Asked by calls/calls.ts for outcomes with an unknown result: p = make(&error).

import { isKnown, isZero } from '../domain/symbols.js';
import type { Outcome } from '../summary/summary.js';
import type { Belief } from './belief.js';

export const nullMeansFailure: Belief = {
  name: 'null-means-failure',
  why: 'Null and the message together report a failure; without the message there is no failure.',
  stage: 'call',
  effect: 'silences',
};

export function isSuccess(outcome: Outcome, all: readonly Outcome[]): boolean {
  if (outcome.result === null || isKnown(outcome.state.resolve(outcome.result))) return false;
  const isFailure = ({ state, result }: Outcome): boolean => result !== null && isZero(state.resolve(result));
  const left = all.filter(isFailure).flatMap((failure) => [...outputsOf(failure)]);
  if (left.length === 0) return false;
  const own = outputsOf(outcome);
  return left.some((output) => !own.has(output));
}

/** Pointers that an outcome stores through its arguments. */
function outputsOf({ state }: Outcome): Set<string> {
  const outputs = new Set<string>();
  for (const cell of state.cells.values())
    if (state.symbols.info(cell.name).kind === 'parameter')
      for (const [key, field] of cell.fields)
        if (field.isPointer && cell.before.get(key) !== field) outputs.add(`${cell.name}.${key}`);
  return outputs;
}
