// Facts about the variables of a function: where they are live, and which are flags.
// Computed once per function; fixpoint.ts uses them to forget numbers, and to choose core predicates.

import type { CallInstr, Variable } from '../../ir/instr.js';
import { Liveness, mayDie, variablesIn } from '../../ir/liveness.js';
import type { FunctionBody } from '../../ir/program.js';
import { isRegister } from './variable-names.js';

export interface Registers {
  /** Live at the start of each block, by block id. */
  readonly live: readonly ReadonlySet<Variable>[];
  /** Live after each call, that is, while the callee runs. */
  readonly liveBehind: ReadonlyMap<CallInstr, ReadonlySet<Variable>>;
  /** Never computed from themselves: flags and status codes, whose values distinguish states. */
  readonly flags: ReadonlySet<Variable>;
}

export function registersOf(body: FunctionBody): Registers {
  const liveness = new Liveness(body);
  const live = body.blocks.map((block) => liveness.atEntry(block));
  const liveBehind = new Map<CallInstr, ReadonlySet<Variable>>();
  for (const block of body.blocks) {
    block.instrs.forEach((instr, index) => {
      if (instr.kind === 'call') liveBehind.set(instr, withoutResult(liveness.behind(block, index), instr));
    });
  }
  return { live, liveBehind, flags: flagsOf(body) };
}

/** The result is written after the call: the old value of its variable is dead while the callee runs. */
function withoutResult(live: ReadonlySet<Variable>, { result }: CallInstr): ReadonlySet<Variable> {
  if (result?.kind !== 'var' || !live.has(result.variable)) return live;
  const rest = new Set(live);
  rest.delete(result.variable);
  return rest;
}

/** Numbers and pointers for which liveness is computed. */
export const isWatched = (v: Variable): boolean =>
  v.kind !== 'global' && mayDie(v) && (isRegister(v) || v.type.kind === 'pointer');

/** A variable that some assignment computes from its own value is a counter. */
function flagsOf(body: FunctionBody): Set<Variable> {
  const counters = new Set<Variable>();
  for (const { instrs } of body.blocks) {
    for (const i of instrs) {
      if (i.kind !== 'assign' || i.place.kind !== 'var' || i.place.variable.kind === 'global') continue;
      if (i.value.kind !== 'load' && variablesIn(i.value).has(i.place.variable)) counters.add(i.place.variable);
    }
  }
  return new Set(body.variables.filter((v) => isRegister(v) && !counters.has(v)));
}
