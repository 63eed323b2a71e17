// Belief: a null dereference that depends on arguments is an error only if a call in the program passes such arguments.
// ownership/latent.ts asks for it. Without it, strangers and later rounds of loops may pass them, too.

import type { Belief } from './belief.js';

export const callersDecide: Belief = {
  name: 'callers-decide',
  why: 'if (!out) warn(); *out = 1; is a latent precondition: it becomes an error where a caller passes null.',
  stage: 'summary',
  effect: 'silences',
};
