// Belief: a function that stores an error code in a context when it fails is not called while a code is there.
// Asked by calls.ts for all outcomes that fit a call.

import { assumeComparison, isNonzero } from '../domain/facts.js';
import { materialize } from '../domain/memory.js';
import { makeField, type State } from '../domain/state.js';
import { isKnown, isZero, symbolic, type Value } from '../domain/symbols.js';
import type { Possible } from '../exec/freeing.js';
import type { Belief } from './belief.js';

export const noErrorBefore: Belief = {
  name: 'no-error-before',
  why: 'The caller tests the code to learn what the call did: it was cleared before, or the caller would not have come so far.',
  stage: 'call',
  effect: 'silences',
};

/** o₁ fails and stores n ≠ 0 in f, o₂ succeeds and leaves f alone ⟹ f = 0 before o₂, if nothing else is known of it. */
export function clearErrors(possible: readonly Possible[]): void {
  if (possible.length < 2) return;
  const codes = possible.filter(hasFailed).flatMap(({ returned }) => codesIn(returned.state));
  if (codes.length === 0) return;
  for (const { returned } of possible) {
    const { state } = returned;
    for (const { name, key, size } of codes) {
      const cell = state.cells.get(name) ?? (isInput(state, name) ? materialize(state, name) : null);
      const field = cell?.fields.get(key);
      const value = field && !field.written ? state.resolve(field.value) : null;
      if (value !== null && isOpen(state, value)) assumeComparison(state, 'eq', value, 0);
      if (cell?.untouched === 'input' && !field) state.addInput(name, key, makeField(0, size, null));
    }
  }
}

/** Does the call return null? */
function hasFailed({ outcome: { state, result } }: Possible): boolean {
  return result !== null && isZero(state.resolve(result));
}

function isInput({ symbols }: State, name: number): boolean {
  const { kind } = symbols.info(name);
  return kind === 'parameter' || kind === 'input';
}

interface Code {
  /** The cell. */
  readonly name: number;
  readonly key: number;
  readonly size: number;
}

/** An error code is an int or smaller. */
const CODE_SIZE = 4;

/** Numbers in the caller's memory that have been set to something else than 0. */
function codesIn({ cells }: State): Code[] {
  const codes: Code[] = [];
  for (const { name, kind, fields, before } of cells.values())
    if (kind === 'input' || kind === 'global')
      for (const [key, field] of fields)
        if (typeof key === 'number' && field.written && !field.isPointer && before.get(key) !== field)
          if (field.size <= CODE_SIZE && !isZero(field.value)) codes.push({ name, key, size: field.size });
  return codes;
}

/** Is the value a number of which nothing is known? */
const isOpen = (state: State, v: Value): boolean =>
  !isKnown(v) &&
  v.plus === 0 &&
  v.index === '' &&
  !state.facts.has(v.symbol) &&
  !isNonzero(state, symbolic(v.symbol, 0));
