// The number that a function returns is the one it was given, if every `return` says so (ir/returned.ts).
// Used by calls.ts after a call, whatever is known of the callee besides.

import type { CallInstr } from '../../../ir/instr.js';
import { returnedIn } from '../../../ir/link.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { isInteger } from '../../../types/questions.js';
import { assumeComparison } from '../domain/facts.js';
import type { Value } from '../domain/symbols.js';
import type { Returned } from './instantiate.js';

/** f(…, v, …) = v: other outcomes do not happen. */
export function withReturned(
  { result: place }: CallInstr,
  args: readonly Value[],
  definition: FunctionSymbol,
  returned: readonly Returned[],
): Returned[] {
  const index = place && isInteger(place.type) ? returnedIn(definition) : null;
  const given = index === null ? undefined : args[index];
  if (given === undefined) return [...returned];
  return returned.flatMap((one) =>
    one.result === null || assumeComparison(one.state, 'eq', one.result, given) ? [{ ...one, result: given }] : [],
  );
}
