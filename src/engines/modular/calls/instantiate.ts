// ⟨ᾱ, β̄⟩: instantiates an outcome of a callee in the caller's state. arguments.ts matches the callee's inputs with memory
// of the caller, and materialises more of the caller's own inputs on demand; then effects.ts applies the effects.

import type { CallInstr } from '../../../ir/instr.js';
import type { State } from '../domain/state.js';
import type { Value } from '../domain/symbols.js';
import type { Loss } from '../exec/leaks.js';
import type { Here } from '../exec/report.js';
import type { Outcome, Summary } from '../summary/summary.js';
import { Arguments } from './arguments.js';
import { type Certainty, Effects } from './effects.js';
import { Meaning } from './meaning.js';

export interface Returned {
  readonly state: State;
  readonly result: Value | null;
  /** Pointers that the callee overwrote, or that were in cells it freed. */
  readonly losses: readonly Loss[];
  /** The freed cells: the name of each in the callee and in the caller. */
  readonly freed: ReadonlyMap<number, number>;
}

/** A feasible outcome, with a caller state of its own. */
export interface Fitting {
  readonly outcome: Outcome;
  readonly caller: State;
  readonly meaning: Meaning;
}

/**
 * null if the outcome is infeasible; `aliased` if two cells of the callee, one of them written, are one cell here.
 * Changes `caller`.
 */
export function fit(
  here: Here,
  caller: State,
  call: CallInstr,
  args: readonly Value[],
  outcome: Outcome,
  summary: Summary,
): Fitting | 'aliased' | null {
  const meaning = new Meaning(here, caller, call, args, outcome.state.symbols);
  const fits = new Arguments(here, caller, call, outcome, summary, meaning).fit(args);
  return fits === true ? { outcome, caller, meaning } : fits || null;
}

/** The caller's state after the call; null if it ends in an error. */
export function applyOutcome(
  here: Here,
  { caller, outcome, meaning }: Fitting,
  call: CallInstr,
  summary: Summary,
  certainty: Certainty,
): Returned | null {
  const effects = new Effects(here, caller, call, outcome, summary, meaning, certainty);
  const result = effects.applyOutcome();
  return result === false ? null : { state: caller, result, losses: effects.losses, freed: effects.freed };
}
