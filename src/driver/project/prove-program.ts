// Proves functions of a linked program, each a piece of work of its own.
// Asked by `check --prove` for all functions; answers depend on the code alone.

import { describeError } from '../../base/crash.js';
import { because } from '../../engines/reason.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { FunctionVerdict } from './function-prover.js';
import type { ProgramWork } from './program-work.js';
import type { ProvePlan } from './questions.js';

export interface ProveMeans {
  readonly work: ProgramWork;
  readonly plan: ProvePlan;
  step(done: number, all: number): void;
}

/** In the order of the functions. */
export async function proveFunctions(
  functions: readonly PackedFunction[],
  { work, plan, step }: ProveMeans,
): Promise<ReadonlyMap<PackedFunction, FunctionVerdict>> {
  let done = 0;
  step(done, functions.length);
  const prove = async (f: PackedFunction) => {
    const verdict = await work.prove(f, { plan }).catch(crashed);
    step(++done, functions.length);
    return [f, verdict] as const;
  };
  return new Map(await Promise.all(functions.map(prove)));
}

const crashed = (error: unknown): FunctionVerdict => ({
  proof: null,
  reason: because('crash', describeError(error)),
  steps: 0,
});
