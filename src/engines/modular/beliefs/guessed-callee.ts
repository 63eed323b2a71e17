// Belief: what a function would do that a pointer may lead to by its type alone is not done here.
// Asked by calls/arguments.ts before an error of such a callee is reported.

import type { State } from '../domain/state.js';
import { isKnown, type Value } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const guessedCallee: Belief = {
  name: 'guessed-callee',
  why: 'Of several functions that fit the type, the program calls the one that suits the object at hand.',
  stage: 'report',
  effect: 'silences',
};

/** Is it not known which function the pointer leads to? */
export const isGuess = (state: State, pointer: Value | null): boolean =>
  pointer === null || isKnown(pointer) || state.symbols.info(pointer.symbol).kind !== 'function';
