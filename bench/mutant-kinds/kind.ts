// A kind of mutants of `caulk bench mutants`: where it applies in the code of a function, and how it edits the text.
// Between the kinds, which are found by registry.ts, and mutable-project.ts.

import type { Rule } from '../../src/engines/engine.js';
import type { FunctionBody } from '../../src/ir/program.js';
import type { Edit } from '../edit.js';
import type { CallEffects } from './call-effects.js';
import type { Nulls } from './nulls.js';

/** What is known of the unmodified program. */
export interface Known {
  readonly effects: CallEffects;
  readonly nulls: Nulls;
}

export interface MutationKind {
  readonly name: string;
  /** A new finding of one of these rules counts. */
  readonly rules: readonly Rule[];
  /** One edit per mutant, of the preprocessed text of the unit; the numbers of lines do not change. */
  editsIn(body: FunctionBody, known: Known): Edit[];
}
