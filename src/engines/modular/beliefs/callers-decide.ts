// Belief: a null dereference that depends on arguments is an error only if a caller passes such arguments.
// group.ts makes it a claim, judged when all callers are known. A function without known callers may get any arguments.

import type { Program } from '../../../ir/link.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import type { Finding } from '../../engine.js';
import type { Preconditions } from '../domain/preconditions.js';
import type { Belief } from './belief.js';

export const callersDecide: Belief = {
  name: 'callers-decide',
  why: 'if (!out) warn(); *out = 1; is a latent precondition: it becomes an error where a caller passes null.',
  stage: 'summary',
  effect: 'silences',
};

/** Leaks are not conditional: merged paths lose the facts they depend on. A null dereference depends on tested facts. */
export const isConditional = ({ rule }: Finding, { possible }: Preconditions): boolean =>
  rule === 'null-dereference' && possible.length > 0;

/** Are all callers known? Not if the function may be called through a pointer. */
export const hasOnlyKnownCallers = (program: Program, f: FunctionSymbol): boolean =>
  f.name !== 'main' && !f.addressTaken && !program.targetsOf(f.type).includes(f);
