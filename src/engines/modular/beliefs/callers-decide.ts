// Belief: a null dereference that depends on arguments is an error only if a caller passes such arguments.
// Raised by group.ts, which makes it a claim; judged when all callers are known. Functions without known callers may get anything.

import type { Program } from '../../../ir/link.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import type { Finding } from '../../engine.js';
import type { Belief } from './belief.js';

export const callersDecide: Belief = {
  name: 'callers-decide',
  why: 'if (!out) warn(); *out = 1; is a latent precondition: it becomes an error where somebody passes null.',
  stage: 'summary',
  effect: 'silences',
};

/** Losses happen on paths that are not all told apart; a null is one because of what was tested. */
export const isConditional = ({ rule }: Finding, preconditions: number): boolean =>
  rule === 'null-dereference' && preconditions > 0;

/** Are all callers known? Not if somebody may call it through a pointer. */
export const hasOnlyKnownCallers = (program: Program, f: FunctionSymbol): boolean =>
  f.name !== 'main' && !f.addressTaken && !program.targetsOf(f.type).includes(f);
