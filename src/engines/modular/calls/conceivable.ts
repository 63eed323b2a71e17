// Which outcomes of a callee the arguments of a call allow, and what all of these have in common.
// A quick look before instantiate.ts matches an outcome with the caller's memory.

import { isPossible } from '../domain/facts.js';
import type { State } from '../domain/state.js';
import { isOpaque, type Value } from '../domain/symbols.js';
import type { Outcome, Summary } from '../summary/summary.js';

/** Is the outcome feasible with these arguments? A quick test without side effects; ignores pointers with a cell. */
export function isConceivable(caller: State, args: readonly Value[], { state }: Outcome): boolean {
  for (const [symbol, fact] of state.facts) {
    const info = state.symbols.info(symbol);
    if (info.kind !== 'parameter' || state.cells.has(symbol)) continue;
    const arg = args[info.index];
    if (arg !== undefined && !isOpaque(arg) && !isPossible(caller, caller.resolve(arg), fact)) return false;
  }
  return true;
}

/** Does every outcome that these arguments allow dereference the parameter? */
export const isAlwaysDereferenced = (
  caller: State,
  args: readonly Value[],
  { outcomes }: Summary,
  index: number,
): boolean => outcomes.every((o) => !isConceivable(caller, args, o) || dereferences(o, index));

function dereferences({ state }: Outcome, index: number): boolean {
  for (const { name, maybeNull } of state.cells.values()) {
    const info = state.symbols.info(name);
    if (info.kind === 'parameter' && info.index === index && !maybeNull) return true;
  }
  return false;
}
