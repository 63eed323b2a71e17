// ⟨ᾱ, β̄⟩: an outcome of a callee put to work in the state of its caller. Inputs of the callee are matched with what the
// caller has (arguments.ts), discovering more of the caller's own inputs on the way; then effects are carried out (effects.ts).

import type { CallInstr } from '../../../ir/instr.js';
import { isPossible } from '../domain/facts.js';
import type { State } from '../domain/state.js';
import { isOpaque, type Value } from '../domain/symbols.js';
import type { Here } from '../exec/here.js';
import type { Loss } from '../exec/leaks.js';
import type { Outcome, Summary } from '../summary/summary.js';
import { Arguments } from './arguments.js';
import { type Certainty, Effects } from './effects.js';
import { Meaning } from './meaning.js';

export interface Returned {
  readonly state: State;
  readonly result: Value | null;
  /** Pointers that the callee overwrote, or that were in blocks it freed. */
  readonly losses: readonly Loss[];
  /** The cells that are freed, the callee's name to the caller's. */
  readonly freed: ReadonlyMap<number, number>;
}

/** An outcome that fits, in a state of its own of the caller's. */
export interface Fitting {
  readonly outcome: Outcome;
  readonly caller: State;
  readonly meaning: Meaning;
}

/**
 * null if this outcome cannot happen here, `entangled` if the callee took for two cells what is one here, and wrote to it.
 * Changes `caller`.
 */
export function fit(
  here: Here,
  caller: State,
  call: CallInstr,
  args: readonly Value[],
  outcome: Outcome,
  summary: Summary,
): Fitting | 'entangled' | null {
  const meaning = new Meaning(here, caller, call, args, outcome.state.symbols);
  const fits = new Arguments(here, caller, call, outcome, summary, meaning).fit();
  return fits === true ? { outcome, caller, meaning } : fits || null;
}

/** The caller's state behind the call; null if it ends in an error. */
export function carryOut(
  here: Here,
  { caller, outcome, meaning }: Fitting,
  call: CallInstr,
  summary: Summary,
  certainty: Certainty,
): Returned | null {
  const effects = new Effects(here, caller, call, outcome, summary, meaning, certainty);
  const result = effects.carryOut();
  return result === false ? null : { state: caller, result, losses: effects.losses, freed: effects.freed };
}

/** Can the outcome happen with these arguments? A quick look, before anything is done; pointers that lead somewhere are left. */
export function isConceivable(caller: State, args: readonly Value[], { state }: Outcome): boolean {
  for (const [symbol, fact] of state.facts) {
    const info = state.symbols.info(symbol);
    if (info.kind !== 'parameter' || state.cells.has(symbol)) continue;
    const arg = args[info.index];
    if (arg !== undefined && !isOpaque(arg) && !isPossible(caller, caller.resolve(arg), fact)) return false;
  }
  return true;
}
