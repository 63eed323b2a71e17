// Belief: errors of a callee that is only one of the candidate targets of a function pointer do not happen.
// Asked by calls/arguments.ts before an error of such a callee is reported.

import type { State } from '../domain/state.js';
import { isKnown, type Value } from '../domain/symbols.js';
import type { Belief } from './belief.js';

export const guessedCallee: Belief = {
  name: 'guessed-callee',
  why: 'Of several functions of the same type, the program calls the one that suits the object at hand.',
  stage: 'report',
  effect: 'silences',
};

/** Is the target of the pointer unknown? */
export const isGuess = (state: State, pointer: Value | null): boolean =>
  pointer === null || isKnown(pointer) || state.symbols.info(pointer.symbol).kind !== 'function';
