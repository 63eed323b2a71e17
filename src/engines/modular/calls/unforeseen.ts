// Nulls that no caller can foresee, because they depend on files, users, the network or the environment (`__caulk_unforeseen`).
// Used by calls.ts after the outcomes of such a model are applied.

import type { CallInstr } from '../../../ir/instr.js';
import type { FunctionSymbol } from '../../../ir/program.js';
import { uniteAll } from '../domain/doubts.js';
import { assumeComparison, isNonzero } from '../domain/facts.js';
import { doubtsOf, isZero, nullWith, type Value } from '../domain/symbols.js';
import type { Returned } from './instantiate.js';
import { questionOf } from './pure.js';

/** getenv("HOME") = null: it is known to the caller that this may be. Not if the same call has found something before. */
export function withoutForesight(
  f: FunctionSymbol,
  call: CallInstr,
  args: readonly Value[],
  after: Returned,
): Returned {
  const { state, result } = after;
  const type = call.result?.type;
  if (type?.kind !== 'pointer' || call.callee.kind !== 'direct' || result === null) return after;
  const answer = state.symbols.answer(questionOf(f, args, state), call.at, type);
  if (!isZero(state.resolve(result))) {
    assumeComparison(state, 'ne', answer, 0);
    return after;
  }
  if (isNonzero(state, answer)) return after;
  const others = doubtsOf(result).filter((doubt) => doubt !== 'one-of-several-outcomes');
  return { ...after, result: nullWith(uniteAll(others)) };
}
